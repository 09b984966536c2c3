"""Stage 1 of 8. Takes: files, databases, sitemaps, feeds, WARC. Gives: addresses and topics (N1)."""
