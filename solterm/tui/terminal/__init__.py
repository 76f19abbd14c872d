"""The terminal: keys come in through ``driver``, frames go out through ``wire``."""
