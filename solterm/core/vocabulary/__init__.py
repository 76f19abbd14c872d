"""The vocabulary of game declarations: builds, spaces, lifts, actions, goals, steps of the deal."""
