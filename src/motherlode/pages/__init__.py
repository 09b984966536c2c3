"""Stage 4 of 8. Takes: bytes as they came over the wire. Gives: text, links, duplicates, an archive of all pages."""
