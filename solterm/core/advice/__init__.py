"""Advice to the player: hints, found with the legal moves and what the player knows."""
