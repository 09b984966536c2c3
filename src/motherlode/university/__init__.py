"""Stage 5b of 8. Takes: the home page of an institution. Gives: its units and people (U1)."""
