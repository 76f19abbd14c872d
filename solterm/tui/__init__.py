"""The Textual program. Nothing of Textual is imported until `run` is called."""

import gc
import os
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
    from solterm.capabilities import is_colourless
    from solterm.core.play.play import Play
    from solterm.games import find
    from solterm.store.store import Store
    from solterm.tui.app import SoltermApp

    if is_colourless():
        os.environ["NO_COLOR"] = "1"  # Textual takes every terminal to have sixteen
    game = find(game_id) if game_id else None
    if game:
        Play(game, deal or 1, level or 3, options=options)
    app = SoltermApp(Store.to_play_with(), game, deal, level, options)
    status = app.run() or app.return_code or 0
    if app.report:
        raise Stopped(app.report)
    return status
