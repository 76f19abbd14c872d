"""A search that the player waits for. The dialog shows its progress and time; Esc stops it."""

from collections.abc import Callable, Mapping
from time import monotonic
from typing import TYPE_CHECKING, Any

from textual import work

from solterm.advice.workers import OFF, STOPPED, SearchFailed
from solterm.core.game import Game
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.plural import count
from solterm.sessions.winnable import pick, tell_rarity
from solterm.tui.screens.dialogs import Answer, Dialog

if TYPE_CHECKING:
    from solterm.advice.workers import Worker
    from solterm.tui.app import SoltermApp
    from solterm.tui.screens.base import BaseScreen

_EACH, _IN_ALL = 5.0, 60.0
"""Seconds for one position, and for a whole game."""
SearchResult = dict[str, Any] | str
"""The result of a search: an answer, or else a sentence with the reason."""


class SearchDialog(Dialog[SearchResult]):
    """Asks the worker a question and returns its answer, or what it knows when the player stops."""

    def __init__(self, title: str, task: str, **given: Any) -> None:
        """``task`` and ``given`` are the arguments of ``Worker.ask``."""
        super().__init__(
            f"{title}\nSearching ...",
            [Answer[SearchResult](("escape",), "Esc", "Stop", STOPPED)],
        )
        self._title = title
        self._asked = task
        self._given = given
        self._begun = monotonic()
        self._progress = ""
        self._result: SearchResult | None = None
        """What to return as soon as no other screen covers the dialog."""

    @property
    def _worker(self) -> "Worker":
        return self.solterm.search.worker

    def on_mount(self) -> None:
        self.set_interval(1.0, self._show_progress)
        self._search()

    @work
    async def _search(self) -> None:
        number = self._worker.ask(self._asked, **self._given)
        try:
            self._result = await self._worker.answer(number, self._tell)
        except SearchFailed as failure:
            self._result = str(failure)
        self._return()

    def _tell(self, progress: str) -> None:
        self._progress = progress
        self._show_progress()

    def _show_progress(self) -> None:
        passed = count(int(monotonic() - self._begun), "seconds")
        most = self._given.get("seconds")  # of processor time, so a busy machine takes longer
        searched = f"Searching for {passed}{f', of about {most:.0f} at most' if most else ''}"
        self.say("\n".join(filter(None, [self._title, searched, self._progress])))

    def _return(self) -> None:
        if self._result is not None and self.app.screen is self:
            self.dismiss(self._result)

    def on_screen_resume(self) -> None:
        self._return()

    def dismiss(self, result: SearchResult | None = None) -> Any:
        known = self._worker.known if result == STOPPED else None
        return super().dismiss({**known, "is_stopped": True} if known else result)


def search(
    app: "SoltermApp",
    title: str,
    then: Callable[[dict[str, Any]], object],
    otherwise: Callable[[str], object],
    task: str,
    **given: Any,
) -> None:
    """Ask the worker while the player waits; ``otherwise`` takes the sentence of a failure."""

    def tell(told: SearchResult | None) -> None:
        if isinstance(told, str):
            otherwise(told)
        elif told is not None:
            then(told)

    if app.context.is_solver_off:
        otherwise(OFF)
    else:
        app.push_screen(SearchDialog(title, task, **given), tell)


def find_winnable(
    screen: "BaseScreen[Any]",
    game: Game,
    level: int,
    options: Mapping[str, str],
    deal: Callable[[int, str], object],
) -> None:
    """Deal a game that can be won: one that is known, or search while the player waits.

    ``deal`` gets its number, and a sentence about what helps.
    """
    app = screen.solterm
    back = app.skin.name_key("regain")
    told = f"This deal can be won. Hints may miss the way; {back} goes back to it."
    if known := pick(app.store, game, level, options):
        deal(known, told)
        return
    title = f"{tell_rarity(game, level, options)}\nLooking for a deal that can be won".lstrip()
    given = {"game": game.id, "level": level, "options": dict(options)}

    def say(sentence: str) -> None:
        screen.notice = sentence

    search(app, title, lambda answer: deal(answer["deal"], told), say, "seek", **given)


def find_lost(
    screen: "BaseScreen[Any]", play: Play, then: Callable[[dict[str, Any]], object]
) -> None:
    """Find the move that lost a game, or a way to win it."""

    def say(sentence: str) -> None:
        screen.notice = sentence

    title = "Looking for a way to win, and where it was lost"
    search(screen.solterm, title, then, say, "analyse", **ask_about(screen.solterm, play))


def ask_about(app: "SoltermApp", play: Play) -> dict[str, Any]:
    """Return what the tasks ``analyse`` and ``back`` get to know about a play."""
    known = {"record": record.write(play), "lost": app.search.lines.list_lost(play)}
    return {**known, "each": _EACH, "seconds": _IN_ALL}
