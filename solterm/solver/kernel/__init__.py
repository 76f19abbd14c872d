"""One kernel for all games of building: positions whose moves are made and undone in place."""
