"""The commands that only answer; the position stays as it is."""

from solterm.advice.hinting import LONGER, hint_at_once, name_way_out
from solterm.core.outcome import Outcome
from solterm.core.plural import times
from solterm.core.refusal import Refusal
from solterm.core.words.describe import capitalize, move_words, pile_name
from solterm.plain import prose
from solterm.plain.base import BaseSession
from solterm.plain.commands import boards
from solterm.plain.reply import Reply
from solterm.sessions.leaving import tell_game
from solterm.store.kept import HIDDEN


def moves(session: BaseSession, _: str) -> Reply:
    """List the legal moves."""
    legal = tuple(session.play.text(move) for move in session.play.legal_moves)
    listed = f"{len(legal)} legal move{'s' * (len(legal) != 1)}: {', '.join(legal)}."
    return Reply(True, listed if legal else "No legal moves.", legal=legal)


def targets(session: BaseSession, pile: str) -> Reply:
    """Say where the cards of a pile can go, the longest run first."""
    play = session.play
    if pile not in play.rules.index:
        raise Refusal(f"This game has no pile {pile!r}.")
    told = [move_words(session.game, play.known, m) for m in play.legal_moves if m.src == pile]
    if not told:
        return Reply(True, f"Nothing can leave {pile_name(session.game, pile)} now.")
    return Reply(True, f"{capitalize('; '.join(told))}.")


def why(session: BaseSession, text: str) -> Reply:
    """Say whether a move is legal, and why not."""
    move = session.play.resolve(text)
    refusal = session.play.why_not(move)
    if refusal and (steps := session.play.steps(move)):
        return Reply(True, f"That is a shortcut: it stands for {len(steps)} single moves.")
    if refusal:
        return Reply(False, refusal)
    return Reply(True, f"That is legal: {move_words(session.game, session.play.known, move)}.")


def board(session: BaseSession, name: str) -> Reply:
    """Show the table, or a board of scores."""
    if name:
        return boards.board(session, name)
    title = prose.title(session.play, session.kept.hides_deal)
    return Reply(True, f"{title}\n{session.board()}")


def hint(session: BaseSession, seconds: str) -> Reply:
    """Propose a move, found within half a second or the seconds named; each hint is counted."""
    if seconds and not (seconds.isascii() and seconds.isdecimal() and 0 < int(seconds) <= 600):
        raise Refusal("Write 'hint', or give a limit in seconds: 'hint 10'.")
    came_of_it = session.act("hint", lambda *_: "").text
    play = session.play
    if session.on_screen:
        found = hint_at_once(play)  # the screen's ``:`` line must answer at once
    else:
        found = session.searcher.hint(play, float(seconds) if seconds else None)
    typed = play.text(found.move) if found.move else None
    often = f" {times(found.turns)}" if found.turns > 1 else ""
    typing = f" Type '{typed}'{often}." if typed else ""
    back, longer = "'back'" if play.can_undo else "", "" if seconds else f"'hint {LONGER}'"
    if way_out := name_way_out(found, back, "'auto'", longer):
        typing = f" {way_out}" if found.plays_home else f"{typing} {way_out}"
    return Reply(True, f"{found.text}{typing} {came_of_it}".rstrip(), hint=typed)


def rules(session: BaseSession, _: str) -> Reply:
    """Show the rules page of the game."""
    from solterm.manual.pages import page

    return Reply(True, page(session.play.game.id))


def score(session: BaseSession, _: str) -> Reply:
    """Tell the score and its parts."""
    return Reply(True, f"{capitalize(prose.counts(session.play, session.kept.tour_points))}.")


def record(session: BaseSession, _: str) -> Reply:
    """Write the game so far as text."""
    if session.kept.hides_deal:
        raise Refusal(HIDDEN)
    return Reply(True, "The record of this game:", record=session.kept.record())


def quit_game(session: BaseSession, _: str) -> Reply:
    """Leave and keep the game."""
    session.ended = True
    if not session.has_game:
        return Reply(True, "Good-bye.")
    won = session.play.outcome is Outcome.WON and not session.play.mode
    kept = "The game is finished." if won else f"{capitalize(tell_game(session.kept))}."
    return Reply(True, session.kept.unsaved or kept)
