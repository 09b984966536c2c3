"""The REST API over the recipes."""
