"""The budgets of the screen: `scripts/bench screen` and `tests/test_bytes.py` check them."""

BYTES = {"cursor": 100, "move": 260, "turn": 110, "refused": 90, "list cursor": 240}
"""Median bytes per key, at 80x24 with `animation = false`."""
DIALOG = 2000
"""Bytes to open or close any dialog, help included."""
FIRST_SCREEN = 4500
AFTER_PICTURE = 300
"""The first frame and the modes of the terminal, after the last picture was shown at once."""
IDLE = 0
PEER = 0.10
"""Our bytes as a share of a peer's: of a plain Textual list for the cursor of a list, and of
usolitaire for keys.
"""
MILLISECONDS = 6
"""Median time from a key to the last byte, at the table and in lists."""
KEYS = 0.85
"""The same time, as a multiple of Textual's own driver's with the same keys."""
PICTURE_TIME = 0.15
"""Time from exec to the whole last picture, as a multiple of a plain program's first screen."""
FIRST_SCREEN_TIME = {"resume": 0.95, "play": 0.95, "menu": 1.0}
"""Time from exec to the complete first screen, as a multiple of a plain Textual program's."""
FIRST_SCREEN_CPU = {"resume": 1.05, "play": 1.05, "menu": 1.1}
"""Processor time of the start, as a multiple of a plain Textual program's."""
FIRST_KEY = {"resume": 1.0, "play": 1.0, "menu": 1.1}
"""Time from exec to the answer to the first key, as a multiple of that program's first screen."""
MEMORY = 1.25
"""Resident memory, as a multiple of an empty Textual App's."""
SESSION_MIB = 16
"""Memory of a hosted session (PSS)."""
LOGIN_MS = 150
"""Time from login to the complete first screen on a host, in addition to `ssh localhost true`."""
SCALE_MS = 250
"""The slowest tenth of the keys on a host with hundreds of players."""
LINES = 11_000
"""Lines in solterm/tui."""
