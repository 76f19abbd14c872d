"""``solterm analyse``: finds where a recorded game was lost, and what would have won it."""

import json
from time import monotonic

from solterm.cli.reports import ReportError, export, name_file, text_of
from solterm.cli.solving import showing
from solterm.cli.stopping import stopping
from solterm.context import Context
from solterm.core.play import record
from solterm.core.play.record import RecordError
from solterm.games import find
from solterm.solver.analysis import analyse
from solterm.solver.report import tell_analysis, tell_left, tell_progress

_EACH = 5.0
"""Seconds for a position."""


def analyse_game(context: Context, file: str | None, seconds: float, as_json: bool) -> str:
    """Analyse the game of a file or, without one, the latest finished game."""
    begun = monotonic()
    try:
        read = record.read(text_of(context, file) if file else export(context, 1))
        with stopping() as is_asked, showing(seconds, title="Analysing") as show:

            def is_stopped() -> bool:
                show(monotonic() - begun)
                return is_asked()

            def note(said: str) -> None:
                show(monotonic() - begun, note=said)

            analysis = analyse(
                read,
                find,
                min(_EACH, seconds),
                seconds,
                tell=lambda turn: note(tell_progress(turn)),
                is_stopped=is_stopped,
                tell_left=lambda left: note(tell_left(left)),
            )
        found = tell_analysis(analysis)
    except RecordError as error:
        told = f"{name_file(file)}: {error}" if file else str(error)
        raise ReportError(told) from None
    return json.dumps(found) if as_json else str(found["text"])
