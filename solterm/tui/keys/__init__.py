"""The commands of the table: their keys, their names, and which of them work now."""
