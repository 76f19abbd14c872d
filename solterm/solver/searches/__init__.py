"""The searches that only the solver uses. None of them knows what a card is."""
