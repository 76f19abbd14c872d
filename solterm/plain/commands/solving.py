"""Commands that ask the solver, which sees all cards."""

from solterm.core.play import record
from solterm.plain.base import BaseSession
from solterm.plain.reply import Reply
from solterm.plain.searching import BUSY, tell_exceptions
from solterm.sessions.workers import HOPELESS, OFF
from solterm.store.purpose import FREE, Purpose

_SCORED = "The solver is off in contests, score sheets and the deal of the day."
_SECONDS = 10.0
"""The usual limit for one position."""
_EACH, _IN_ALL = 5.0, 60.0
"""Seconds for one position, and for a whole game."""
_STILL = "It can still be won from here."
_LONGEST = 600
"""The longest search of one position, in seconds."""
_SAID = {
    "yes": "It can be won from here.",
    "no": "It cannot be won from here{without}.",
    "unknown": "Undecided after {seconds:g} second{s} of processor time.{longer}",
    "": "This game is played for points; it can't be won.",
}


def solve(session: BaseSession, seconds: str) -> Reply:
    """Say whether the game can be won from here; this uses cards you haven't seen."""
    _refuse_on_screen(session, "the lamp says that: 'lamp on'")
    _refuse_scored(session)
    if seconds and not (seconds.isascii() and seconds.isdecimal() and 0 < int(seconds) <= _LONGEST):
        raise ValueError("Write 'solve', or give a limit in seconds: 'solve 30'.")
    most = float(seconds or _SECONDS)
    found = session.searcher.judge(session.play, most, BUSY)
    more = min(3 * most, _LONGEST)
    said = _SAID[found].format(
        seconds=most,
        s="s" * (most != 1),
        without=tell_exceptions(session.play),
        longer=f" 'solve {more:g}' searches longer." if more > most else "",
    )
    return Reply(True, said, winnable=found or None)


def lamp(session: BaseSession, switch: str) -> Reply:
    """Turn on or off the lamp, which says after each action whether the game can be won."""
    if switch not in ("on", "off"):
        raise ValueError("Write 'lamp on' or 'lamp off'.")
    if switch == "on" and session.context.is_solver_off:
        raise ValueError(OFF)
    session.change_setting("lamp", switch)
    if not session.on_screen:
        session.searcher.is_lit = switch == "on"
    words = {
        "on": "The lamp is on: after each action it says whether the game can still be won.",
        "off": "The lamp is off.",
    }
    return Reply(True, words[switch])


def back(session: BaseSession, _: str) -> Reply:
    """Undo to the last position that could be won."""
    _refuse_on_screen(session, "a key does that: Tab shows which")
    _refuse_scored(session)
    play = session.play
    if not play.can_undo:
        session.kept.perform("undo")  # the play says why not
    hints = session.searcher.hints
    if hints.is_hopeless(play):
        session.kept.perform("hint")  # the verdict helps as one does
        return Reply(True, HOPELESS, winnable="no")
    if hints.knows_win(play):
        session.kept.perform("hint")
        return Reply(True, _STILL, winnable="yes")
    text = record.write(play)
    answer = session.searcher.ask("back", _IN_ALL, BUSY, record=text, each=_EACH)
    undos = answer["undos"]
    if answer["is_hopeless"] or undos >= 0:
        session.kept.perform("hint")
    if answer["is_hopeless"]:
        hints.give_up(play)
        return Reply(True, HOPELESS, winnable="no")
    if undos < 0:
        return Reply(True, "No winnable position is known.")
    for _count in range(undos):
        session.act("undo", lambda *_: "")
    hints.follow(play, answer["moves"])
    session.kept.keep_way(answer["moves"])
    if undos == 0:
        return Reply(True, _STILL, winnable="yes")
    said = f"Back {undos} move{'s' * (undos != 1)}: winnable from here. 'redo' steps forward."
    return Reply(True, said, winnable="yes")


def analyse(session: BaseSession, _: str) -> Reply:
    """Say where the game on the table was lost, or else the last finished one."""
    _refuse_on_screen(session, "F9 ends the game, and L tells it then")
    if session.has_game:
        _refuse_scored(session)
        text = record.write(session.play)
    else:
        text = _find_finished(session)
    answer = session.searcher.ask("analyse", _IN_ALL, BUSY, record=text, each=_EACH)
    return Reply(True, answer["text"], winnable=answer["positions"][-1])


def _find_finished(session: BaseSession) -> str:
    """The record of the last finished game; ``ValueError`` if it may not be searched."""
    if session.context.is_solver_off:
        raise ValueError(OFF)
    finished = session.store.load_finished()
    if finished is None:
        raise ValueError("You have not finished a game yet.")
    if Purpose.parse(finished.context) != FREE:
        raise ValueError(_SCORED)
    return str(finished.record)


def _refuse_scored(session: BaseSession) -> None:
    """Raise ``ValueError`` in scored games, and on hosts without a solver."""
    if not session.kept.is_free:
        raise ValueError(_SCORED)
    if session.context.is_solver_off:
        raise ValueError(OFF)


def _refuse_on_screen(session: BaseSession, instead: str) -> None:
    """Raise ``ValueError`` in the screen's command line, which cannot wait."""
    if session.on_screen:
        raise ValueError(f"On the screen, {instead}.")
