"""The rules pages: one Markdown text a game, in our own words, that reads well as plain text."""

import re
from functools import cache
from importlib.resources import files

from solterm.games import find


def page(game_id: str) -> str:
    """The rules page of a game, at most 76 columns wide.

    Raises ``ValueError`` with a sentence that names the nearest ids when there is no such game.
    """
    game = find(game_id)
    return (files("solterm.games") / "pages" / f"{game.id}.md").read_text(encoding="utf-8")


@cache
def opening_line(game_id: str) -> str:
    """The first sentence of a game's rules page, on one line; empty while there is no page."""
    try:
        paragraphs = page(game_id).split("\n\n")
    except FileNotFoundError:
        return ""
    text = " ".join(paragraphs[1].split())
    # An initial ("Richard A. Canfield") ends no sentence.
    end = re.search(r"(?<![A-Z])\.(?: |$)", text)
    return text[: end.start() + 1] if end else text
