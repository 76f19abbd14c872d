"""A list to pick games from, in order: for a tour, a mixed sheet or a tournament."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding

from solterm.core.names import check_name
from solterm.games import catalogue, listed
from solterm.games.listed import GameWords
from solterm.games.matching import BEST_KNOWN, find_matches
from solterm.tui.screens.dialogs import TextDialog, fault_of
from solterm.tui.screens.list_page import Listing, ListRow, SearchedPage, SearchInput, heading
from solterm.tui.screens.menu_lines import NAME, SUMMARY, list_game_lines, tell_summary
from solterm.tui.screens.menu_lines import Line as GameLine

LONGEST = 24
"""The length of a contest's name."""


def why_no_name(text: str) -> str | None:
    """Return why a text cannot be a name on a board; None if it can."""
    return fault_of(check_name, text)


class Pick(NamedTuple):
    """The terms of a choice: how many games, and their purpose."""

    title: str
    least: int
    """The fewest games. If it is 1, Enter alone takes the game under the cursor."""
    most: int
    then: Callable[[Sequence[str], str], object]
    """Takes the ids of the games and the name; raises ``Refusal`` if it refuses them."""
    question: str = ""
    """Asks for a name; empty if none is needed."""
    refuses: Callable[[str], str | None] = why_no_name
    """Returns a sentence about a name that is not valid."""


class PickScreen(SearchedPage[None]):
    """Picks games with Space, or with Enter from a search; then Enter is done."""

    DEFAULT_CSS = """
    PickScreen {
        & > #search {
            height: 1;
            border: none;
            padding: 0 1;
            background: $key-number-paper;
            color: $key-number-ink;
        }
    }
    """

    ABOUT = """
Space picks the game under the cursor, or takes it out again; the number before a game is its place.
Type to search names, collections, families and summaries. In a search, Enter picks the game and
clears the search; Esc only clears it.
"""
    EMPTY = "No game by that name. Backspace deletes a letter."
    ARE_COMMANDS = True
    BINDINGS = [
        Binding("enter", "select", "Done", tooltip="Go on with the games you picked"),
        Binding("enter", "pick_found", "Pick", tooltip="Pick the game, and clear the search"),
        Binding("space", "pick", "Pick", tooltip="Pick the game, or take it out again"),
        Binding("f2,question_mark", "help", "Help", key_display="?"),
    ]

    def __init__(self, pick: Pick) -> None:
        super().__init__()
        self.pick = pick
        self.picked: list[str] = []
        self._lines: list[GameLine] = list_game_lines(list(listed().values()))

    def title_text(self) -> str:
        return self.pick.title

    def opens_on(self) -> GameWords | None:
        """Begin a choice of one game at the game on the table, else at the best-known one."""
        played = self.seat.on_table
        game = played.play.game.id if played else BEST_KNOWN[0]
        return listed().get(game) if self.pick.most == 1 else None

    def compose_content(self) -> ComposeResult:
        yield SearchInput(id="search", placeholder="Type to search")
        yield from super().compose_content()

    def rows(self) -> Iterable[ListRow]:
        for line in self._lines:
            yield self._row(line) if line.words else heading(line.text)

    def _row(self, line: GameLine) -> ListRow:
        game = line.words
        assert game
        place = self.picked.index(game.id) + 1 if game.id in self.picked else ""
        text = f"{place:>2} {line.text:{NAME}}"
        is_wide = len(text) + SUMMARY <= self.app.size.width - 4
        return ListRow((text + tell_summary(game) if is_wide else text,), game)

    def listing(self) -> Listing:
        return super().listing()._replace(above=[self._tell_picked()])

    def _tell_picked(self) -> str:
        if self.pick.most == 1 and not self.picked:
            return "Enter takes the game under the cursor."
        names = [each.name for each in map(listed().get, self.picked) if each]
        told = ", ".join(f"{place} {name}" for place, name in enumerate(names, 1))
        count = f"{len(self.picked)} of at most {self.pick.most} picked"
        return f"{count}{': ' if told else ''}{told}"

    # -- keys ------------------------------------------------------------------------------

    def find(self, typed: str) -> None:
        present = self.item
        self.set_search(typed)
        found = find_matches(typed, catalogue(published=True).values())
        self._lines = list_game_lines([listed()[match.game.id] for match in found])
        best = [listed()[match.game.id] for match in found if match.rank is found[0].rank]
        self.show_rows(0)
        self.go_to(self.find_item(present if present in best else best[0]) or 0 if best else 0)

    def begins_search(self, character: str) -> bool:
        return character.isalnum() or character in "-'"

    def offers(self, do: str, item: object) -> bool:
        """Let Enter pick a game in a search, if several games are wanted."""
        if do in ("select", "pick_found"):
            return (do == "pick_found") == bool(self.search and self.pick.most > 1)
        return do != "pick" or not self.search

    async def click_row(self) -> None:
        self.action_pick()

    def action_pick_found(self) -> None:
        self.action_pick()
        self.find("")

    def action_pick(self) -> None:
        game = self.item
        if game is None:
            return
        if game.id in self.picked:
            self.picked.remove(game.id)
        elif len(self.picked) == self.pick.most:
            self.notice = f"You have picked {self.pick.most}: take one out first."
        else:
            self.picked.append(game.id)
        self.show_rows()

    def action_select(self) -> None:
        games = [*self.picked]
        if not games and self.pick.least == 1 and self.item:
            games = [self.item.id]
        if len(games) < self.pick.least:
            self.notice = f"Pick at least {self.pick.least} games with Space."
        elif self.pick.question:
            dialog = TextDialog(self.pick.question, refuses=self.pick.refuses, most=LONGEST)
            self.prompt(dialog, partial(self._take, games))
        else:
            self._take(games, "")

    def _take(self, games: Sequence[str], name: str) -> None:
        self.notice = fault_of(self.pick.then, games, name) or ""
