"""A gradebook's database: its tables, rows, migrations and the kept work."""
