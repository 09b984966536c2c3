"""Stage 3a of 8. Takes: first addresses, a judge, a strategy. Gives: pages, each with a verdict and its reason."""
