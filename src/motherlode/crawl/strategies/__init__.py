"""How the next address is chosen: one file a strategy, all with the same four calls (D4)."""
