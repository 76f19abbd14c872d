"""One game being played: its events, positions and counts, its record, what its player has seen."""
