"""What players read about the games: their rules pages, and how many of their deals can be won."""
