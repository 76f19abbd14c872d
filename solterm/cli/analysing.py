"""``solterm analyse``: finds where a recorded game was lost, and what would have won it."""

import json
from time import monotonic

from solterm.cli.console import Output
from solterm.cli.failure import Failure
from solterm.cli.reports import export, name_file, text_of
from solterm.cli.solving import showing
from solterm.cli.stopping import stopping
from solterm.core.play import record
from solterm.core.play.record import RecordError
from solterm.games import find
from solterm.solver.analysis import analyse, tell_analysis, tell_progress

_EACH = 5.0
"""Seconds for a position."""


def analyse_game(out: Output, file: str | None, seconds: float) -> str:
    """Analyse the game of a file or, without one, the latest finished game."""
    begun = monotonic()
    try:
        read = record.read(text_of(out.context, file) if file else export(out.context, 1))
        with stopping() as is_asked, showing(out, seconds, title="Analysing") as show:

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
                tell=lambda found: note(tell_progress(found.turning_point)),
                is_stopped=is_stopped,
            )
        found = tell_analysis(analysis)
    except RecordError as error:
        told = f"{name_file(file)}: {error}" if file else str(error)
        raise Failure(told) from None
    return json.dumps(found) if out.as_json else str(found["text"])
