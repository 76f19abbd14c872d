"""The rules pages: one Markdown text a game, in our own words, that reads well as plain text."""

import re
from contextlib import suppress
from functools import cache
from pkgutil import get_data

from solterm.core.levels import LEVELS
from solterm.games import catalogue, find, others
from solterm.manual.odds import known_odds


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
            return text.decode() + odds_part(game.id)
    raise ValueError(f"{game.name} ({game.id}) comes without a page of rules.")


def odds_part(game_id: str) -> str:
    """The part of a rules page on how many deals can be won; empty where nobody has looked."""
    lines = []
    for level in sorted(LEVELS, reverse=True):
        if odds := known_odds().get((game_id, level)):
            share = f"{100 * odds.least:.0f} to {100 * odds.most:.0f} of 100 deals"
            lines.append(f"- Level {level}: {share} ({odds.deals} looked at).\n")
    return f"\n## Odds\n\n{_ODDS}\n\n{''.join(lines)}" if lines else ""


_ODDS = """\
So many deals can be won by somebody who sees all cards, as far as the
solver has found out ('solterm study'). The more it has looked at, the
closer it is."""


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
