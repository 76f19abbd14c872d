"""A game in progress: events, positions and counts, its record, and what its player has seen."""
