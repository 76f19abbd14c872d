"""Read a board from text: which game it belongs to, where its cards lie, and what is wrong with it.

A board with a number, because a deal of it begins like that, gets its number back.
"""

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from typing import NamedTuple

from solterm.core import cards, deals
from solterm.core.cards import DOWN, Card
from solterm.core.game import BOARD, Game, Position, card_fault, write_board
from solterm.core.phrases import either
from solterm.core.refusal import Refusal
from solterm.core.table import Pile, Table
from solterm.games import find
from solterm.games.board_rows import BoardRow, read_rows
from solterm.games.matching import BEST_KNOWN, Rank, find_matches, read_wanted

_MOST_NAMED = 6
"""Games that a board which fits several of them lists."""
_MOST_SIZES = 15
"""Columns whose sizes a sentence lists."""
_HIGHEST = 1_000_000
"""The highest number that is looked for in games with the deals of Microsoft."""
_POSITION = re.compile(r"\s*game \S+ level ")
"""How a position begins that solterm has written."""


class SeveralGames(Refusal):
    """A board that several games could have."""

    def __init__(self, games: Sequence[Game]) -> None:
        ids = [game.id for game in games[:_MOST_NAMED]]
        more = " and others" if len(games) > _MOST_NAMED else ""
        told = ", ".join(ids) + more if more else either(ids)
        super().__init__(f"This could be a board of {told}: write which, in a line above the rows.")
        self.games = games


class _Laid(NamedTuple):
    """The rows of a board as the table of a game."""

    position: Position
    distance: int
    """0 if a deal of the game begins with piles of these sizes, 1 with such a tableau, else 2."""
    is_turned: bool
    """Whether the rows lie across the columns."""
    fault: str


def read_board(
    text: str, games: Iterable[Game], chosen: Game | None = None, level: int = 3
) -> Position:
    """Return the position of a board.

    ``games`` are those that it may belong to. Without a ``chosen`` game, a heading, the number of
    piles and their sizes tell which: the best known one if several fit. Raises ``SeveralGames`` if
    none of these is, and ``Refusal`` that names what is wrong.
    """
    among = list(games)
    if _POSITION.match(text):
        return Position.parse(text.strip(), find)
    rows, heading = read_rows(text)
    named = _find_named(heading, among)
    if not any(row.cards for row in rows):
        if named and named[1]:
            return named[0].deal(named[1], level)
        raise Refusal("This text has no rows of cards.")
    asked = chosen or (named[0] if named else None)
    laid = [
        each for game in ([chosen] if chosen else among) for each in _lay_all(game, rows, level)
    ]
    if asked and asked.id not in {each.position.game.id for each in laid}:
        raise Refusal(f"{asked.name} has no such columns: {_tell_sizes(rows)}.")
    return _choose(laid, rows, (asked.id,) if asked else BEST_KNOWN)


def _find_named(heading: str, games: Sequence[Game]) -> tuple[Game, int | None] | None:
    """Return the only game whose name a heading has, with the number of a deal behind it."""
    wanted = read_wanted(heading, games)
    found = find_matches(wanted.words, games) if wanted.words.strip() else []
    best = [match.game for match in found if match.rank is found[0].rank <= Rank.OTHER_NAME]
    known = [game for game in best if game.id in BEST_KNOWN] or best
    return (known[0], wanted.deal) if len(known) == 1 else None


def _choose(laid: Sequence[_Laid], rows: Sequence[BoardRow], likely: Container[str]) -> Position:
    """Return the position that fits best; raise ``Refusal`` if none fits."""
    for near in sorted({each[1:3] for each in laid}):
        fit = [each.position for each in laid if each[1:3] == near and not each.fault]
        best = [position for position in fit if position.game.id in likely] or fit
        if len({position.game.id for position in best}) == 1:
            return best[0]  # with the usual options, if its cards don't tell others
        if best:
            raise SeveralGames([position.game for position in best])
    if laid:
        worst = min(
            laid,
            key=lambda each: (
                each.distance,
                each.position.game.id not in likely,
                each.position.game.packs,
            ),
        )
        raise Refusal(worst.fault + _tell_lines(rows, worst.position.game.packs))
    raise Refusal(f"No game here has such columns: {_tell_sizes(rows)}.")


def _tell_sizes(rows: Sequence[BoardRow]) -> str:
    """Return the sizes of the columns: ``7, 7, 6 cards``; the number of very many."""
    sizes = [str(len(row.cards)) for row in rows if row.pile[0] == "t"]
    if len(sizes) > _MOST_SIZES:
        return f"{len(sizes)} rows of cards"
    return f"{', '.join(sizes) or 'no'} cards"


def _tell_lines(rows: Sequence[BoardRow], packs: int) -> str:
    """Return a sentence with the lines of the first card that is there too often, or ""."""
    lines: defaultdict[Card, list[int]] = defaultdict(list)
    for row in rows:
        for card in row.cards:
            lines[card & ~DOWN].append(row.line)
    many = next((card for card, found in lines.items() if len(found) > packs and all(found)), None)
    if many is None:
        return ""
    where = [str(line) for line in sorted(set(lines[many]))]
    return f" {cards.text(many)} is in line{'s' * (len(where) > 1)} {either(where, 'and')}."


# -- rows on the piles of a game -------------------------------------------------------------


def _lay_all(game: Game, rows: Sequence[BoardRow], level: int) -> Iterator[_Laid]:
    """Yield the table of the rows, for each variant of a game that has as many piles."""
    for options in ({}, *game.variants):
        variant = game.with_options(options)
        for is_turned, each in enumerate((rows, *_turned(rows))):
            piles = _place(variant, each)
            if piles is not None:
                laid = _lay(variant, piles, level, options, bool(is_turned))
                if not is_turned or laid.distance < 2:  # in the middle of a game it only may fit
                    yield laid
                break


def _turned(rows: Sequence[BoardRow]) -> Iterator[Sequence[BoardRow]]:
    """Yield rows that lie across the columns as columns, if there are several."""
    across = [row.places for row in rows if row.pile == "t"]
    if len(across) < 2:
        return
    columns = [tuple(filter(None, column)) for column in zip_longest(*across)]
    others = [row for row in rows if row.pile != "t"]
    yield [*others, *(BoardRow("t", column) for column in columns)]


def _place(game: Game, rows: Sequence[BoardRow]) -> dict[str, Pile] | None:
    """Return the cards of each pile that the rows name; None if the game has no such piles."""
    ids: defaultdict[str, list[str]] = defaultdict(list)
    for name in game.ids:
        ids[name[0]].append(name)
    piles: dict[str, Pile] = {}
    free: defaultdict[str, list[BoardRow]] = defaultdict(list)
    for row in rows:
        if row.pile in game.index and len(row.pile) > 1:
            piles[row.pile] = row.cards
        else:
            free[row.pile[0]].append(row)
    for kind, told in free.items():
        names = ids[kind]
        cells = [place for row in told for place in row.places]
        if kind in "rg" and (None in cells or len(told) < len(names)):
            told = [BoardRow(kind, (place,)) for place in cells]
        elif kind == "f" and len(names) == 1 < sum(1 for row in told if row.cards):
            return None
        elif len(names) == 1:
            told = [BoardRow(kind, tuple(card for row in told for card in row.cards))]
        if len(told) > len(names) or (kind == "t" and len(told) < len(names)):
            return None
        piles |= {name: row.cards for name, row in zip(names, told, strict=False)}
    return piles


def _lay(
    game: Game, piles: dict[str, Pile], level: int, options: Mapping[str, str], is_turned: bool
) -> _Laid:
    """Return the table of some piles; others are as a deal has them if all deals are alike."""
    opening, other = (
        dict(zip(game.ids, game.deal(number).table.piles, strict=True))
        for number in (deals.FIRST, deals.FIRST + 1)
    )
    alike = {
        name: pile for name, pile in opening.items() if name not in piles and pile == other[name]
    }
    told = {card & ~DOWN for pile in piles.values() for card in pile}
    if told.isdisjoint(card & ~DOWN for pile in alike.values() for card in pile):
        piles = alike | piles
    unlike = {name[0] for name, pile in opening.items() if len(piles.get(name, ())) != len(pile)}
    distance = 2 if "t" in unlike else bool(unlike)
    table = Table(
        tuple(
            _turn_over(piles.get(name, ()), () if unlike else pile, name)
            for name, pile in opening.items()
        )
    )
    position = Position(game, table, min(level, game.hardest), options)
    return _Laid(position, distance, is_turned, card_fault(game, table) or "")


def _turn_over(pile: Pile, opening: Pile, name: str) -> Pile:
    """Turn the cards of a pile as the opening has them; without it, a stock lies face down."""
    if opening:
        return tuple(card & ~DOWN | was & DOWN for card, was in zip(pile, opening, strict=True))
    return tuple(card | DOWN for card in pile) if name == "s" else pile


def options_of(position: Position) -> Mapping[str, str]:
    """Return the options that make every deal of its game begin with a position."""
    return {**position.options, BOARD: write_board(position.game, position.table)}


# -- the number of a deal --------------------------------------------------------------------


def deal_of(position: Position) -> int | None:
    """Return the number of the deal that begins with a position, or None if it is not found.

    All numbers up to 32000 are looked for, and up to a million where they are those of Microsoft.
    """
    game, table = position.game, position.table
    if _sizes(game, table) != _sizes(game, game.deal(deals.FIRST).table):
        return None
    last = _HIGHEST if game.microsoft else deals.EVERYDAY_LAST
    pack = None if game.pack else _gather(game, table)
    other = game.shuffle(deals.FIRST + 1)
    if _gather(game, game.opening(other)) != other:  # where a card goes depends on what it is
        pack = None
    numbers = deals.beginning_with(pack, last) if pack else range(deals.FIRST, last + 1)
    shuffled = ((number, game.shuffle(number)) for number in numbers)
    likely = ((number, order) for number, order in shuffled if pack in (None, order))
    return next((n for n, order in likely if game.opening(order).piles == table.piles), None)


def _sizes(game: Game, table: Table) -> list[int]:
    """Return the sizes of the piles that are equally large in all deals, though not in order."""
    piles = zip(game.ids, table.piles, strict=True)
    return sorted(len(pile) for name, pile in piles if name[0] in "gstw")


def _gather(game: Game, table: Table) -> tuple[Card, ...] | None:
    """Return the pack whose deal is a table, or None if the table can't tell it.

    It can't if cards are equal, or were left out of the deal.
    """
    pack = game.shuffle(deals.FIRST)
    if len(set(chain.from_iterable(table.piles))) != len(pack):
        return None
    place_of = {card: place for place, card in enumerate(pack)}
    gathered = list(pack)
    for lying, pile in zip(game.opening(pack).piles, table.piles, strict=True):
        for was, card in zip(lying, pile, strict=False):
            gathered[place_of[was & ~DOWN]] = card & ~DOWN
    return tuple(gathered)
