"""Reports on the analysis of a game, in sentences and as values for other programs."""

from typing import Any

from solterm.core.move import Move
from solterm.core.play.events import find_move
from solterm.core.table import Table
from solterm.core.words.describe import describe_moves, move_words
from solterm.solver.analysis import Analysis, Moment, TurningPoint
from solterm.solver.verdict import Finding, Verdict

_SHOWN = 6
"""How many moves of a winning line the report shows."""
_WINNABLE = {Finding.WON: "yes", Finding.LOST: "no", Finding.UNDECIDED: "unknown"}
"""The words that programs get for findings."""


def tell_progress(point: TurningPoint) -> str:
    """Return how far the search for the turning point is, in words."""
    looked = sum(1 for verdict in point.verdicts.values() if verdict.positions)
    won = -1 if point.last_won is None else point.last_won
    lost = point.length if point.first_lost is None else point.first_lost
    left = max(0, lost - won - 1)
    judged = f"{looked} position{'s' * (looked != 1)} judged"
    return f"{judged}; {left} of {point.length} may be where it turned"


def tell_analysis(found: Analysis) -> dict[str, Any]:
    """Return where a game was lost, as values of JSON; ``text`` says it in sentences."""
    point, move, stretch = found.turning_point, found.move, found.stretch
    undecided = Verdict(Finding.UNDECIDED)
    verdicts = [point.verdicts.get(place, undecided) for place in range(point.length)]
    return {
        "text": _sentences(found),
        "game": found.game.id,
        "level": found.level,
        "won": found.is_won,
        "positions": [_WINNABLE[verdict.finding] for verdict in verdicts],
        "steps": [moment.step for moment in found.trail],
        "lost_by": _place(found, move) if move else None,
        "between": [_place(found, each) for each in stretch] if stretch else None,
        "would_win": found.rules.record_texts(_table_won(found), found.way),
        # The protocol has these fields; no move is compared.
        "harder": [],
        "all_compared": True,
    }


def _sentences(found: Analysis) -> str:
    point, move, stretch = found.turning_point, found.move, found.stretch
    if found.is_won:
        return "This game was won."
    if point.last_won == point.length - 1:
        return f"The last position can still be won: {_way_begins(found)}."
    if move:
        return (
            f"It was lost by step {move.step}, {_event(found, move)}."
            f" Before it, this would have won: {_way_begins(found)}."
        )
    if stretch:
        first, last = stretch
        between = (
            f"between step {first.step}, {_event(found, first)},"
            f" and step {last.step}, {_event(found, last)}"
        )
        if point.last_won is None:
            return f"If this deal can be won, the game was lost {between}."
        return (
            f"It was lost {between}; the search did not find which move lost it."
            f" Before step {first.step}, this would have won: {_way_begins(found)}."
        )
    if point.first_lost == 0:
        return "This deal cannot be won at this level. None of your moves lost it."
    if point.last_won is not None:
        moment = found.trail[point.last_won]
        return (
            f"After step {moment.step} it could still be won: {_way_begins(found)}."
            " The search did not decide the later positions."
        )
    return "Undecided: the search found neither a win nor a loss."


def _way_begins(found: Analysis) -> str:
    """Say the first moves that would have won from the last winnable position."""
    shown = ", ".join(describe_moves(found.rules, _table_won(found), found.way[:_SHOWN]))
    return f"{shown} and so on" if len(found.way) > _SHOWN else shown


def _table_won(found: Analysis) -> Table:
    return found.rules.settle(found.trail[found.turning_point.last_won or 0].table)


def _place(found: Analysis, moment: Moment) -> dict[str, Any]:
    return {"step": moment.step, "move": _typed(found, moment)}


def _typed(found: Analysis, moment: Moment) -> str:
    """Return an event as line mode reads it; older records omit a count of one."""
    try:
        move = find_move(moment.event)
    except ValueError:
        move = None
    if move is None:
        return moment.event
    return found.game.rules(moment.level).record_text(_before(found, moment), move)


def _event(found: Analysis, moment: Moment) -> str:
    try:
        game = found.game.rules(moment.level).game
        return move_words(game, _before(found, moment), Move.parse(moment.event))
    except (ValueError, IndexError, KeyError):
        return _typed(found, moment)


def _before(found: Analysis, moment: Moment) -> Table:
    return found.trail[found.trail.index(moment) - 1].table
