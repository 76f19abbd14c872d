"""The positions of a game as a search has them: the general form, and compact ones of families."""
