"""A crawl shared by many workers: hosts leased, addresses exchanged and models averaged through PostgreSQL."""
