"""Quick hints, based on the legal moves and the player's knowledge."""
