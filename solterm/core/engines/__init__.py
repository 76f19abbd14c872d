"""The engines: one class for each family of games, which plays every declaration of that family."""
