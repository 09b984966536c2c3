"""The wiring of exploring a university."""
