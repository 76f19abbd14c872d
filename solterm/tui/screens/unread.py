"""A suspended game that the store cannot read: the reason, and the choices."""

from collections.abc import Callable, Iterator

from solterm.core.phrases import tell_deal
from solterm.sessions.news import name_game
from solterm.sessions.report import Column
from solterm.store.entries import Saved
from solterm.store.kept import refuse_secret
from solterm.tui.screens.list_page import ListPage, ListRow, on_item


class UnreadScreen(ListPage[None]):
    """Offers to try again, to put the game aside, and to go to the menu."""

    ABOUT = """
solterm could not read a game that waits for you. The game stays stored as it is, and it does not
count as lost, whatever you choose here.
"""
    COLUMNS = (Column(), Column(shrinks=True))
    ARE_COMMANDS = True
    BINDINGS = [
        on_item("enter", "choose", "Choose", "Choose the line under the cursor"),
    ]

    def __init__(
        self,
        reason: str,
        saved: Saved | None,
        again: Callable[[], None],
        deal: Callable[[], None] | None,
    ) -> None:
        """``saved`` is the readable part of the game; ``deal`` puts it aside and plays another."""
        super().__init__()
        self.reason = reason
        self.saved = saved
        self._again = again
        self._deal = deal

    def title_text(self) -> str:
        if self.saved is None:
            return "This game cannot be read"
        deal = tell_deal(self.saved.row.deal)
        return f"This game cannot be read: {name_game(self.saved.row.game)}{deal}"

    def rows(self) -> Iterator[ListRow]:
        yield self._row("Try again", "The trouble may be over.", self._again)
        if self.saved:
            yield self._row("Put it aside", "F6, Saves, in the menu lists it.", self.put_aside)
            yield self._row("Write it to a file", "The readable part of its record.", self.export)
        if self._deal:
            yield self._row("Play another", "This one is put aside.", self._deal)
        yield self._row("The menu", "All games; this one waits.", self.action_back)

    def _row(self, name: str, about: str, do: Callable[[], None]) -> ListRow:
        return ListRow((name, about), do, self.reason)

    def put_aside(self) -> None:
        """Keep the game in the list of saved games, and go to the menu."""
        assert self.saved, "the list offers this with a known game only"
        self.seat.store.put_aside(self.saved.row.play_id)
        self.solterm.complain("The game is under F6, Saves.")
        self.doors.go_to_menu()

    def export(self) -> None:
        assert self.saved, "the list offers this with a known game only"
        refuse_secret(self.saved.row.deal)
        proposed = f"~/{self.saved.row.game}-{self.saved.deal}.txt"
        question = "Write the record to which file?"
        self.ask_for_file(question, proposed, str(self.saved.record))
