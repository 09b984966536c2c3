"""Pure foundations of language: words, languages, vectors, addresses."""
