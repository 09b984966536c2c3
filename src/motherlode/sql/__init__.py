"""Pure foundations of storage: engines, migrations and bulk writes, the same for SQLite and PostgreSQL."""
