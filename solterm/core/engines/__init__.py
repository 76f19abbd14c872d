"""One class a family of games: how its declarations are played."""
