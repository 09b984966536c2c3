"""How result pages look: lists, tables, grids, nested offers, and one that a script builds."""
