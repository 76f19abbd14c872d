"""Help for the player: hints, the lamp, where a game was lost, and the process that searches."""
