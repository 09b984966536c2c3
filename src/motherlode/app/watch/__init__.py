"""The wiring of watching."""
