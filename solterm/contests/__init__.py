"""Contests: kinds, games, rows, results and boards of tours, matches, sheets and the like."""
