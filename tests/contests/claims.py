"""Valid claims, which tests falsify."""

from collections.abc import Mapping, Sequence
from datetime import date
from types import MappingProxyType

from solterm.contests import claims, proof
from solterm.contests.claims import Claim
from solterm.contests.contest import points_of
from solterm.contests.days import daily
from solterm.contests.kinds import EIGHT, BoardName, Kind
from solterm.core.play import record
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import find

PROFILE = "0123456789abcdef"


def played(game: str, deal: int, mode: Mode = Mode.SCORED, moves: int = 3) -> Play:
    """Return a play with its first legal moves made."""
    play = Play(find(game), deal, mode=mode)
    for _ in range(moves):
        if legal := next(iter(play.legal_moves), None):
            play.push(legal)
    return play


def points(kind: Kind, plays: Sequence[Play]) -> int:
    """Return the total score of a whole contest or score sheet."""
    games = [play.game.id for play in plays]
    return sum(points_of(kind, games, play) for play in plays)


def claim(
    board: str,
    plays: Sequence[Play],
    player: str = "Ann",
    profile: str = PROFILE,
    day: str = "2026-11-21",
    tags: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return the text of a valid claim; ``tags`` are added to its records."""
    head = Claim(
        *(board, player, profile, points(BoardName.parse(board).kind, plays), day, "", 0),
        proof.lowest(plays),
    )
    return claims.write(head, [record.write(play, **tags) for play in plays])


def a_sheet() -> str:
    return claim("sheet:demon", [played("demon", deal) for deal in (1, 2, 3)])


def a_tour() -> str:
    return claim("tour", [played(game, 5, Mode.STRICT) for game in EIGHT])


def a_day(day: str = "2026-11-21") -> str:
    """Return a claim for the deal of 21 November as if played on a day."""
    (leg,) = daily(date(2026, 11, 21)).games
    return claim("daily:2026-11-21", [played(leg.game, leg.deal)], day=day)


def a_match() -> str:
    return claim("match:9", [played("ultimate-golf", d, Mode.STRICT) for d in range(1, 10)])
