"""Stage 4 of 8. Takes: bytes. Gives: decoded pages, links, duplicates, an archive."""
