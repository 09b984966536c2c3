"""Stage 3b of 8. Takes: a site description. Gives: every row behind a search form, with proof (H)."""
