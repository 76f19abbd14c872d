"""``solterm play ID --winnable``: the number of a deal that can be won."""

from collections.abc import Mapping
from time import monotonic

from solterm.cli.escaping import hearing_escape
from solterm.cli.solving import showing, stopping
from solterm.core.game import Game
from solterm.sessions.winnables import Shelf
from solterm.sessions.workers import OFF, is_off
from solterm.solver.winnable import seek_by
from solterm.store import place
from solterm.store.settings import load_own

_KEYS = "ESC or Ctrl+C"


def find_deal(
    game: Game, level: int | None, options: Mapping[str, str], difficulty: str
) -> int | None:
    """A deal that can be won, kept or found now; None where the player stops the search.

    Raises ``ValueError`` with a sentence where there can be none.
    """
    if is_off():
        raise ValueError(OFF)
    home = place.home()
    level = level or load_own()[0].level
    shelf = Shelf(home, game, level, options)
    if deal := shelf.take(difficulty):
        return deal
    begun = monotonic()
    with stopping() as is_asked, hearing_escape() as is_escaped, showing(None, _KEYS) as show:

        def is_stopped() -> bool:
            show(monotonic() - begun)
            return is_asked() or is_escaped()

        chosen = game.with_options(dict(options))
        deals = seek_by(difficulty, chosen, level, is_stopped=is_stopped)
    deal = deals.pop(difficulty, None)
    shelf.keep(deals)
    return deal
