"""Sentences read off a declaration: what a pile takes, what a move is called, why it is refused."""
