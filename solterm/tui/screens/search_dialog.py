"""A search that the player waits for. The dialog shows its progress and time; Esc stops it."""

from collections.abc import Callable, Mapping
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from textual import work

from solterm.advice.ask import IN_ALL, OFF, STOPPED, SearchFailed, Worker
from solterm.advice.pipe import AskDeal
from solterm.core.game import Game
from solterm.core.phrases import count
from solterm.core.play.play import Play
from solterm.sessions.plays import NONE_SOUGHT, pick, tell_rarity
from solterm.sessions.seat import Seat
from solterm.tui.screens.dialogs import Answer, Dialog

if TYPE_CHECKING:
    from solterm.tui.app import SoltermApp

Asking = Callable[[Seat], int]
"""Asks a question and returns its number."""


class SearchResult(NamedTuple):
    """What came of a search."""

    answer: Any = None
    """The kind of answer that the question names."""
    failed: str = ""
    """Why there is none, as a sentence."""
    is_stopped: bool = False
    """Whether the player stopped it; the answer is what was known by then."""


class SearchDialog(Dialog[SearchResult]):
    """Asks the worker a question and returns its answer, or what it knows when the player stops."""

    def __init__(self, title: str, ask: Asking, seconds: float | None) -> None:
        """``seconds`` are the most that it takes, of processor time."""
        stop = SearchResult(failed=STOPPED, is_stopped=True)
        super().__init__(
            f"{title}\nSearching ...", [Answer[SearchResult](("escape",), "Esc", "Stop", stop)]
        )
        self._title = title
        self._ask = ask
        self._seconds = seconds
        self._begun = monotonic()
        self._progress = ""
        self._result: SearchResult | None = None
        """What to return as soon as no other screen covers the dialog."""

    @property
    def _worker(self) -> Worker:
        return self.seat.worker

    def on_mount(self) -> None:
        self.set_interval(1.0, self._show_progress)
        self._search()

    @work
    async def _search(self) -> None:
        number = self._ask(self.seat)
        try:
            self._result = SearchResult(await self._worker.answer(number, self._tell))
        except SearchFailed as failure:
            self._result = SearchResult(failed=str(failure))
        self._return()

    def _tell(self, progress: str) -> None:
        self._progress = progress
        self._show_progress()

    def _show_progress(self) -> None:
        passed = count(int(monotonic() - self._begun), "seconds")
        most = self._seconds  # of processor time, so a busy machine takes longer
        searched = f"Searching for {passed}{f', of about {most:.0f} at most' if most else ''}"
        self.say("\n".join(filter(None, [self._title, searched, self._progress])))

    def _return(self) -> None:
        if self._result is not None and self.app.screen is self:
            self.dismiss(self._result)

    def on_screen_resume(self) -> None:
        self._return()

    def dismiss(self, result: SearchResult | None = None) -> Any:
        if result and result.is_stopped:
            result = result._replace(answer=self._worker.known)
        return super().dismiss(result)


def search(
    app: "SoltermApp",
    title: str,
    ask: Asking,
    then: Callable[[SearchResult], object],
    seconds: float | None = None,
    otherwise: Callable[[], object] | None = None,
) -> None:
    """Ask while the player waits; a failure becomes a message, or calls ``otherwise``."""

    def tell(result: SearchResult | None) -> None:
        if result and result.answer is not None:
            then(result)
        elif result and otherwise:
            otherwise()
        elif result:
            app.base_screen.say(result.failed)

    if app.context.is_solver_off:
        app.base_screen.say(OFF)
    else:
        app.push_screen(SearchDialog(title, ask, seconds), tell)


def find_winnable(
    app: "SoltermApp",
    game: Game,
    level: int,
    options: Mapping[str, str],
    deal: Callable[[int, Mapping[str, str], str], object],
    otherwise: Callable[[], object] | None = None,
) -> None:
    """Deal a game that can be won: one that is known, or search while the player waits.

    ``deal`` gets its number, the options, and a sentence about what helps. A search without a
    result becomes a message, or calls ``otherwise``.
    """
    back = app.skin.name_key("regain")
    told = f"This deal can be won. Hints may miss the way; {back} goes back to it."
    if known := pick(app.seat.store, game, level, options):
        deal(known, options, told)
    elif app.context.is_solver_off:
        app.base_screen.say(NONE_SOUGHT)
    else:
        title = f"{tell_rarity(game, level, options)}\nLooking for a deal that can be won".lstrip()
        question = AskDeal(game.id, dict(options), level)

        def take(result: SearchResult) -> None:
            deal(result.answer.number, options, told)
            app.seat.learn_win(result.answer.moves)

        search(app, title, lambda seat: seat.worker.ask(question), take, otherwise=otherwise)


def find_lost(
    app: "SoltermApp",
    play: Play,
    then: Callable[[SearchResult], object],
    title: str = "Looking for a way to win, and where it was lost",
) -> None:
    """Find the move that lost a game, or a way to win it."""
    search(app, title, lambda seat: seat.where_lost(play), then, IN_ALL)
