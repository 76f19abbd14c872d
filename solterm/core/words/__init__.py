"""Sentences derived from declarations: names, help on piles, and reasons for refusals."""
