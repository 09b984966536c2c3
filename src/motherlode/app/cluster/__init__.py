"""A focused crawl by many workers: processes of this machine or actors of a Ray cluster."""
