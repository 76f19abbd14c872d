"""Add games to `solterm/games/daily.csv`, the winnable deals that the deal of the day draws from.

Run `python -m scripts.daily` after a game has come into a new list in `solterm/contests/daily.py`.
A game that the file has already keeps its row, whatever `findings.csv` says by now: a day
never changes its deal. Only where a game's rules change, deals that were not won by the new ones
give their places in its row to others.
"""

import csv
import hashlib
import io
from collections.abc import Iterable

from scripts.winnability import RAW, read_raw
from solterm.contests.daily import WEEK

_DEALS = RAW.with_name("daily.csv")
_MOST = 50
"""The deals of a game: it comes four or five times a year."""
_LEVEL = 3


def draw(game: str, findings: str) -> list[int]:
    """Return some deals of a game that were won, in an order that looks random."""

    def digest(deal: int) -> bytes:
        return hashlib.sha256(f"{game} {deal}".encode()).digest()

    won = (deal for deal, letter in enumerate(findings, 1) if letter == "W")
    return sorted(won, key=digest)[:_MOST]


def write(rows: Iterable[tuple[str, str]]) -> str:
    """Return the text of the file."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("game", "deals"))
    writer.writerows(rows)
    return text.getvalue()


def main() -> None:
    """Add the games that the file lacks."""
    found = read_raw(RAW.read_text(encoding="utf-8"))
    known = {}
    if _DEALS.is_file():
        known = {row["game"]: row["deals"] for row in csv.DictReader(_DEALS.open(encoding="ascii"))}
    for game in (game for weekday in WEEK for game in weekday.games):
        if game not in known:
            known[game] = " ".join(map(str, draw(game, found[game, _LEVEL])))
    _DEALS.write_text(write(known.items()), encoding="ascii")


if __name__ == "__main__":
    main()
