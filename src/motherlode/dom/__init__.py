"""Pure foundations of pages: one parse into flat arrays, paths, similarity, layout."""
