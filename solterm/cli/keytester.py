"""The key tester: shows what the terminal sends for each key, so that eaten keys are found."""

import os
import sys
import termios
import tty

_INTERRUPT = b"\x03"
_LONGEST = 64
"""Bytes of one key, or of several that arrive at once."""


def run() -> None:
    """Name each key by its bytes until Ctrl+C. Standard input must be a terminal."""
    print("Press keys to see what arrives here; a key that shows nothing is eaten on the way.")
    print("Ctrl+C ends.", flush=True)
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    try:
        tty.setraw(keyboard)
        while (key := os.read(keyboard, _LONGEST)) and key != _INTERRUPT:
            # Raw output, too: without the carriage return the lines would form a staircase.
            print(name_key(key), end="\r\n", flush=True)
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


def name_key(key: bytes) -> str:
    r"""The bytes of a key as text.

    >>> name_key(b"\x1bOP"), name_key(b"a")
    ('ESC O P', 'a')
    """
    names = {0x1B: "ESC", 0x20: "Space", 0x0D: "Enter", 0x09: "Tab", 0x7F: "Backspace"}
    return " ".join(
        names.get(byte) or (chr(byte) if 0x20 < byte < 0x7F else f"0x{byte:02X}") for byte in key
    )
