"""The table as cells: where everything stands, what is marked, and how it is painted. Pure."""
