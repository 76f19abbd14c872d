"""Carry out the lines that a player types: commands, moves, answers to questions, pasted texts.

Commands that need a game say so when the table is empty; those that choose a game or lead through
a contest work. ``loop`` reads lines and writes replies. The screen's ``:`` line has a session too,
so both share one grammar.
"""

import re
from dataclasses import replace

from solterm.core.phrases import suggest
from solterm.core.refusal import Refusal
from solterm.plain import grammar
from solterm.plain.commands import playing
from solterm.plain.commands.choosing import open_text
from solterm.plain.searching import light
from solterm.plain.session import Reply, Session
from solterm.plain.words import in_piles, is_card, names_cards

LONGEST = 4000
"""Characters in a line at most; the moves of a long game, as ``solve`` prints them, fit."""

_MOST_LINES = 5000
"""Lines of a text to paste: a saved game of KPatience has one for each card that moves."""
_ROW = 4
"""Cards in a line that can be no move."""
_PILE = re.compile(r"[a-z]\d*(@\d+)?")
"""Matches the first word of a move."""
_ANSWERS = ("y", "yes", "n", "no")


def carry_out(session: Session, line: str) -> Reply:
    """Carry out a line. Bad input gets a reply too, never an exception."""
    words = line.split()
    if not words and session.watching:
        words = ["stop"]
    if not words and session.pasted is None:
        return Reply(True, answers=tuple(session.question.answers) if session.question else None)
    session.done.clear()
    before = (session.play.table, session.play.level) if session.has_game else None
    if session.pasted is None:
        reply = _obey(session, line, words)
    else:
        reply = _gather(session, session.pasted, line)
    if session.on_screen or not session.has_game:
        return reply
    is_lit = reply.ok and session.seat.is_lit
    if is_lit and reply.winnable is None and before != (session.play.table, session.play.level):
        said, found = light(session.seat)
        if found:
            reply = replace(reply, text=f"{reply.text} {said}".lstrip(), winnable=found)
    session.seat.think_ahead()
    return reply


def _obey(session: Session, line: str, words: list[str]) -> Reply:
    question, session.question = session.question, None
    verb, *rest = words
    try:
        if len(line.strip()) > LONGEST:
            raise Refusal(f"That line is too long: the limit is {LONGEST} characters.")
        if question and (answer := question.find(" ".join(words))):
            return answer()
        if "," in line and not grammar.takes_text(verb, session.is_hosted):
            return _obey_each(session, line)
        game = session.game if session.has_game else None
        if command := grammar.find(game, verb, rest, session.is_hosted):
            if session.on_screen:
                grammar.check_screen(command)
            if session.has_game and command.names_piles:
                rest = in_piles(session.play, rest)
            return command.run(session, command.argument(rest))
        if len(words) >= _ROW and all(map(is_card, words)):
            raise Refusal("That is a row of cards. Type 'paste' before the rows of a board.")
        if _is_move(session, verb, is_certain=bool(question)):
            return playing.move(session, " ".join(in_piles(session.play, words)).lower())
        refusal = _tell_unknown(session, verb)
        if question and not question.is_repeated:
            session.question = question._replace(is_repeated=True)
            return Reply(False, f"{refusal} {question.text}", answers=tuple(question.answers))
        raise Refusal(refusal)
    except Refusal as refused:
        return Reply(False, str(refused))


def _gather(session: Session, pasted: list[str], line: str) -> Reply:
    """Take a line of a pasted text; the empty one at its end opens it."""
    pasted.append(line)
    if line.strip() and len(pasted) <= _MOST_LINES:
        return Reply(True)
    session.pasted = None
    try:
        if line.strip():
            raise Refusal(f"That text is too long: the limit is {_MOST_LINES} lines.")
        return open_text(session, "\n".join(pasted))
    except Refusal as refused:
        return Reply(False, str(refused))


def _is_move(session: Session, verb: str, is_certain: bool) -> bool:
    """Whether a line is a move by its first word; to be certain, there is such a pile."""
    if names_cards(verb):
        return True
    is_pile = _PILE.fullmatch(verb.lower()) is not None and verb.lower() not in _ANSWERS
    if not is_certain:
        return is_pile
    return is_pile and session.has_game and any(id[0] == verb[0].lower() for id in session.game.ids)


def _tell_unknown(session: Session, verb: str) -> str:
    if verb.lower() in _ANSWERS:
        return "There is no question to answer."
    near = suggest(verb, grammar.list_words(session.is_hosted))
    more = f". {near}" if near else "; 'help' lists them all."
    return f"There is no command {verb[:20]!r}{more}"


def _obey_each(session: Session, line: str) -> Reply:
    """Carry out a list of actions, up to the first refusal."""
    parts = [part for each in line.split(",") if (part := each.strip())]
    grammar.check_actions(session.game if session.has_game else None, parts, session.is_hosted)
    between = " " if session.on_screen else "\n"
    told: list[str] = []
    reply = Reply(True)
    for number, part in enumerate(parts):
        reply = _obey(session, part, part.split())
        if not reply.ok:
            done = f"Stopped at '{part}', after {number} of {len(parts)}: {reply.text}"
            return Reply(False, between.join([*told, done]))
        told.append(reply.text)
    return replace(reply, text=between.join(told))
