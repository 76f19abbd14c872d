"""Ending a game, in the words of KLONCAN: its result, and whether to play again."""

from functools import partial

from solterm.contests import titles
from solterm.contests.contest import Fate
from solterm.contests.result_words import headline
from solterm.core.levels import offer
from solterm.plain.base import BaseSession, Reply
from solterm.plain.commands import contest_commands, sheet_commands
from solterm.sessions import ending, score_sheets
from solterm.sessions.plays import Start


def end(session: BaseSession, _: str) -> Reply:
    """Show the result of the game on the table; only leaving it writes anything."""
    kept = session.kept
    if kept.purpose.is_contest and kept.play.tally.won:
        return contest_commands.end_game(session)
    if kept.purpose.is_contest:
        question = titles.end_question(kept.purpose)
        return session.confirm(
            question, partial(contest_commands.end_game, session), "The game goes on."
        )
    told = [headline(kept.play)]
    for name, value, note in ending.result(kept):
        told.append(f"{name}: {value}{f' ({note})' if note else ''}.")
    told.append(ending.row_words(kept, ending.fate_of(session.store, kept)))
    levels = kept.play.game.offered_levels
    told.append(
        f"Press {offer(levels)} to play again at that level, Q to quit; anything else stays here."
    )
    answers = {str(level): partial(_ask_row, session, level) for level in sorted(levels)}
    return session.ask("\n".join(filter(None, told)), {**answers, "q": lambda: _ask_row(session)})


def _ask_row(session: BaseSession, level: int | None = None) -> Reply:
    """Ask before replacing a better result, then leave the game."""
    kept = session.kept
    there = ending.standing_row(session.store, kept)
    if there is None or ending.fate_of(session.store, kept) is not Fate.WORSENS:
        return _leave(session, level)
    return session.ask(
        ending.replace_question(kept, there),
        {
            "y": lambda: _leave(session, level),
            "n": lambda: _leave(session, level, replace=False),
        },
    )


def _leave(session: BaseSession, level: int | None, replace: bool = True) -> Reply:
    """End the game for good, and play again at a level, or quit without one."""
    kept = session.kept
    ending.leave(session.store, kept, replace)
    said = ""
    if kept.purpose.row:
        name = session.settings.player
        said = score_sheets.enter_present(session.store, session.boards, kept.play.game.id, name)
    session.seat.clear()
    if level is None:
        session.ended = True
        return Reply(True, f"Game over. {said}".rstrip())
    if kept.purpose.row:
        return sheet_commands.show(session, kept.play.game, level, said)
    return session.resume_or_deal(Start(kept.play.game, None, level, kept.play.options))
