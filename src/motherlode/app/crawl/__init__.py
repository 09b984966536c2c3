"""The wiring of a crawl."""
