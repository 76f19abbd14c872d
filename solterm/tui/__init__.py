"""The screen: a Textual application in the player's terminal."""

import gc
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solterm.core.play.record import Record
    from solterm.sessions.winnables import Wish
    from solterm.tui.app import SoltermApp


class Stopped(Exception):
    """The program had to end: a sentence for the player, with where a report lies."""


def run(
    *,
    game_id: str | None = None,
    deal: int | None = None,
    level: int | None = None,
    options: Mapping[str, str] | None = None,
    wish: "Wish | None" = None,
) -> int:
    """Run the program in this terminal and answer its exit code.

    A wish says what kind of deal the named one is, to have the next one like it sought ahead.

    Raises ``ValueError`` with a sentence for an unknown game, deal, level or option, before the
    screen is touched, and ``Stopped`` when something unforeseen has ended it.
    """
    # What is imported stays; looking for garbage in it costs a tenth of the start.
    gc.disable()
    from solterm.core import deals, levels
    from solterm.games import find

    game = find(game_id) if game_id else None
    if game:
        game.with_options(options or {})
        levels.check(level or 3)
        deals.check(deal or 1)
    return _run(lambda app: app.open(), game, deal, level, options, wish)


def show_record(title: str, text: "Record") -> int:
    """Show a record step by step in this terminal and answer the program's exit code.

    Raises ``RecordError`` when it does not hold, and ``Stopped`` as ``run`` does.
    """
    return _run(lambda app: app.show_replay(title, text, over=False))


def _run(open_first: "Callable[[SoltermApp], None]", *wanted: Any) -> int:
    gc.disable()
    from solterm.store.store import Store
    from solterm.tui.app import SoltermApp

    app = SoltermApp(Store.to_play_with(), *wanted)
    app.opening = lambda: open_first(app)
    gc.freeze()
    gc.enable()
    status = app.run()
    if not app.store.flush():
        print("solterm: The last moves could not be saved.", file=sys.stderr)
    if app.report:
        raise Stopped(app.report)
    if app.hall.farewell:
        print(app.hall.farewell)
    return status or 0
