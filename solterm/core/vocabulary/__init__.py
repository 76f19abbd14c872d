"""The words games are declared in: builds, spaces, lifts, actions, goals, steps of a deal."""
