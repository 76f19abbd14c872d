"""A reader of the sentences about pairs, and about actions of piles."""

import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.game import Game
from solterm.core.groups import PairingGroup
from solterm.core.phrases import times
from solterm.core.table import Table
from tests.games.help_reader import sentences_of


class PlacedCard(NamedTuple):
    """A card that may leave, with its place as written in a move."""

    name: str
    card: Card
    covers: frozenset[str]
    """The piles that cover it."""

    @property
    def pile(self) -> str:
        return self.name.partition("@")[0]


def pairs_and_singles(game: Game, table: Table) -> Iterator[frozenset[str]]:
    """Yield the cards that may leave together or alone, by the sentences of their piles."""
    stated = {name: " ".join(sentences) for name, sentences in sentences_of(game, table).items()}
    placed = [each for name in game.ids for each in _placed_cards(game, table, name, stated[name])]
    for each in placed:
        free = not each.covers or _one_cover(stated[each.pile], each)
        if "A King goes alone." in stated[each.pile] and cards.rank(each.card) == 13 and free:
            yield frozenset([each.name])
    for one, other in combinations(placed, 2):
        alike = one.pile == other.pile and "even with that one" not in stated[one.pile]
        if not alike and _go_together(game, table, stated, one, other):
            yield frozenset([one.name, other.name])


def _placed_cards(game: Game, table: Table, name: str, stated: str) -> Iterator[PlacedCard]:
    pile, group = table.piles[game.ids.index(name)], PairingGroup.of(game.group(name))
    if "together" not in stated or not pile or pile[-1] & DOWN:
        return
    over: frozenset[str] = frozenset()
    if group.cover:
        numbers = group.cover.over(int(name[1:]) - 1)
        names = [f"{name[0]}{number + 1}" for number in numbers]
        over = frozenset(each for each in names if table.piles[game.ids.index(each)])
    yield PlacedCard(name, pile[-1], over)
    if not group.cover and "only one other covers" in stated and len(pile) > 1:
        yield PlacedCard(f"{name}@2", pile[-2] & ~DOWN, frozenset())


def _one_cover(stated: str, each: PlacedCard) -> bool:
    return len(each.covers) <= 1 and "A card that only one other covers may go, too, even" in stated


def _go_together(
    game: Game, table: Table, stated: dict[str, str], one: PlacedCard, other: PlacedCard
) -> bool:
    words = stated[one.pile]
    if not _fit(words, one.card, other.card):
        return False
    for each, partner in ((one, other), (other, one)):
        if each.covers and not _one_cover(stated[each.pile], each):
            last = "goes only together with the last one of them" in stated[each.pile]
            if not (last and each.covers == {partner.pile} and not partner.covers):
                return False
    if near := re.search(r"leave together if they ([^.]+)\.", words):
        return any(_near(game, table, way, one, other) for way in near[1].split(" or "))
    if whence := re.search(r"together only once the reserve is out, or (\w+ce|\w+ times) ", words):
        if "r" in (one.pile, other.pile):
            return True
        reserve = table.piles[game.ids.index("r")]
        often = _number(whence[1])
        tops = [p[-1] for n, p in zip(game.ids, table.piles, strict=True) if n[0] == "t" and p]
        matched = any(reserve and cards.rank(top) == cards.rank(reserve[-1]) for top in tops)
        turned = bool(reserve) and not reserve[-1] & DOWN
        return not reserve or (turned and not matched and table.spent < often)
    if whence := re.search(r"They come from ([^.]+)\.", words):
        places = whence[1]
        if one.pile[0] == other.pile[0] == "w":
            return False
        return all(game.group(each.pile).name in places for each in (one, other))
    return True


def _fit(stated: str, one: Card, other: Card) -> bool:
    ranks, same = {cards.rank(one), cards.rank(other)}, cards.suit(one) == cards.suit(other)
    lowered = stated.lower()
    total = re.search(r"two cards that make (\d+) ", lowered)
    if total and cards.rank(one) + cards.rank(other) == int(total[1]):
        return True
    if "two cards of equal rank" in lowered:
        return len(ranks) == 1
    couples = {"jack and ace": {11, 1}, "king and queen": {13, 12}}
    return any(
        ranks == couple and (same or f"{words} of one suit" not in lowered)
        for words, couple in couples.items()
        if words in lowered
    )


def _near(game: Game, table: Table, way: str, one: PlacedCard, other: PlacedCard) -> bool:
    columns = game.grid.columns
    (y, x), (v, u) = (divmod(int(each.pile[1:]) - 1, columns) for each in (one, other))
    down, across = abs(y - v), abs(x - u)
    if way == "touch":
        return max(down, across) == 1
    if way == "lie in one row or column" or way in ("lie in one row", "column"):
        return not down or not across
    between = f"g{(y + v) // 2 * columns + (x + u) // 2 + 1}"
    straight = max(down, across) == 2 and 1 not in (down, across)
    return straight and not table.piles[game.ids.index(between)]


# -- actions of a pile -------------------------------------------------------------------------


def _number(words: str) -> int:
    """Return how often "once", "twice", "three times" or "12 times" is."""
    return next(number for number in range(100) if times(number) == words)


def acts(game: Game, table: Table, pile: str) -> bool:
    """Return whether the sentences allow an action on this pile alone."""
    if any(each.startswith("First choose the base") for each in sentences_of(game, table)[pile]):
        return False
    for sentence in sentences_of(game, table)[pile]:
        for pattern, may in _ACTS.items():
            if match := re.fullmatch(pattern, sentence):
                return may(game, table, match)
    return False


def _pile(game: Game, table: Table, name: str) -> tuple[Card, ...]:
    return table.piles[game.ids.index(name)] if name in game.ids else ()


def _again(stated: str, passes: int) -> bool:
    """Return whether the stock may be turned over again."""
    often = re.search(r"turned over, (once|as often as you like|twice|\w+ times)", stated)
    if not often:
        return False
    if often[1].startswith("as"):
        return True
    return passes < _number(often[1])


def _turns(game: Game, table: Table, match: re.Match[str]) -> bool:
    back = _pile(game, table, "w") or _pile(game, table, "h")
    return bool(_pile(game, table, "s") or (back and _again(match[0], table.passes)))


def _deals(game: Game, table: Table, match: re.Match[str]) -> bool:
    stock = _pile(game, table, "s")
    rows = [_pile(game, table, name) for name in game.ids if name[0] == match[1]]
    if "not while one of them is empty" in match[0]:
        few = sum(map(len, rows)) < len(rows)
        return bool(stock) and (all(rows) or few)
    return bool(stock or (any(rows) and _again(match[0], table.passes)))


def _gathers(game: Game, table: Table, _: re.Match[str]) -> bool:
    later = [f"t{number}" for number in range(table.passes + 1, 17)]
    return bool(_pile(game, table, "s") or any(_pile(game, table, name) for name in later))


def _reshuffles(game: Game, table: Table, match: re.Match[str]) -> bool:
    tops = {
        n: _pile(game, table, n)[-1] for n in game.ids if n[0] in "ft" and _pile(game, table, n)
    }
    homes = [card for name, card in tops.items() if name[0] == "f"]
    ends = [card for name, card in tops.items() if name[0] == "t"]
    goes = any(end == home + 1 for end in ends for home in homes if cards.rank(home) < 13)
    goes = goes or (len(homes) < 4 and any(cards.rank(end) == cards.ACE for end in ends))
    return bool(ends) and not goes and table.passes < _number(match[1])


def _regathers(game: Game, table: Table, match: re.Match[str]) -> bool:
    """Return whether some pile but the last one with cards is no packet."""
    heights = [len(_pile(game, table, name)) for name in game.ids if name[0] == "t"]
    size, packed = int(match[1]), sum(heights)
    return any(
        height != min(size, max(0, packed - size * number)) for number, height in enumerate(heights)
    )


def _rotates(game: Game, table: Table, match: re.Match[str]) -> bool:
    tall = any(len(_pile(game, table, name)) > 1 for name in game.ids if name[0] == "t")
    return tall and table.passes < _number(match[1])


def _fills(game: Game, table: Table, _: re.Match[str]) -> bool:
    hand = [_pile(game, table, name) for name in game.ids if name[0] == "h"]
    if not _pile(game, table, "s") or all(hand):
        return False  # no card to fill it with, or no empty place
    return not any(hand) or not any(placements(game, table))


def _closes(game: Game, table: Table, _: re.Match[str]) -> bool:
    filled = [bool(_pile(game, table, name)) for name in game.ids if name[0] == "g"]
    moves_up = filled != sorted(filled, reverse=True)
    return moves_up or (not all(filled) and bool(_pile(game, table, "s")))


_ACTS: dict[str, Callable[[Game, Table, re.Match[str]], bool]] = {
    r"Turning it lays (one card|\d+ cards) at a time on the waste; .*\.": _turns,
    r"Turning it lays the turned card on the waste and shows the next one; .*\.": _turns,
    r"Turning it shows its next card, which you must place before you turn another\.": (
        lambda game, table, _: bool(_pile(game, table, "s") and not _pile(game, table, "h"))
    ),
    r"Turning it plays its next card, .*\.": lambda game, table, _: bool(_pile(game, table, "s")),
    r"It deals one card to each of t1 to t16; when it is out, you pick up t1 .*\.": _gathers,
    r"It deals one card to each of (\w)1 to .*\.": _deals,
    r"It gathers, .* (\w+ce|\w+ times) in a game and .*\.": _reshuffles,
    r"It gathers the tableau in order, .* (\d+) cards to a pile, as often as you .*\.": _regathers,
    r"It moves the bottom card of every pile to its top, (\w+ce|\w+ times) in a game\.": _rotates,
    r"Turning it shows its top card, which stays on it until it is matched\.": (
        lambda game, table, _: (
            bool(_pile(game, table, "r")[-1:]) and bool(_pile(game, table, "r")[-1] & DOWN)
        )
    ),
    r"It closes the gaps: .*\.": _closes,
    r"It fills the hand, when that is empty or none of its cards can be played\.": _fills,
    r"Its next card is turned up by itself, as long as there is an empty cell\.": (
        lambda game, table, _: False
    ),
    r"Its card is turned up; two cards of equal rank .*\.": lambda game, table, match: False,
}


def placements(game: Game, table: Table) -> Iterator[tuple[str, str]]:
    """Yield the placements on a grid that the sentences allow."""
    grid = game.grid
    cells = [f"g{number + 1}" for number in range(grid.size)]
    placed = {name: pile[-1] for name in cells if (pile := _pile(game, table, name))}
    stated = " ".join(sentences_of(game, table)[cells[0]])
    hands = [name for name in game.ids if name[0] == "h" and _pile(game, table, name)]
    for hand in hands:
        assert "may go to a cell." in " ".join(sentences_of(game, table)[hand])
    for number, name in enumerate(cells):
        if name in placed:
            continue
        touching = [placed[cells[n]] for n in grid.touching[number] if cells[n] in placed]
        beside = [placed[cells[n]] for n in grid.beside[number] if cells[n] in placed]
        for hand in hands:
            card = _pile(game, table, hand)[-1]
            if (
                "touches a placed one, at a side or a corner; the first card goes anywhere"
                in stated
            ):
                fits = bool(touching) or not placed
            elif "others lie beside it, if each of those has its rank or its" in stated:
                alike = cards.suit if "rank or its suit" in stated else cards.is_red
                fits = bool(beside) and all(
                    cards.rank(card) == cards.rank(each) or alike(card) == alike(each)
                    for each in beside
                )
            else:
                assert "It takes any card while it is empty." in stated
                fits = True
            kings = "A King goes to any that is empty." in stated
            if fits or (kings and cards.rank(card) == cards.KING):
                yield hand, name
