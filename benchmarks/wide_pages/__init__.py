"""Pages of our own making for `benchmarks.wide`: engines' mark-up, many languages, known truth."""
