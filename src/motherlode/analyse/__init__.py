"""Stage 8 of 8. Takes: documents. Gives: stories, trust, currency, hot topics, evolution (N12-N15)."""
