"""Stage 3a of 8. Takes: seeds and a relevance. Gives: fetched pages in the order of their worth (D, N9-N11, U1)."""
