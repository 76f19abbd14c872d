"""Widgets of our own: what Textual has none for."""
