"""``solterm play ID --winnable``: finds a deal that can be won."""

import sys
from time import monotonic

from solterm.cli.console import Output
from solterm.cli.solving import showing
from solterm.cli.stopping import hearing_escape, stopping
from solterm.sessions.winnables import Wish, tell_rarity
from solterm.sessions.workers import OFF
from solterm.solver.winnable import Found, seek_by

_KEYS = "Esc or Ctrl+C"


def find_deal(out: Output, wish: Wish) -> int | None:
    """Return a winnable deal, kept or found now; None if the player stops the search.

    Keeps the others it finds. Raises ``ValueError`` with a sentence if there can be none.
    """
    if wish.context.is_solver_off:
        raise ValueError(OFF)
    shelf = wish.shelf
    if deal := shelf.take(wish.difficulty):
        return deal
    if (warning := tell_rarity(wish.game, wish.level)) and sys.stderr:
        print(f"{warning} {_KEYS} stops the search.", file=sys.stderr, flush=True)
    begun = monotonic()
    with stopping() as is_asked, hearing_escape() as is_escaped, showing(out, None, _KEYS) as show:

        def is_stopped() -> bool:
            show(monotonic() - begun)
            return is_asked() or is_escaped()

        chosen = wish.game.with_options(dict(wish.options))
        known = [Found(*each) for each in shelf.uncompared]
        found = seek_by(*(wish.difficulty, chosen, wish.level), is_stopped=is_stopped, known=known)
    return shelf.take(wish.difficulty, found)
