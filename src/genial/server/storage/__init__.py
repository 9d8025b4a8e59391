"""Storage of everything: SQLite by default, PostgreSQL by one setting."""
