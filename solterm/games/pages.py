"""The rules pages: one Markdown text a game, in our own words, that reads well as plain text."""

import re
from contextlib import suppress
from functools import cache
from pkgutil import get_data

from solterm.games import catalogue, find, others


def page(game_id: str) -> str:
    """The rules page of a game, at most 76 columns wide.

    A game that another package publishes has its page there.
    Raises ``ValueError`` with a sentence when there is no such game, naming the nearest ids, or
    no page.
    """
    game = find(game_id)
    home = "solterm.games" if game.id in catalogue() else others().homes[game.id]
    with suppress(OSError, ValueError):
        if text := get_data(home, f"pages/{game.id}.md"):
            return text.decode()
    raise ValueError(f"{game.name} ({game.id}) comes without a page of rules.")


@cache
def opening_line(game_id: str) -> str:
    """The first sentence of a game's rules page, on one line; empty while there is no page."""
    try:
        paragraphs = page(game_id).split("\n\n")
    except ValueError:
        return ""
    text = " ".join(paragraphs[1].split())
    # An initial ("Richard A. Canfield") ends no sentence.
    end = re.search(r"(?<![A-Z])\.(?: |$)", text)
    return text[: end.start() + 1] if end else text
