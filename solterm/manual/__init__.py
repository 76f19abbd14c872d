"""Texts for players about the games: their rules pages and their odds."""
