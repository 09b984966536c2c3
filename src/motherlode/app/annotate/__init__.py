"""The wiring of joining sources into one table."""
