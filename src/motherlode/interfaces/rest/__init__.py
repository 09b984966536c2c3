"""The REST API over the public API."""
