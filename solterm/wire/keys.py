"""The keys behind the sequences of xterm, rxvt, PuTTY, the Linux console and kitty's protocol.

The names of keys are Textual's. Its own table takes F13 to F20 and unknown numbers for characters.
"""

import unicodedata
from functools import lru_cache
from typing import NamedTuple

ESC = "\x1b"


class Key(NamedTuple):
    """A pressed key."""

    name: str
    character: str | None = None
    """The character it types, if any."""


_ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}
_LETTERS = _ARROWS | {"F": "end", "H": "home", "P": "f1", "Q": "f2", "R": "f3", "S": "f4"}
"""Keys by the letter that ends their sequence."""

_NUMBERS = {
    **{1: "home", 2: "insert", 3: "delete", 4: "end", 5: "pageup", 6: "pagedown"},
    **{7: "home", 8: "end"},
    **dict(zip(range(11, 16), ("f1", "f2", "f3", "f4", "f5"), strict=True)),
    **dict(zip(range(17, 22), ("f6", "f7", "f8", "f9", "f10"), strict=True)),
    **dict(zip((23, 24, 25, 26, 28, 29), (f"f{n}" for n in range(11, 17)), strict=True)),
    **dict(zip(range(31, 35), (f"f{n}" for n in range(17, 21)), strict=True)),
}
"""Keys by the number before a ``~``."""

_TYPED = {
    "\r": "enter",
    "\n": "enter",
    "\t": "tab",
    "\x7f": "backspace",
    "\b": "backspace",
    ESC: "escape",
}
_NAMED_CONTROLS = {
    **{"\0": "ctrl+@", "\x1c": "ctrl+backslash", "\x1d": "ctrl+right_square_bracket"},
    **{"\x1e": "ctrl+circumflex_accent", "\x1f": "ctrl+underscore"},
}
_CONTROLS = {
    **{chr(code): f"ctrl+{chr(code + 96)}" for code in range(1, 27)},
    **_NAMED_CONTROLS,
    **_TYPED,
}
"""Keys that send one control character."""

_KEYPAD = "0123456789./*-+\r="
_PAD_MOVES = (
    *("left", "right", "up", "down", "pageup", "pagedown"),
    *("home", "end", "insert", "delete"),
)
"""The keypad in the order of kitty's numbers: characters, and keys without Num Lock."""
_FIRST_PRIVATE, _LAST_PRIVATE = 57344, 63743
"""Kitty's numbers for keys without a character."""
_CODES = {
    **{ord(char): name for char, name in _TYPED.items() if char not in "\b\n"},
    **{57376 + n: f"f{13 + n}" for n in range(12)},
    **{57417 + n: name for n, name in enumerate(_PAD_MOVES)},
}
"""Keys by their number in kitty's protocol."""

_MODIFIERS = (("alt", 2), ("ctrl", 4), ("hyper", 16), ("meta", 32), ("shift", 1), ("super", 8))
_HOLDS = 63
"""The bits of all modifiers; higher bits are Caps Lock and Num Lock."""
_RELEASED = "3"
"""Kitty's number for a key let go."""
_OTHER_KEY = 27
"""Begins a key with modifiers that has no sequence of its own (xterm's modifyOtherKeys)."""
_RXVT = {"^": "ctrl", "@": "ctrl+shift"}

ESCAPED_DIGITS = dict(zip("1234567890", "¡™£¢∞§¶•ªº", strict=True))
"""Esc and a digit arrive as one character, which Alt and the digit type on a Mac."""

_WORDS = {
    **{"solidus": "slash", "reverse_solidus": "backslash", "commercial_at": "at"},
    **{"hyphen_minus": "minus", "plus_sign": "plus", "low_line": "underscore"},
}


def read_keys(sequence: str) -> list[Key]:
    """Return the keys of a character or a whole sequence, none if it is unknown."""
    if len(sequence) == 1:
        return [press_of(sequence)]
    if len(sequence) == 2 and sequence[1] in ESCAPED_DIGITS:
        return [press_of(ESCAPED_DIGITS[sequence[1]])]
    if sequence.startswith(f"{ESC}O"):
        return _read_shifted(sequence[2:])
    if sequence.startswith(f"{ESC}[["):  # the Linux console
        number = "ABCDE".find(sequence[3:]) + 1
        return [Key(f"f{number}")] if number and len(sequence) == 4 else []
    if sequence.startswith(f"{ESC}["):
        return _read_control(sequence[2:-1], sequence[-1])
    return []


@lru_cache(maxsize=256)
def press_of(character: str) -> Key:
    """Return the key that types a character."""
    return Key(_CONTROLS.get(character) or _name(character), character)


def _name(character: str) -> str:
    if character.isalnum():
        return character
    name = unicodedata.name(character, "").lower().replace("-", "_").replace(" ", "_")
    return _WORDS.get(name, name) or character


def _read_shifted(letter: str) -> list[Key]:
    # The keypad and its neighbours in application mode; rxvt's Ctrl+arrows.
    if letter in _LETTERS:
        return [Key(_LETTERS[letter])]
    if letter == "M":
        return [Key("enter")]
    if len(letter) == 1 and "j" <= letter <= "y":
        return [press_of("*+,-./0123456789"[ord(letter) - ord("j")])]
    if letter.upper() in _ARROWS:
        return [Key(f"ctrl+{_ARROWS[letter.upper()]}")]
    return []


def _read_control(parameters: str, end: str) -> list[Key]:
    if end == "Z" and not parameters:
        return [Key("shift+tab")]
    if end in "abcd" and not parameters:
        return [Key(f"shift+{_ARROWS[end.upper()]}")]
    fields = [*parameters.split(";"), "", ""]
    numbers = [_number(field.partition(":")[0]) for field in fields[:3]]
    if len(fields) > 5 or None in numbers:
        return []
    code, modifiers = numbers[0] or 1, numbers[1] or 0
    if fields[1].partition(":")[2] == _RELEASED:
        return []
    if end in _RXVT:
        return [Key(f"{_RXVT[end]}+{_NUMBERS[code]}")] if code in _NUMBERS else []
    if end == "u":
        return _read_code(code, modifiers, fields[2])
    if (code, end) == (_OTHER_KEY, "~"):
        return _read_other(numbers[2] or 0, modifiers)
    known = _NUMBERS.get(code) if end == "~" else _LETTERS.get(end)
    is_position = end == "R" and parameters  # a cursor report; modified F3 looks the same
    if not known or is_position or (end != "~" and code != 1):
        return []
    return [Key(_modify(known, modifiers))]


def _read_code(code: int, modifiers: int, typed: str) -> list[Key]:
    if typed:
        codes = [_number(part) for part in typed.split(":")]
        found = [press_of(chr(each)) for each in codes if each]
        name = _CODES.get(code)
        return [Key(name, key.character) if name else key for key in found]
    if name := _CODES.get(code):
        character = chr(code) if chr(code) in "\r\t\x7f" and not _held(modifiers) else None
        return [Key(_modify(name, modifiers), character)]
    if 0 <= code - 57399 < len(_KEYPAD):
        return [press_of(_KEYPAD[code - 57399])]
    if code < ord(" ") or _FIRST_PRIVATE <= code <= _LAST_PRIVATE:
        return []
    key = press_of(chr(code))
    if not _held(modifiers):
        return [key]
    name = _modify(key.name, modifiers)
    return [press_of("\n") if name == "ctrl+j" else Key(name)]


def _read_other(code: int, modifiers: int) -> list[Key]:
    # xterm counts Shift as held, and sends the character that it types as well.
    if _held(modifiers) == 1 and code > ord(" ") and code != ord("\x7f"):
        return [press_of(chr(code))]
    return _read_code(code + 32 if ord("A") <= code <= ord("Z") else code, modifiers, "")


def _modify(name: str, modifiers: int) -> str:
    held = _held(modifiers)
    return "+".join((*(word for word, bit in _MODIFIERS if held & bit), name))


def _held(modifiers: int) -> int:
    # A missing parameter stands for no modifier.
    return max(0, modifiers - 1) & _HOLDS


def _number(digits: str) -> int | None:
    # 0 if left out, None if no key can have it.
    if not digits:
        return 0
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 7 else None
