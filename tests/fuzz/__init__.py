"""Mutated inputs for everything that reads what strangers made."""
