"""Record lists that a project keeps, and fields that a person points at."""
