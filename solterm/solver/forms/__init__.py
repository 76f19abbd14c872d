"""Search spaces for all games: the general one, and compact ones for some families."""
