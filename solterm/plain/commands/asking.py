"""The commands that only answer, and those that ask the solver, which sees all cards."""

from solterm.advice.ask import OFF
from solterm.advice.choose import LONGER, name_way_out
from solterm.advice.knowledge import HOPELESS
from solterm.core.outcome import Outcome
from solterm.core.phrases import capitalize, count, times
from solterm.core.play import record as records
from solterm.core.refusal import Refusal
from solterm.core.words.describe import move_words, pile_name
from solterm.games import find
from solterm.manual.rules_pages import page
from solterm.plain import prose
from solterm.plain.commands import contest_commands
from solterm.plain.searching import BUSY, find_lost, judge, tell_exceptions
from solterm.plain.session import Reply, Session
from solterm.sessions.plays import tell_quit
from solterm.store.purpose import FREE

# -- what the player can see ----------------------------------------------------------------------


def moves(session: Session, _: str) -> Reply:
    """List the legal moves."""
    found = list(session.play.legal_moves)
    legal = tuple(map(session.play.text, found))
    listed = f"{count(len(legal), 'legal moves')}: {', '.join(legal)}."
    if session.settings.speech:
        words = (move_words(session.game, session.play.known, move) for move in found)
        told = (f"'{typed}': {said}." for typed, said in zip(legal, words, strict=True))
        listed = "\n".join([f"{count(len(legal), 'legal moves')}.", *told])
    return Reply(True, listed if legal else "No legal moves.", legal=legal)


def targets(session: Session, pile: str) -> Reply:
    """Say where the cards of a pile can go, the longest run first."""
    play = session.play
    if pile not in play.rules.index:
        raise Refusal(f"This game has no pile {pile!r}.")
    told = [move_words(session.game, play.known, m) for m in play.legal_moves if m.src == pile]
    if not told:
        return Reply(True, f"Nothing can leave {pile_name(session.game, pile)} now.")
    return Reply(True, f"{capitalize('; '.join(told))}.")


def why(session: Session, text: str) -> Reply:
    """Say whether a move is legal, and why not."""
    move = session.play.resolve(text)
    refusal = session.play.why_not(move)
    if refusal and (steps := session.play.steps(move)):
        return Reply(True, f"That is a shortcut: it stands for {len(steps)} single moves.")
    if refusal:
        return Reply(False, refusal)
    return Reply(True, f"That is legal: {move_words(session.game, session.play.known, move)}.")


def board(session: Session, name: str) -> Reply:
    """Show the table, or a board of scores."""
    if name:
        return contest_commands.board(session, name)
    title = session.title()
    return Reply(True, f"{title}\n{session.board()}")


def hint(session: Session, seconds: str) -> Reply:
    """Propose a move, found within half a second or the seconds named; each hint is counted."""
    most = _read_seconds("hint", seconds, "10")
    if session.on_screen:
        raise Refusal("On the screen, 'hint' stands alone in a line.")
    came_of_it = session.act("hint", lambda _: "").text
    play = session.play
    found = session.seat.hint(most).wait()
    typed = play.text(found.move) if found.move else None
    often = f" {times(found.turns)}" if found.turns > 1 else ""
    typing = f" Type '{typed}'{often}." if typed else ""
    back, longer = "'back'" if play.can_undo else "", "" if seconds else f"'hint {LONGER}'"
    if way_out := name_way_out(found, back, "'auto'", longer):
        typing = f" {way_out}" if found.plays_home else f"{typing} {way_out}"
    return Reply(True, f"{found.text}{typing} {came_of_it}".rstrip(), hint=typed)


def _read_seconds(verb: str, word: str, such: str) -> float | None:
    """Return the limit of a search; None without one."""
    if not word:
        return None
    if not (word.isascii() and word.isdecimal() and 0 < int(word) <= _LONGEST):
        raise Refusal(f"Write '{verb}', or give a limit in seconds: '{verb} {such}'.")
    return float(word)


def rules(session: Session, _: str) -> Reply:
    """Show the rules page of the game."""
    return Reply(True, page(session.play.game.id))


def score(session: Session, _: str) -> Reply:
    """Tell the score and its parts."""
    return Reply(True, f"{capitalize(prose.counts(session.play, session.kept.tour_points))}.")


def record(session: Session, _: str) -> Reply:
    """Write the game so far as text."""
    return Reply(True, "The record of this game:", record=session.kept.record())


def quit_game(session: Session, _: str) -> Reply:
    """Leave and keep the game."""
    session.ended = True
    if not session.has_game:
        return Reply(True, "Good-bye.")
    won = session.play.outcome is Outcome.WON and not session.play.mode
    kept = "The game is finished." if won else f"{capitalize(tell_quit(session.kept))}."
    return Reply(True, session.kept.unsaved or kept)


# -- the solver -----------------------------------------------------------------------------------


_SCORED = "The solver is off in contests, score sheets and the deal of the day."
_SECONDS = 10.0
"""The usual limit for one position."""
_STILL = "It can still be won from here."
_LONGEST = 600
"""The longest search of one position, in seconds."""
_SAID = {
    "yes": "It can be won from here.",
    "no": "It cannot be won from here{without}.",
    "unknown": "Undecided after {seconds:g} second{s} of processor time.{longer}",
    "": "This game is played for points; it can't be won.",
}


def solve(session: Session, seconds: str) -> Reply:
    """Say whether the game can be won from here; this uses cards you haven't seen."""
    _refuse_scored(session)
    most = _read_seconds("solve", seconds, "30") or _SECONDS
    found = judge(session.seat, most, BUSY)
    more = min(3 * most, _LONGEST)
    said = _SAID[found].format(
        seconds=most,
        s="s" * (most != 1),
        without=tell_exceptions(session.play),
        longer=f" 'solve {more:g}' searches longer." if more > most else "",
    )
    return Reply(True, said, winnable=found or None)


def lamp(session: Session, switch: str) -> Reply:
    """Turn on or off the lamp, which says after each action whether the game can be won."""
    if switch == "on" and session.context.is_solver_off:
        raise Refusal(OFF)
    session.seat.change_setting("lamp", switch)
    words = {
        "on": "The lamp is on: after each action it says whether the game can still be won.",
        "off": "The lamp is off.",
    }
    return Reply(True, words[switch])


def back(session: Session, _: str) -> Reply:
    """Undo to the last position that could be won."""
    _refuse_scored(session)
    seat, play = session.seat, session.play
    found = seat.find_way_back() or find_lost(session.seat, play)
    if found.undos is not None:
        session.done += seat.go_back(found)
        said = f"Back {count(found.undos, 'moves')}: winnable from here. 'redo' steps forward."
        return Reply(True, said if found.undos else _STILL, winnable="yes")
    if not seat.knowledge.is_hopeless(play):
        return Reply(True, "No winnable position is known.")
    seat.perform("hint")  # the verdict helps as one does
    return Reply(True, HOPELESS, winnable="no")


def analyse(session: Session, _: str) -> Reply:
    """Say where the game on the table was lost, or else the last finished one."""
    if session.has_game:
        _refuse_scored(session)
        play = session.play
    else:
        play = records.read(_find_finished(session)).replay(find)
    found = find_lost(session.seat, play)
    return Reply(True, found.told["text"], winnable=found.positions[-1])


def _find_finished(session: Session) -> str:
    """The record of the last finished game; ``Refusal`` if it may not be searched."""
    if session.context.is_solver_off:
        raise Refusal(OFF)
    finished = session.store.load_finished()
    if finished is None:
        raise Refusal("You have not finished a game yet.")
    if finished.row.purpose != FREE:
        raise Refusal(_SCORED)
    return str(finished.record)


def _refuse_scored(session: Session) -> None:
    """Raise ``Refusal`` in scored games, and on hosts without a solver."""
    if not session.kept.is_free:
        raise Refusal(_SCORED)
    if session.context.is_solver_off:
        raise Refusal(OFF)
