"""Whole sets of keys to choose from; a player's own keys come on top of them.

A set names what differs from the usual keys (``commands.TABLE``), as the settings do. A key that it
gives to a command is taken from the one that had it, so whatever loses its letters gets others.
"""

from collections.abc import Mapping

CLASSIC, VI, ONE_HAND = "classic", "vi", "one-hand"

_VI = {
    **{"left": "h left", "down": "j down", "up": "k up", "right": "l right"},
    **{"hint": "f", "cheat": "z", "jump": "' `", "legal": "y"},
    **{"redo": "r ctrl+r ctrl+y", "command": ": ;"},
}
"""The cursor is on h, j, k, l; what stood there is on f, ', z and y."""

_ONE_HAND = {
    **{"up": "w up", "left": "a left", "down": "s down", "right": "d right"},
    **{"next_place": "e n", "undo": "z u", "hint": "f h", "what": "t"},
    **{"more": "g + shift+up", "fewer": "v - shift+down"},
    **{"sheet": "]", "score": "'", "deal": "/", "ranks": "[", "stats": "y", "pages": "="},
    "saves": ";",
}
"""All that is played with lies under the left hand, the cursor on w, a, s, d."""

PRESETS: Mapping[str, Mapping[str, str]] = {CLASSIC: {}, VI: _VI, ONE_HAND: _ONE_HAND}
"""Each set by the name it has in the settings."""

COUNTING = frozenset({VI})
"""The sets in which digits say how often, or how many cards; the function keys stay theirs."""


def keys_of(preset: str, own: Mapping[str, str]) -> Mapping[str, str]:
    """The keys of a set with a player's own on top, as ``keymap`` takes them."""
    given = PRESETS.get(preset, {})
    return {**given, **own} if given else own
