"""Stage 1 of 8. Takes: files, tables, sitemaps, feeds. Gives: addresses and keywords."""
