"""The key tester: shows what the terminal sends for each key, to find keys that never arrive."""

import os
import sys
import termios
import tty

_INTERRUPT = b"\x03"
_LONGEST = 64
"""Bytes that are read at once."""


def run() -> None:
    """Show the bytes of each key until Ctrl+C. Standard input must be a terminal."""
    print("Press keys to see what arrives. If a key shows nothing, another program catches it.")
    print("Ctrl+C ends the test.", flush=True)
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    try:
        tty.setraw(keyboard)
        while (key := os.read(keyboard, _LONGEST)) and key != _INTERRUPT:
            # Output is raw too, so it needs the carriage return.
            print(name_key(key), end="\r\n", flush=True)
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


def name_key(key: bytes) -> str:
    r"""Return the bytes of a key as text.

    >>> name_key(b"\x1bOP"), name_key(b"a")
    ('ESC O P', 'a')
    """
    names = {0x1B: "ESC", 0x20: "Space", 0x0D: "Enter", 0x09: "Tab", 0x7F: "Backspace"}
    return " ".join(
        names.get(byte) or (chr(byte) if 0x20 < byte < 0x7F else f"0x{byte:02X}") for byte in key
    )
