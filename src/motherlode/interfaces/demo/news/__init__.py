"""The news sites of the sample web: what happens, how it is told, how six sites show it."""
