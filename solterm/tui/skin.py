"""The look and the keys that a player has chosen."""

from collections.abc import Mapping

from solterm.capabilities import Terminal
from solterm.store.settings import Settings
from solterm.tui.keys import keymap
from solterm.tui.keys.commands import Command
from solterm.tui.look import glyphs, themes


class Skin:
    """Characters, colours and keys, as one set of settings chooses them for one terminal."""

    def __init__(self, settings: Settings, terminal: Terminal, has_wide_lines: bool) -> None:
        """``has_wide_lines``: the terminal draws line characters two cells wide."""
        charset = "ascii" if has_wide_lines else terminal.charset
        self.glyphs = glyphs.choose(settings.cards, charset, settings.deck)
        """The characters for cards and lines."""
        self.palette = themes.chosen_palette(settings, terminal.colours)
        """The style of each role."""
        self.keys: Mapping[str, str] = keymap.keys_of(settings.preset, settings.keys)
        """The keys that differ from the usual ones: the chosen set, and the player's own."""

    def find_own(self, name: str) -> Command:
        """Return a command with this player's keys."""
        return keymap.find_own(name, self.keys)

    def name_key(self, command: str) -> str:
        """Return the name of a command's first key."""
        return keymap.key_name(self.find_own(command))
