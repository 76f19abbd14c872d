"""A search that the player waits for. The dialog shows its progress and time; Esc stops it."""

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

from textual import work

from solterm.advice.workers import OFF, STOPPED, SearchFailed
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.play.view import View
from solterm.core.plural import count
from solterm.tui.screens.dialogs import Answer, Dialog

if TYPE_CHECKING:
    from solterm.advice.workers import Worker
    from solterm.sessions.winnables import Harvest, Wish
    from solterm.tui.base_app import BaseApp
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
    app: "BaseApp",
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


def find_winnable(screen: "BaseScreen[Any]", wish: "Wish", deal: Callable[[int], object]) -> None:
    """Deal a game that can be won: one found earlier, or search while the player waits."""
    app = screen.solterm

    def take(harvest: "Harvest") -> None:
        found = wish.shelf.take(wish.difficulty, harvest)
        if found is None:
            screen.notice = STOPPED
        else:
            deal(found)
            app.search.prefetch(wish)

    def say(sentence: str) -> None:
        screen.notice = sentence

    app.search.rest()
    if wish.shelf.has(wish.difficulty):
        take({})
        return
    title = "Looking for a deal that can be won"
    search(app, title, lambda answer: take(answer["found"]), say, "seek", **wish.question())


def tell_winnable(app: "BaseApp") -> str:
    """Say at the table that a deal can be won, and what helps."""
    return (
        f"This deal can be won. Hints may miss the way; {app.name_key('regain')} goes back to it."
    )


def tell_back(play: Play, undos: int, unknown: int, redo: str) -> str:
    """Say how many actions of a play were undone, and whether later positions are unknown.

    The search knows cards that the player may not have seen.
    """
    back = f"Back {count(undos, 'steps')}: winnable from here"
    if not View.of(play).is_open:
        back = f"{back}, knowing all cards"
    if unknown == undos:
        return f"{back}. Whether it was winnable later is unknown. {redo} steps forward."
    if unknown:
        later = f"{count(unknown, 'later positions')} {'is' if unknown == 1 else 'are'}"
        return f"{back}. {later} unchecked. {redo} steps forward."
    return f"{back}. {redo} steps forward."


def find_lost(
    screen: "BaseScreen[Any]", play: Play, then: Callable[[dict[str, Any]], object]
) -> None:
    """Find the move that lost a game, or a way to win it."""

    def say(sentence: str) -> None:
        screen.notice = sentence

    title = "Looking for a way to win, and where it was lost"
    search(screen.solterm, title, then, say, "analyse", **ask_about(screen.solterm, play))


def ask_about(app: "BaseApp", play: Play) -> dict[str, Any]:
    """Return what the tasks ``analyse`` and ``back`` get to know about a play."""
    known = {"record": record.write(play), "lost": app.search.lines.list_lost(play)}
    return {**known, "each": _EACH, "seconds": _IN_ALL}
