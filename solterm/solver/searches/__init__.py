"""Ways to go through the positions of a space: none of them knows what a card is."""
