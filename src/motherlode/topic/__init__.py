"""Stage 2 of 8. Takes: keywords, example pages. Gives: relevance, moving threshold, feedback (D1, N2, N3, N5-N8)."""
