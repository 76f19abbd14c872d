"""The screen: a Textual application in the player's terminal."""

import gc
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from solterm.core.refusal import Refusal
from solterm.wire.launch import Loading

if TYPE_CHECKING:
    from datetime import date

    from solterm.context import Context
    from solterm.core.play.record import Record
    from solterm.sessions.host_link import HostLink
    from solterm.sessions.plays import Start
    from solterm.store.patience import Patience
    from solterm.tui.app import SoltermApp


class Stopped(Refusal):
    """The program crashed, or has no screen to run on: a sentence for the player."""


def run(
    context: "Context",
    patience: "Patience",
    host: "HostLink | None" = None,
    *,
    start: "Start | None" = None,
) -> int:
    """Run the program in this terminal and return its exit code.

    ``host`` is the connection of a session to its host. ``start`` is the game to resume or deal;
    None the one left last, or the menu.

    Raises ``Refusal`` with a sentence for an unknown deal, level or option, before the screen
    is touched, and ``Stopped`` after a crash.
    """
    from solterm.core import deals, levels

    if start:
        start.game.with_options(start.options)
        levels.check(start.level or 3)
        deals.check(start.deal or 1)
    wanted = (start.game, start.deal, start.level, start.options) if start else (None,) * 4
    return _run(context, patience, lambda app: app.open(), *wanted, host)


def show_day(context: "Context", patience: "Patience", day: "date | None") -> int:
    """Show the page of a deal of the day, by default today's, and return the exit code.

    Raises ``Stopped`` as ``run`` does.
    """
    return _run(context, patience, lambda app: app.game_doors.play_daily(day))


def show_record(context: "Context", patience: "Patience", title: str, text: "Record") -> int:
    """Show a record step by step in this terminal and return the program's exit code.

    Raises ``RecordError`` if it is damaged or illegal, and ``Stopped`` as ``run`` does.
    """

    return _run(context, patience, lambda app: app.doors.show_replay(title, text))


def _run(
    context: "Context",
    patience: "Patience",
    open_first: "Callable[[SoltermApp], None]",
    *wanted: Any,
) -> int:
    with Loading():
        from solterm.store.store import Store
        from solterm.tui.app import SoltermApp
        from solterm.tui.textual_hooks import WrongDriver
    gc.disable()  # what the first screen loads stays, too

    try:
        app = SoltermApp(Store.to_play_with(context, patience), *wanted)
    except WrongDriver as error:
        raise Stopped(str(error)) from None

    def opening() -> None:
        open_first(app)
        app.call_after_refresh(_collect_garbage)

    app.opening = opening
    status = app.run()
    if not app.seat.store.flush():
        print("solterm: The last moves could not be saved.", file=sys.stderr)
    if app.report:
        raise Stopped(app.report)
    if app.seat.host.farewell:
        print(app.seat.host.farewell)
    return status or 0


def _collect_garbage() -> None:
    gc.freeze()
    gc.enable()
