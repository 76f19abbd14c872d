"""Messages between hosts that share a database: players, watched games and results."""
