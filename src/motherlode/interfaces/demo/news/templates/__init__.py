"""The looks of the six news sites, one module each."""
