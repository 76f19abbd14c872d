"""Quick hints, based on the legal moves and what the player knows."""
