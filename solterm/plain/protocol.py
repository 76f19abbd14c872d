"""The JSON protocol of line mode (docs/protocol.md, "JSON lines"): one object for each reply."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.declaration import KINDS, Declaration
from solterm.core.groups import is_closed
from solterm.core.play.play import Play
from solterm.core.play.record import result_of
from solterm.core.table import Table
from solterm.core.vocabulary.goals import OwnScore
from solterm.plain.session import Reply


def state(
    reply: Reply,
    play: Play | None,
    purpose: str = "",
    points: OwnScore | None = None,
    deal: int | None = None,
) -> dict[str, Any]:
    """Return the object of a reply and the position after it.

    Keys after ``piles`` are present only where they apply.

    ``purpose`` names the sheet or contest as the store writes it. ``points``, the points of a
    tour, replace the score of the game's source; ``deal``, the told one, that of the play.
    """
    position = _NO_GAME if play is None else _position(play, points)
    answer: dict[str, Any] = {"ok": reply.ok, "text": reply.text, **position}
    if deal is not None:
        answer["deal"] = deal
    if purpose:
        answer["purpose"] = purpose
    if reply.seen is not None:
        answer["seen"] = [cards.text(card) for card in reply.seen]
    for name in ("hint", "legal", "record", "winnable", "answers", "contest", "day"):
        if (value := getattr(reply, name)) is not None:
            answer[name] = value
    if reply.hosted is not None:
        answer |= reply.hosted
    return answer


_NO_GAME: Mapping[str, Any] = MappingProxyType(
    {"game": "", "deal": 0, "options": {}, "level": 3, "moves": 0, "exceptions": 0}
    | {"score": 0, "mark": 0, "state": "none", "piles": {}}
)
"""The position while no game is on the table."""


def _position(play: Play, points: OwnScore | None) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "game": play.game.id,
        "deal": play.deal,
        "options": play.options,
        "level": play.level,
        "moves": play.moves,
        "exceptions": play.tally.exceptions,
        "score": play.score_by(points),
        "mark": play.mark,
        "state": result_of(play),
        "piles": piles(play.rules.game, play.shown),
    }
    if contest := play.rules.duel(play.table):
        if contest.turn:
            answer["turn"] = contest.turn
        answer["scores"] = list(contest.scores)
    if play.armed:
        answer["armed"] = True
    return answer


def opening(play: Play) -> dict[str, Any]:
    """Return the object of an opening, in which every card is named."""
    chosen = {"options": play.options} if play.options else {}
    dealt = {"game": play.game.id, "deal": play.deal, **chosen, "level": play.level}
    return {**dealt, "piles": piles(play.rules.game, play.table)}


def piles(game: Declaration, table: Table) -> dict[str, dict[str, Any]]:
    """Describe all open piles by id, empty ones too; ``UNKNOWN`` cards stay unnamed."""
    return {
        name: {
            "kind": KINDS[name[0]],
            "down": sum(1 for card in pile if card & DOWN),
            "cards": [cards.text(card & ~DOWN) for card in pile],
        }
        for name, pile in zip(game.ids, table.piles, strict=True)
        if pile or not is_closed(game.group(name))
    }
