"""The web page over the public API."""
