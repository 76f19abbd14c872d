"""Which games the menu shows: a list of filters to choose from."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets.option_list import Option

from solterm.tui.screens.gamefilters import Filter, PlayerFacts, list_filters
from solterm.tui.screens.page import ListPage

_NAME = 34
"""Columns of a filter's name."""


class FiltersScreen(ListPage[Filter]):
    """Lists the filters with how many games each leaves; returns one."""

    ABOUT = """
The menu shows all games or some of them: your favourites, those you played lately, a collection, a
family, or games by how often their deals can be won. Esc in the menu shows all games again.
"""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Show these", tooltip="Show these games in the menu"),
    ]

    def __init__(self, player: PlayerFacts, present: Filter) -> None:
        super().__init__()
        self._filters = list_filters(player)
        self._player = player
        self._present = present

    def title_text(self) -> str:
        return "Which games?"

    def on_mount(self) -> None:
        super().on_mount()
        ids = [option.id for option in self.list.options]
        if self._present.name in ids:
            self.list.highlighted = ids.index(self._present.name)

    def options(self, width: int) -> list[Option]:
        lines = []
        heading = ""
        for each in self._filters:
            if each.heading != heading:
                heading = each.heading
                lines.append(Option(f"{heading:{_NAME}}Games", disabled=True))
            count = len(each.choose(self._player))
            lines.append(Option(f"  {each.name:{_NAME - 2}}{count:>5}", id=each.name))
        return lines

    def choose(self, index: int) -> None:
        """Enter: these games."""
        name = self.list.get_option_at_index(index).id
        self.dismiss(next(each for each in self._filters if each.name == name))
