"""Boxes and prompts that open over a screen and take its keys."""
