"""What the screen may cost: `scripts/bench screen` measures it, `tests/test_bytes.py` the bytes."""

BYTES = {"cursor": 100, "move": 260, "turn": 110, "refused": 90, "list cursor": 240}
"""Bytes a key, medians, in 80x24 with `animation = false`."""
DIALOG = 2000
"""Bytes that opening or closing any dialog costs, the help included."""
FIRST_SCREEN = 4500
IDLE = 0
PEER = 0.10
"""Our bytes over a peer's: a list's cursor under Textual's own driver, and keys in usolitaire."""
MILLISECONDS = 6
"""From a key to the last byte, median of the keys at the table and in lists."""
FIRST_SCREEN_TIME = 1.20
"""Exec to the complete first screen, over that of an empty Textual App."""
FIRST_KEY = 1.25
"""Exec to the first key answered, over the same."""
MEMORY = 1.35
"""Resident memory, over that of an empty Textual App."""
SESSION_MIB = 18
"""Memory of a hosted session, PSS."""
LOGIN_MS = 150
"""Login to the complete first screen on a host, beyond `ssh localhost true`."""
LINES = 11_000
"""Lines in solterm/tui."""
