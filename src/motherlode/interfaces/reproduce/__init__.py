"""Tables and figures of the papers, one module each with a run() function."""
