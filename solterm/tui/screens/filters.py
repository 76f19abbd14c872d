"""Which games the menu shows: a list of filters to choose from."""

from collections.abc import Callable
from typing import ClassVar, NamedTuple, cast

from solterm.tui.screens.gamefilters import Filter, PlayerFacts, list_filters
from solterm.tui.screens.listed import ListScreen


class _Line(NamedTuple):
    """A filter, or the heading of some."""

    text: str
    filter: Filter | None = None
    games: int = 0


class FiltersScreen(ListScreen):
    """Lists the filters with how many games each leaves; Enter takes one."""

    TITLE_TEXT = "Which games?"
    ABOUT = """
The menu shows all games, or some: those you marked with *, those you played lately, those of a
collection or a family, or those whose deals can be won so often. ESC in the menu shows all again.
"""
    ENTER: ClassVar[tuple[str, str]] = ("Show these", "Show these games in the menu")

    def __init__(
        self, player: PlayerFacts, present: Filter, then: Callable[[Filter], None]
    ) -> None:
        super().__init__()
        self._then = then
        self._lines: list[_Line] = []
        heading = ""
        for each in list_filters(player):
            if each.heading != heading:
                heading = each.heading
                self._lines.append(_Line(heading))
            if each.name == present.name:
                self.here = len(self._lines)
            self._lines.append(_Line(each.name, each, len(each.choose(player))))

    @property
    def entries(self) -> list[_Line]:
        return self._lines

    def line(self, entry: object, width: int) -> str:
        line = cast(_Line, entry)
        return f"{line.text:34}{line.games:>4}" if line.filter else line.text

    def heading(self, width: int) -> str:
        return f"{'':34}Games"

    def is_choice(self, entry: object) -> bool:
        return cast(_Line, entry).filter is not None

    def choose(self) -> None:
        """Enter: back to the menu, with these games."""
        if chosen := cast(_Line, self.entry).filter:
            self._then(chosen)
            self.close_me()
