"""The project's store: SQLite by default, PostgreSQL by URL, the same code for both."""
