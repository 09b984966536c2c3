"""Stage 6 of 8. Takes: columns of records. Gives: their meaning, and one table from many sources (E7-E9)."""
