"""Games in progress: events, positions, counts, records, and the player's view."""
