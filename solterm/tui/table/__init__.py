"""The card table: layout, cursor, marks, commands and painting, without Textual."""
