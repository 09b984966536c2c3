"""The fields of an article: each room finds candidates in a page and chooses among them (N4)."""
