"""The commands of line mode: each takes the session and the rest of the line."""
