"""The screen: its first picture stands before the framework that hears the keys is loaded."""

import gc
from collections.abc import Mapping


class Stopped(Exception):
    """The program had to end: a sentence for the player, with where a report lies."""


def run(
    *,
    game_id: str | None = None,
    deal: int | None = None,
    level: int | None = None,
    options: Mapping[str, str] | None = None,
) -> int:
    """Run the program in this terminal and answer its exit code.

    Raises ``ValueError`` with a sentence for an unknown game, deal, level or option, before the
    screen is touched, and ``Stopped`` when something unforeseen has ended it.
    """
    # What is imported stays; looking for garbage in it costs a tenth of the start.
    gc.disable()
    from solterm.core.play.play import Play
    from solterm.games import find
    from solterm.store.store import Store
    from solterm.tui.app import SoltermApp
    from solterm.tui.terminal.display import Display

    game = find(game_id) if game_id else None
    if game:
        Play(game, deal or 1, level or 3, options=options)
    app = SoltermApp(Store.to_play_with(), game, deal, level, options)
    display = app.display = Display()
    app.resize(*display.tty.size)
    app.open()
    try:
        display.enter()
        # Not before the picture stands: an event loop takes its time to load.
        from solterm.tui.terminal.evening import spend

        spend(app, display)
    finally:
        display.leave()
    if app.report:
        raise Stopped(app.report)
    return app.status or 0
