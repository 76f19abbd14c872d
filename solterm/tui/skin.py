"""The look and the keys that a player has chosen."""

from solterm.capabilities import Terminal
from solterm.store.settings import Settings
from solterm.tui.keys.keymap import Keymap
from solterm.tui.look import glyphs, themes

_CHOSEN_BY = (
    *("theme", "background", "foreground", "board", "four_colours"),
    *("cards", "deck", "left_handed", "preset", "keys"),
)
"""The settings that it follows from."""


class Skin:
    """Characters, colours and keys, as one set of settings chooses them for one terminal."""

    def __init__(
        self, settings: Settings, terminal: Terminal, has_wide_lines: bool = False
    ) -> None:
        """``has_wide_lines``: the terminal draws line characters two cells wide."""
        self._settings = settings
        self.has_wide_lines = has_wide_lines
        charset = "ascii" if has_wide_lines else terminal.charset
        self.glyphs = glyphs.choose(settings.cards, charset, settings.deck)
        """The characters for cards and lines."""
        self.palette = themes.chosen_palette(settings, terminal.colours)
        """The style of each role."""
        self.left_handed = settings.left_handed
        """Whether a table is mirrored."""
        self.keys = Keymap(settings.keys, settings.preset)

    def is_for(self, settings: Settings) -> bool:
        """Whether these settings choose the same."""
        return all(getattr(settings, each) == getattr(self._settings, each) for each in _CHOSEN_BY)

    def name_key(self, command: str) -> str:
        """Return the name of a command's first key."""
        return self.keys.name(command)
