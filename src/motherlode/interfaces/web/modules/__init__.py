"""The modules of the page, in a person's order of work."""
