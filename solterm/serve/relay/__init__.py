"""Messages between hosts that share a database: who is there, games that are watched, results."""
