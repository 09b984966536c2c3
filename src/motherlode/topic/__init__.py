"""Stage 2 of 8. Takes: keywords, example pages, pages judged so far. Gives: what "on topic" means, as numbers."""
