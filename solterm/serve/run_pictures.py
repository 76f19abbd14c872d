"""The referee for a finished game on a web page, with a picture of its last table.

It is a process apart from the referee's, which must not wait for what this one imports.
"""

from typing import Any

from solterm.core.play import record
from solterm.games import find
from solterm.serve import referee
from solterm.sessions import sharing
from solterm.tui.table.card_pictures import draw_table


def main() -> None:
    """Answer the question on standard input, as the referee does."""
    referee.main(describe)


def describe(found: dict[str, Any]) -> dict[str, Any]:
    """Return an answer about a run with what a page shows of it; the answer may be empty."""
    if not found:
        return found
    play = record.read(found["record"]).replay(find)
    link = sharing.find_link(play)
    title, counts = sharing.tell_game(play, deal=None if link else 0)
    picture = draw_table(play, title)
    return found | {"title": title, "counts": counts, "link": link, "picture": picture}
