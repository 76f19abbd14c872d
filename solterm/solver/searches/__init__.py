"""Searches through the positions of a space. None of them knows what a card is."""
