"""The wiring of reading many pages."""
