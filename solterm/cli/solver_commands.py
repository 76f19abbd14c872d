"""Ask the solver: ``solve`` a deal, ``analyse`` a game, find a deal for ``play --winnable``."""

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from solterm.advice.analysis import analyse, tell_analysis, tell_progress
from solterm.advice.ask import OFF
from solterm.advice.steps import tell_moves
from solterm.cli.console import Output, Task, is_terminal, say
from solterm.cli.long_tasks import hearing_escape, progress, stopping
from solterm.cli.reports import find_record, name_file, read_record, read_start_of, tell_steps
from solterm.context import Context
from solterm.core import deals
from solterm.core.move import Move
from solterm.core.phrases import count
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.play.record import RecordError
from solterm.core.refusal import Refusal
from solterm.core.words.notation import write_moves
from solterm.games import find
from solterm.plain import prose
from solterm.sessions.plays import NONE_SOUGHT, Start, pick, tell_rarity
from solterm.solver import Finding, Limit, Verdict, solve
from solterm.solver.seek import seek
from solterm.store.patience import Patience
from solterm.store.settings import load_settings
from solterm.store.store import Store

_ENDED = {
    "seconds": "time ran out",
    "positions": "it reached its limit of positions",
    "memory": "it reached its limit of memory",
    "stopped": "it was stopped",
    "cut": "this method covers only some positions, and has searched them all",
}
"""Why a search ended, to end a sentence."""
_EACH = 5.0
"""Seconds for a position of a game to analyse."""
_KEYS = "Esc or Ctrl+C"
"""The keys that stop the search for a winnable deal."""


def solve_deal(args: Namespace, out: Output) -> str:
    """Return a way to win a deal or a board, or the best play found, else the verdict.

    A terminal gets the moves in words, a pipe a record, if ``--format`` asks for nothing else.
    """
    _check_solver(out.context)
    start = read_start_of(args, out.context)
    play = Play(start.game, start.deal or deals.FIRST, start.level or 3, options=start.options)
    form = args.format or ("record" if args.record or not is_terminal(sys.stdout) else "text")
    if form == "fc-solve":
        write_moves(play.game, (), form)  # refuses other games before the search
    begun = monotonic()
    with _searching(out, args.seconds) as (is_stopped, _):
        verdict = solve(play.rules, play.table, Limit(args.seconds, is_stopped=is_stopped))
    way = list(tell_moves(play.rules, play.table, verdict.moves))
    for move in verdict.moves:
        play.push(move)
    if out.as_json:
        return json.dumps(_describe(play, verdict, monotonic() - begun))
    told = f"{prose.title(play)}: {tell_verdict(verdict, play)}"
    if not verdict.moves:
        return told
    if form == "text":
        return f"{tell_steps(told, way)}\n--record prints the moves as they are typed."
    if verdict.best is not None:
        print(told, file=sys.stderr)
    if form == "record":
        return record.write(play)
    return write_moves(play.game, map(Move.parse, play.events), form)


def tell_verdict(verdict: Verdict, play: Play) -> str:
    """Return what a search found out about a play, in a sentence."""
    looked = f"{count(verdict.positions, 'positions')} searched"
    if verdict.best is not None:
        own = play.game.own_score
        words = (own if own and own.is_moves else play.rules.goal).words
        proved = "no better result is possible" if verdict.is_best else "a better result may exist"
        return f"at best {words(verdict.best)} ({proved}; {looked})."
    match verdict.finding:
        case Finding.WON:
            return f"it can be won ({looked})."
        case Finding.LOST:
            return f"it cannot be won ({looked}, all of them)."
        case Finding.UNDECIDED:
            return f"undecided: {_ENDED[verdict.ended_by]} ({looked})."


def _describe(play: Play, verdict: Verdict, seconds: float) -> dict[str, object]:
    return {
        "game": play.game.id,
        "deal": play.deal,
        "level": play.start_level,
        "finding": str(verdict.finding),
        "positions": verdict.positions,
        "seconds": round(seconds, 3),
        "ended_by": verdict.ended_by,
        "best": verdict.best,
        "is_best": verdict.is_best,
        "moves": play.events,
        "record": record.write(play) if verdict.moves else None,
    }


def analyse_game(args: Namespace, out: Output) -> str:
    """Analyse the game of a file or, without one, the latest finished game."""
    _check_solver(out.context)
    file, seconds = args.file, args.seconds
    try:
        context = out.context
        read = record.read(read_record(context, file) if file else find_record(context, 1))
        with _searching(out, seconds, title="Analysing") as (is_stopped, note):
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
        raise Refusal(told) from None
    return json.dumps(found) if out.as_json else str(found["text"])


def find_winnable(args: Namespace, start: Start, out: Output) -> Start:
    """Return a start with a deal that can be won, known or found now."""
    if start.deal:
        args.parser.error("--deal chooses a deal and --winnable finds one: use only one of them")
    level = start.level or load_settings(out.context)[0].level
    store = Store.to_play_with(out.context, Patience(say))
    deal = pick(store, start.game, level, start.options) or _search_deal(out, start, level)
    return start._replace(deal=deal, level=level)


def _search_deal(out: Output, start: Start, level: int) -> int:
    _check_solver(out.context, NONE_SOUGHT)
    with hearing_escape() as is_escaped:
        if (warning := tell_rarity(start.game, level, start.options)) and sys.stderr:
            print(f"{warning} {_KEYS} stops the search.", file=sys.stderr, flush=True)
        with _searching(out, None, _KEYS) as (is_asked, _):
            game = start.game.with_options(start.options)
            found = seek(game, level, is_stopped=lambda: is_asked() or is_escaped())
    if found is None:
        raise Refusal("Search stopped.")
    return found[0]


def _check_solver(context: Context, reason: str = OFF) -> None:
    """Raise ``Refusal`` on a host that has turned off the solver."""
    if context.is_solver_off:
        raise Refusal(reason)


@contextmanager
def _searching(
    out: Output, seconds: float | None, keys: str = "Ctrl+C", title: str = "Searching"
) -> Iterator[tuple[Callable[[], bool], Callable[[str], None]]]:
    """Show how long a search has taken, and which keys stop it.

    Yields two functions: whether it is stopped, which the search asks often, and one to note
    what it has found so far.
    """
    task = Task(title, seconds, is_timed=True, hint=f"{keys} stops")
    with stopping() as is_asked, progress(out, task) as shown:

        def is_stopped() -> bool:
            shown.update(0)
            return is_asked()

        yield is_stopped, lambda said: shown.update(0, note=said)
