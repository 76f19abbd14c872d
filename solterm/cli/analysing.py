"""``solterm analyse``: where a recorded game was lost, and what would have won it."""

import json
from time import monotonic

from solterm.cli.reports import ReportError, export, name_file, text_of
from solterm.cli.solving import showing, stopping
from solterm.core.play import record
from solterm.core.play.record import RecordError
from solterm.games import find
from solterm.solver.analysis import analyse
from solterm.solver.telling import tell_analysis

_EACH = 5.0
"""Seconds for a position."""


def analyse_game(file: str | None, seconds: float, as_json: bool) -> str:
    """Where the game of a file was lost; without one, the latest finished game."""
    begun = monotonic()
    try:
        read = record.read(text_of(file) if file else export(1))
        with stopping() as is_asked, showing(seconds) as show:

            def is_stopped() -> bool:
                show(monotonic() - begun)
                return is_asked()

            each = min(_EACH, seconds)
            found = tell_analysis(analyse(read, find, each, seconds, is_stopped=is_stopped))
    except RecordError as error:
        told = f"{name_file(file)}: {error}" if file else str(error)
        raise ReportError(told) from None
    return json.dumps(found) if as_json else str(found["text"])
