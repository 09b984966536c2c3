"""The wiring of reading hidden databases."""
