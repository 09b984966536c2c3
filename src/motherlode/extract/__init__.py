"""Stage 5 of 8. Takes: a parsed page. Gives: articles (N4), records (E), people (U)."""
