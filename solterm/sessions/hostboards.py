"""Finding the board of a result that a host announces."""

from contextlib import suppress
from datetime import date, timedelta

from solterm.contests.kinds import DAILY, HOLES, MATCH, SHEET, TOURNAMENT, BoardName
from solterm.contests.purpose import Purpose
from solterm.hall.messages import Result
from solterm.store import days
from solterm.store.errors import StoreError
from solterm.store.tournaments import list_published


def find_board(result: Result) -> str:
    """Return the board that a result counts on, as far as others can know; "" for none."""
    purpose, dealt = Purpose.parse(result.purpose), (result.game, int(result.deal))
    if purpose.kind is None:
        return ""
    name = ""
    if purpose.kind is SHEET:
        name = result.game
    elif purpose.kind is MATCH:
        name = str(next(holes for holes in HOLES if purpose.place < holes))
    elif purpose.kind is DAILY:
        name = _find_day(result.moment[:10], dealt)
    elif purpose.kind is TOURNAMENT:
        cups = list_published()[0]
        name = next(
            (cup.name for cup in cups if dealt in zip(cup.games, cup.deals, strict=True)), ""
        )
    return str(BoardName(purpose.kind, name))


def _find_day(ended: str, dealt: tuple[str, int]) -> str:
    """Return the day of a deal: that of its end, or the day before."""
    last = date.fromisoformat(ended)
    for day in (last, last - timedelta(days=1)):
        with suppress(StoreError):
            if days.deal_of(day).legs[0][:2] == dealt:
                return day.isoformat()
    return ended
