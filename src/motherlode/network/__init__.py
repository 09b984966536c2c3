"""Stage 7 of 8. Takes: facts. Gives: the information network, its language, its store, its exports (U9)."""
