"""The rules pages, one Markdown text per game, which also reads well as plain text; and samples."""

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pkgutil import get_data

from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.phrases import capitalize, either
from solterm.core.refusal import Refusal
from solterm.games import catalogue, find, name_apart, others
from solterm.games.kinship import list_neighbours
from solterm.manual.odds import Odds, find_letters, odds, tell_share

SAMPLES = {
    "farewell-normal": "Farewell, the normal grid",
    "farewell-small": "Farewell, the small grid",
}
"""Won games to replay, so that players can watch a game they don't know: name and description."""
_WIDTH = 76
"""Columns of a page."""
_TYPED = re.compile(r" \(line mode: [^)]*\)")
"""What a page says of typed moves."""


def page(game_id: str) -> str:
    """Return the rules page of a game, at most 76 columns wide.

    The page of another package's game is in that package.
    Raises ``Refusal`` if the game doesn't exist, naming the nearest ids, or has no page.
    """
    game = find(game_id)
    home = "solterm.games" if game.id in catalogue() else others().homes[game.id]
    with suppress(OSError, ValueError):
        if text := get_data(home, f"pages/{game.id}.md"):
            return text.decode() + odds_part(game) + _kin_part(game)
    there = f"its package needs pages/{game.id}.md"
    raise Refusal(f"{game.name} ({game.id}) has no rules page: {there}.")


def sample(name: str) -> str:
    """Return the record of a sample game by its name."""
    return (get_data("solterm.games", f"samples/{name}.txt") or b"").decode()


def odds_part(game: Game) -> str:
    """Return the part of a rules page on how many deals can be won; empty where unknown."""
    shares: list[str] = []
    deals: dict[int, list[str]] = {}
    vague: list[str] = []
    for level in sorted(LEVELS, reverse=True):
        if not (count := Odds.of_letters(find_letters(game, level)).deals):
            continue
        deals.setdefault(count, []).append(str(level))
        if bounds := odds(game, level):
            of = "" if shares else " of deals can be won"
            shares.append(f"{tell_share(*bounds)}{of} at level {level}")
        else:
            vague.append(str(level))
    if not deals:
        return ""
    looked = f"The solver looked at {either(list(_tell_deals(deals)), 'and')}"
    if not shares:
        text = f"{looked}, and decided too few of them to tell how many can be won."
    else:
        undecided = f", and decided too few of those at {_tell_levels(vague)} to tell"
        told = f"For a player who could see all cards, {either(shares, 'and')}."
        text = f"{told} {looked}{undecided if vague else ''}."
    return f"\n## Odds\n\n{textwrap.fill(text, _WIDTH)}\n"


def _tell_deals(deals: Mapping[int, Sequence[str]]) -> Iterator[str]:
    """Yield how many deals the solver looked at: ``100 deals at level 3``, ``50 each at ...``."""
    for place, (number, levels) in enumerate(deals.items()):
        noun = "" if place else " deals"
        each = " each" if len(levels) > 1 else ""
        yield f"{number}{noun}{each} at {_tell_levels(levels)}"


def _tell_levels(levels: Sequence[str]) -> str:
    return f"level{'s' * (len(levels) > 1)} {either(levels, 'and')}"


def _kin_part(game: Game) -> str:
    """Return the part of a rules page with the games to try next; empty if there are none."""
    kin = [name_apart(each) for each in list_neighbours(game)]
    if not kin:
        return ""
    text = f"If you like {name_apart(game)}, try {either(kin, 'and')}."
    return f"\n{textwrap.fill(text, _WIDTH)}\n"


def level_words(game_id: str, level: int) -> str:
    """Return what a lower level changes: ``Level 2: the stock turns one card at a time.``

    Return "" for level 3, and for a game without a page.

    >>> level_words("klondike-deal-3", 2)
    'Level 2: the stock turns one card at a time.'
    """
    if level == max(LEVELS):
        return ""
    with suppress(Refusal):
        bullet = rf"^- \*\*Level {level}\*\*: (.+?)(?=\n- |\n\n)"
        if found := re.search(bullet, page(game_id), re.MULTILINE | re.DOTALL):
            return f"Level {level}: {_tell(found[1])}"
    return ""


@cache
def level_lines(game_id: str) -> dict[int, str]:
    """Return what the rules page says about each level; empty if it says nothing.

    >>> level_lines("free-cell")[2]
    'there is a fifth cell'
    """
    try:
        text = page(game_id)
    except Refusal:
        return {}
    found = re.findall(r"^- \*\*Level ([123])\*\*: (.*?)\.?$(?=\n- |\n\n)", text, re.M | re.S)
    return {int(level): _tell(told) for level, told in found}


def exception_words(game_id: str, level: int) -> str:
    """Return what an exception does at a level, as a sentence; "" if the page doesn't say.

    >>> exception_words("klondike-deal-1", 3)
    'The top two cards of the waste change places.'
    """
    with suppress(Refusal):
        if found := re.search(rf"^- at level {level} (.+?)[;.]\s", page(game_id), re.M | re.S):
            return f"{capitalize(_tell(found[1]))}."
    return ""


def _tell(bullet: str) -> str:
    """Return the text of a bullet on one line, for a screen that shows no Markdown."""
    return _TYPED.sub("", " ".join(bullet.split())).replace("`", "")


def level_briefs(game_id: str) -> dict[int, str]:
    """Return what each level is in a sentence that needs no rules page beside it.

    >>> level_briefs("free-cell")[3]
    'the rules of this game, unchanged'
    """
    lines = {level: told.split(". ")[0] for level, told in level_lines(game_id).items()}
    if "above" in lines.get(max(LEVELS), ""):
        lines[max(LEVELS)] = "the rules of this game, unchanged"
    return lines


@cache
def opening_line(game_id: str) -> str:
    """Return the first sentence of a rules page, on one line; empty if the game has no page."""
    try:
        paragraphs = page(game_id).split("\n\n")
    except Refusal:
        return ""
    text = " ".join(paragraphs[1].split())
    # An initial ("Richard A. Canfield") ends no sentence.
    end = re.search(r"(?<![A-Z])\.(?: |$)", text)
    return text[: end.start() + 1] if end else text
