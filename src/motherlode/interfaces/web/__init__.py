"""The web page over the recipes."""
