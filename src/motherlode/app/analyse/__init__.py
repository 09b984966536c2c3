"""The wiring of the analysis."""
