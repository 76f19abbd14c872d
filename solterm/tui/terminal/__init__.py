"""The last yard to the player: a thrifty picture (`wire`) over a line that may drop (`driver`)."""
