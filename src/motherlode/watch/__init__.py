"""Watching. Takes: what earlier visits found. Gives: where to go next, what changed, and whom to tell."""
