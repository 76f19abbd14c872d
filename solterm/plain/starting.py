"""Start line mode: with a game, with the one left last, or with the menu."""

import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solterm.context import Context
    from solterm.plain.session import Session
    from solterm.sessions.plays import Start
    from solterm.sessions.publisher import Publisher
    from solterm.store.patience import Patience

_CHOICE = "'solterm list' lists all games; 'menu' shows what else there is to play."
_CHOICE_ON_A_HOST = "'menu' shows what else there is to play."
"""Advice for a player who named no game; a host has no shell."""


def play_in_lines(
    context: "Context",
    patience: "Patience",
    publisher: "Publisher | None" = None,
    start: "Start | None" = None,
    as_json: bool = False,
    offer: str = "",
) -> None:
    """Play a game in line mode; without one, the game left last or the first of the catalogue.

    A session of a host has a publisher. If the store cannot be opened, line mode says so and plays
    without it. Raises ``CannotResume`` if the suspended game cannot be read.
    """
    from solterm.games import catalogue
    from solterm.plain.session import Session
    from solterm.sessions import plays
    from solterm.store.settings import load_settings
    from solterm.store.store import Store

    store = Store.to_play_with(context, patience)
    settings, _ = load_settings(context)
    choice = _CHOICE
    if publisher:
        from solterm.sessions.welcome import greet

        choice, offer = _CHOICE_ON_A_HOST, " ".join(filter(None, [offer, greet(store)]))
    if start:
        kept, is_resumed, notice = plays.resume_or_deal(store, start, settings)
    else:
        first = next(iter(catalogue().values()))
        kept, is_resumed, notice = plays.resume_latest_or_deal(store, first, settings)
    notice = notice or ("Resuming where you left off." if is_resumed else "")
    told = " ".join(filter(None, [offer, notice, "" if start else choice]))
    _talk(Session(kept, publisher), as_json, told)


def converse(
    context: "Context",
    patience: "Patience",
    publisher: "Publisher | None" = None,
    offer: str = "",
    first: str = "",
    as_json: bool = False,
) -> None:
    """Start line mode without a game: with its menu, or the answer to a first line."""
    from solterm.plain.session import Session
    from solterm.store.store import Store

    session = Session(Store.to_play_with(context, patience), publisher)
    _talk(session, as_json, offer, first)


def _talk(session: "Session", as_json: bool, notice: str, first: str = "") -> None:
    """Answer line by line, after saying what is wrong with the store."""
    from solterm.plain.lines import Ending
    from solterm.plain.loop import run

    trouble = session.store.unsaved or session.store.loss
    if trouble and as_json:
        notice = f"{trouble} {notice}".rstrip()
    elif trouble:
        print(f"solterm: {trouble}", file=sys.stderr, flush=True)
    source = sys.stdin.buffer if sys.stdin else io.BytesIO()
    try:
        with _halting(session), Ending() as ending:
            run(session, source, sys.stdout, as_json, notice, first, ending)
    finally:
        session.end_search()


@contextmanager
def _halting(session: "Session") -> Iterator[None]:
    """Stop the worker on Ctrl+Z too; it is in another process group."""

    def suspend(*_: object) -> None:
        session.halt_search()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, suspend)

    if signal.getsignal(signal.SIGTSTP) is not signal.SIG_DFL:
        yield  # our parent handles or ignores it
        return
    signal.signal(signal.SIGTSTP, suspend)
    try:
        yield
    finally:
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
