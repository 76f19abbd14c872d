"""A reader of the sentences of ``help PILE``, which derives the moves they allow.

It knows the position and the names of the piles, but not the declaration.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, NamedTuple

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.game import Game
from solterm.core.table import Pile, Table
from solterm.core.words.pilehelp import list_sentences

Fits = Callable[[Card, Card], bool]

_WAYS = {
    "down": (-1,),
    "up": (1,),
    "up by twos": (2,),
    "up by threes": (3,),
    "up by fours": (4,),
    "in any order": tuple(range(-12, 13)),
    "up or down": (-1, 1),
    "up, down or on an equal rank,": (-1, 0, 1),
}
_MATCHES: dict[str, Fits] = {
    "in alternating colours": lambda card, top: cards.is_red(card) != cards.is_red(top),
    "in one colour": lambda card, top: cards.is_red(card) == cards.is_red(top),
    "in one suit": lambda card, top: cards.suit(card) == cards.suit(top),
    "whatever the suits": lambda card, top: True,
}
_BUILDS = re.compile(
    rf"It builds ({'|'.join(sorted(_WAYS, key=len, reverse=True))}) ({'|'.join(_MATCHES)})"
    r"(, King and Ace joined|, counting on past the King)?"
    r"(?: \((nothing|only a Queen) on a King, only a 2 on an Ace\))?, with (.+)\."
)


def _follows(way: str, match: str, *, wraps: bool = False, ends: bool = False) -> Fits:
    """Return which card fits on which; with ``ends``, none on a King."""

    def fits(card: Card, top: Card) -> bool:
        ranks = [cards.rank(top) + step for step in _WAYS[way]]
        if wraps:
            ranks = [(rank - 1) % 13 + 1 for rank in ranks]
        if ends and cards.rank(top) == cards.KING:
            ranks = []
        return cards.rank(card) in ranks and _MATCHES[match](card, top)

    return fits


@lru_cache(2)
def sentences_of(game: Game, table: Table) -> Mapping[str, Sequence[str]]:
    return {name: list_sentences(game, name, table) for name in game.ids}


class Step(NamedTuple):
    """A move from pile to pile."""

    src: str
    dst: str
    cards: int = 1
    at: int = 0


class PileHelp:
    """The rules that the sentences of one pile state."""

    def __init__(self, game: Game, pile: str, table: Table) -> None:
        self._game, self._pile, self._table = game, pile, table
        self.on: list[tuple[set[str], Fits]] = []
        """Source piles, and which card fits on which."""
        self.opening: list[tuple[set[str], Callable[[Card], bool]]] = []
        """Source piles and fitting cards while the pile is empty."""
        self.unseen: set[str] = set()
        """Piles that take this pile's next card unseen."""
        self.room = 1000
        self.is_open = True
        self.waits: set[str] = set()
        """Piles that must wait, and give no card now."""
        self.together: set[tuple[str, bool]] = set()
        """Where units may go, and whether the pile must be empty."""
        self.alone: set[tuple[str, bool]] = set()
        """Where single cards may go."""
        self.unit = ""
        self.depth = 1
        self.suits = False
        self.unknown: list[str] = []
        self.run: Fits = lambda card, top: False
        """Whether a card follows another in its sequences."""
        self.only_home = False
        """Whether cards may go only to foundations."""
        self.pairs: list[str] = []
        self.actions: list[str] = []
        self.acts_when_empty: bool | None = None
        """Whether the empty stock can still be turned or dealt; None if the help doesn't say."""
        self.cells = ""
        for sentence in sentences_of(game, table)[pile][1:]:
            self._read(sentence)

    # -- names -----------------------------------------------------------------------------

    def piles(self, phrase: str) -> set[str]:
        """Return the piles in a phrase: ``another column, the waste or the turned card``."""
        found: set[str] = set()
        for part in re.split(r", or |, | or | and ", phrase):
            found |= self._piles_of(part.strip())
        return found

    def _piles_of(self, part: str) -> set[str]:
        part = re.sub(r"^(the (top|next) card of|any card of|cards of|cards|of) ", "", part)
        part = part.removesuffix(" while it is empty")
        for name in self._game.ids:
            group = self._game.group(name)
            if part == f"{group.name} {name[1:]}":
                return {name}
        for group in self._game.groups:
            others = {name for name in self._game.ids if name[0] == group.kind}
            if part in (f"the {group.name}", f"a {group.name}", f"{group.name}s"):
                return others
            if part in (f"an empty {group.name}", f"the {group.name}s"):
                return others
            if part in (
                f"another {group.name}",
                f"another empty {group.name}",
                f"other {group.name}s",
            ):
                return others - {self._pile}
        raise AssertionError(f"{self._pile}: what is {part!r}?")

    def _places(self, phrase: str) -> set[tuple[str, bool]]:
        """Return where cards may go, each with whether the pile must be empty."""
        found = set()
        for part in re.split(r", | or ", phrase.replace(", whatever lies there", "")):
            empty = "empty" in part
            found |= {(name, empty) for name in self._piles_of(part)}
        return found

    # -- sentences -------------------------------------------------------------------------

    def _read(self, sentence: str) -> None:
        for pattern, read in self._GRAMMAR.items():
            if match := re.fullmatch(pattern, sentence):
                read(self, match)
                return
        self.unknown.append(sentence)

    def _builds(self, match: re.Match[str]) -> None:
        self.run = _follows(match[1], match[2], wraps=bool(match[3]), ends=match[4] == "nothing")
        self.on.append((self.piles(match[5]), self.run))

    def _takes_anyhow(self, match: re.Match[str]) -> None:
        sources = self.piles(match[1])
        self.on.append((sources, lambda card, top: True))
        self.opening.append((sources, lambda card: True))

    def _opens(self, match: re.Match[str]) -> None:
        who = match[1].removeprefix("only ")
        building = {name for sources, _ in self.on for name in sources}
        if who == "any card":
            self.opening.append((building, lambda card: True))
        elif who in ("nothing", "a Jack and Ace pair") or who.startswith("as long as"):
            pass
        elif ranked := re.match(
            rf"((?:,? ?(?:or )?an? (?:{_RANK})(?: of [^.]*?s(?= from|$))?)+)(?: from (.+))?$", who
        ):
            sources = self.piles(ranked[2]) if ranked[2] else self._all_sources(building)
            rank, *suits = re.split(r" of ", ranked[1])
            ranks = {
                cards.RANK_NAMES.index(name) + 1 for name in re.findall(rf"an? ({_RANK})", rank)
            }
            of = {place for place, name in enumerate(_SUITS) if suits and name in suits[0]}
            self.opening.append(
                (
                    sources,
                    lambda card: (
                        cards.rank(card) in ranks and (not suits or cards.suit(card) in of)
                    ),
                )
            )
        else:
            if who.startswith("any of those cards"):
                self.opening.append((building, lambda card: True))
                who = re.sub(r"^any of those cards(,| or) ?", "", who)
            blind = re.search(r"the next card of ([^,]+), unseen,?", who)
            if blind:
                self.unseen = self.piles(blind[1])
            rest = re.sub(r"(, | or )?the next card of ([^,]+), unseen,?( or )?", "", who)
            self.opening.append((self.piles(rest) if rest else set(), lambda card: True))

    def _all_sources(self, building: set[str]) -> set[str]:
        return building

    def _leaves(self, match: re.Match[str]) -> None:
        self.unit = "top"
        if match[2] != "a cell":
            self.alone = self._places(match[2])

    def _moves_unseen(self, match: re.Match[str]) -> None:
        self.unit = "next"
        self.alone = self._places(match[1])

    def _moves(self, match: re.Match[str]) -> None:
        self.unit = match[1]
        self.together = self._places(match[2]) if match[2] else set()
        self.alone = self._places(match[3]) if match[3] else set()

    def _moves_as_built(self, match: re.Match[str]) -> None:
        self.run = _follows(match[2], match[3])
        self.unit = match["unit"]
        self.together = self._places(match["to"]) if match["to"] else set()
        self.alone = self._places(match["end"]) if match["end"] else set()

    def _finishes(self, match: re.Match[str]) -> None:
        self.suits = True

    def _draws(self, match: re.Match[str]) -> None:
        self.depth = 2 if match[0].startswith("So") else 1000

    def _waits(self, match: re.Match[str]) -> None:
        shut = {f"the {group.name.split()[0]}": group for group in self._game.groups}
        for part in match[1].split(" and "):
            wanted = part if part in shut else part.removesuffix("s")
            kind = shut[wanted].kind
            self.waits |= {name for name in self._game.ids if name[0] == kind}

    def _by_others(self, match: re.Match[str]) -> None:
        named = zip(self._game.ids, self._table.piles, strict=True)
        piles = dict(named)
        if rank := re.fullmatch(rf"only an? ({_RANK})", match[2]):

            def fits(card: Card) -> bool:
                return cards.RANK_NAMES[cards.rank(card) - 1] == rank[1]

        elif row := re.fullmatch(r"only (\w+) whose rank lies in (.+)", match[2]):
            number = 1 if row[2] == "the first row" else int(self._pile[1:]) - 1
            ranks = {cards.rank(card) for card in piles[f"f{number}"]}

            def fits(card: Card) -> bool:
                return _SUITS[cards.suit(card)] == row[1] and cards.rank(card) in ranks

        elif suit := re.fullmatch(r"only a card outranked in its (\w+), Aces high", match[2]):
            tops = [pile[-1] for name, pile in piles.items() if name[0] == "t" and pile]

            def fits(card: Card) -> bool:
                of = cards.suit if suit[1] == "suit" else cards.is_red
                high = [(cards.rank(t) - 2) % 13 for t in tops if t < DOWN and of(t) == of(card)]
                return max(high, default=0) > (cards.rank(card) - 2) % 13

        else:
            assert match[2] == "nothing yet", match[2]

            def fits(card: Card) -> bool:
                return False

        sources = self.piles(match[1])
        self.opening.append((sources, fits))
        self.on.append((sources, lambda card, top: fits(card)))

    def _chooses(self, match: re.Match[str]) -> None:
        self.only_home = True

    def _covered(self, match: re.Match[str]) -> None:
        over = (self._game.index[name] for name in self._game.over.get(self._pile, ()))
        if sum(bool(self._table.piles[place]) for place in over) > bool(match[1]):
            self.waits.add(self._pile)

    def _note_pair(self, match: re.Match[str]) -> None:
        self.pairs.append(match[0])

    def _note_action(self, match: re.Match[str]) -> None:
        self.actions.append(match[0])

    def _note_empty_stock(self, match: re.Match[str]) -> None:
        self.acts_when_empty = match[0].startswith("You can ")

    def _nothing(self, match: re.Match[str]) -> None:
        pass

    def _shut(self, match: re.Match[str]) -> None:
        self.is_open = False

    def _room(self, match: re.Match[str]) -> None:
        self.room = int(match[1])

    def _cells(self, match: re.Match[str]) -> None:
        self.cells = match[1]

    _GRAMMAR: ClassVar[dict[str, Callable[["PileHelp", re.Match[str]], None]]] = {
        _BUILDS.pattern: _builds,
        r"It takes (.+), whatever lies there, if anything\.": _takes_anyhow,
        r"It takes thirteen cards of one suit, King to Ace\.": _nothing,
        r"It takes (an?y? card while it is empty.*)\.": _cells,
        r"From (.+) it takes (.+)\.": _by_others,
        r"(?:It holds )?(\d+) cards (?:complete it|at most)\.": _room,
        r"(?:When it is empty|Once no card is left there), (.+) may (?:fill|open) it\.": _opens,
        r"When it is empty, you can't play cards to it\.": _nothing,
        r"No other card may fill it now\.": _nothing,
        r"When it is empty, it is filled at once from .+\.": _nothing,
        r"It is not open at this level\.": _shut,
        r"No (other )?card is played to it(, and none leaves it by play)?\.": _nothing,
        r"Cards laid here stay\.": _nothing,
        r"Cards that have left the game lie here\.": _nothing,
        r"(Its top card|It|Its card) may go to (.+)\.": _leaves,
        r"Its next card, unseen, may go to (.+)\.": _moves_unseen,
        r"(All its face-up cards) move together, never a part of them(?:, to ([^;]+))?"
        r"(?:; the end card alone may go to (.+))?\.": _moves,
        rf"(?P<unit>Any end part of it) that is built ({'|'.join(_WAYS)}) ({'|'.join(_MATCHES)}) "
        r"moves as a unit(?:, to (?P<to>[^;.]+))?"
        r"(?:; the end card alone may go to (?P<end>[^.]+))?\.": _moves_as_built,
        r"(Any end part of it) that is in sequence moves as a unit(?:, to ([^;.]+))?"
        r"(?:; the end card alone may go to ([^.]+))?\.": _moves,
        r"(The longest sequence) at its end moves as a unit, and no shorter one(?:, to ([^;]+))?"
        r"(?:; the end card alone may go to (.+))?\.": _moves,
        r"(Any face-up card) moves, with all that lies on it(?:, to ([^;]+))?"
        r"(?:; the end card alone may go to (.+))?\.": _moves,
        r"Thirteen of one suit, King to Ace, may go from its end to the [a-z]+\.": _finishes,
        r"So may the card right under it, alone\.": _draws,
        r"Once in the game a card it covers may be played, alone\.": _draws,
        r"Once in the game a card it covers may be played, alone; that draw is spent\.": _nothing,
        r"No card leaves (.+) until the stock is out\.": _waits,
        r".* (leave|open an empty foundation) together.*\.": _note_pair,
        r"A King goes alone\.": _note_pair,
        r"They come from .+\.": _note_pair,
        r"A card that (only one other|others) covers? .+\.": _note_pair,
        r"One of them is the turned card of the reserve; .+\.": _note_pair,
        r"(The stock is turned onto it|Turning the stock lays|Each deal of the stock lays).*\.": (
            _nothing
        ),
        r"(Turning it|It deals|It closes|It fills|It gathers,?|It moves) .+\.": _note_action,
        r"First choose the base: play the top card of a (reserve|column) to a foundation\.": (
            _chooses
        ),
        r"Its next card is turned up by itself.*\.": _nothing,
        r"Its last card turns up by itself and may then be played\.": _nothing,
        r"It is filled from the stock\.": _nothing,
        r"With 13 cards it is finished: .*\.": _nothing,
        r"When its foundation has twelve cards, it drops there by itself, face down\.": _nothing,
        r"Its indicator becomes the thirteenth card by itself\.": _nothing,
        r"Four of one rank in a square.*\.": _nothing,
        r"Its card turns up, and may go, once no (more than one )?card covers it\.": _covered,
        r"Left: .+\.": _nothing,
        r"You can .+ now\.": _note_empty_stock,
        r"(The stock is out|There is no card left to turn|Dealing again would|No gaps to).*\.": (
            _note_empty_stock
        ),
    }


_RANK = "|".join(cards.RANK_NAMES)
_SUITS = ("clubs", "diamonds", "hearts", "spades")


class HelpReader:
    """The moves that the sentences of all piles allow."""

    def __init__(self, game: Game, table: Table) -> None:
        self._game = game
        self._table = dict(zip(game.ids, table.piles, strict=True))
        self.of = {name: PileHelp(game, name, table) for name in game.ids}
        self._shut = {name for saying in self.of.values() for name in saying.waits}

    @property
    def unknown(self) -> list[str]:
        """Return the sentences that this reader does not know."""
        return [
            f"{name}: {sentence}" for name, each in self.of.items() for sentence in each.unknown
        ]

    def moves(self) -> Iterator[Step]:
        """Yield the moves of cards from pile to pile."""
        for src, giver in self.of.items():
            pile = self._table[src]
            if not pile or src in self._shut:
                continue
            if giver.unit == "next":
                for dst, empty in giver.alone:
                    takes = src in self.of[dst].unseen and not self._table[dst]
                    if takes and empty:
                        yield Step(src, dst)
                continue
            if pile[-1] & DOWN:
                continue
            if giver.suits and _is_suit(pile[-13:]):
                yield Step(src, "d", 13)
            for places, counts in (
                (giver.alone, [1]),
                (giver.together, _units(giver, pile) if giver.together else []),
            ):
                for dst, empty in places:
                    if (empty and self._table[dst]) or (giver.only_home and dst[0] != "f"):
                        continue
                    for count in counts:
                        if self._takes(dst, src, pile[-count]) and self._has_room(dst, count):
                            yield Step(src, dst, count)
            for at in range(2, min(giver.depth, len(pile)) + 1):
                if pile[-at] & DOWN:
                    break
                for dst, empty in giver.alone | giver.together:
                    if not (empty and self._table[dst]) and self._takes(dst, src, pile[-at]):
                        yield Step(src, dst, 1, at)

    def _has_room(self, dst: str, count: int) -> bool:
        return len(self._table[dst]) + count <= self.of[dst].room

    def _takes(self, dst: str, src: str, card: Card) -> bool:
        taker, pile = self.of[dst], self._table[dst]
        if not pile:
            return any(src in sources and ok(card) for sources, ok in taker.opening)
        if pile[-1] & DOWN:
            return False
        return any(src in sources and fits(card, pile[-1]) for sources, fits in taker.on)

    def contradictions(self) -> list[str]:
        """Yield pairs of piles whose sentences contradict each other."""
        wrong = []
        for name, saying in self.of.items():
            for dst, _ in saying.alone | saying.together:
                taker = self.of[dst]
                sources = set().union(taker.unseen, *(each for each, _ in taker.on + taker.opening))
                if name not in sources and taker.is_open:
                    wrong.append(f"{name} goes to {dst}, which takes nothing from it")
            for src in set().union(*(each for each, _ in saying.on + saying.opening)):
                to = {dst for dst, _ in self.of[src].alone | self.of[src].together}
                if name not in to and self._table[src]:
                    wrong.append(f"{name} takes from {src}, which does not go there")
        return wrong


def _units(giver: PileHelp, pile: Pile) -> Sequence[int]:
    """Return the numbers of end cards that may be lifted together."""
    up = 0
    while up < len(pile) and not pile[-up - 1] & DOWN:
        up += 1
    if giver.unit == "All its face-up cards":
        return [up]
    if giver.unit == "Any face-up card":
        return range(1, up + 1)
    length = 1
    while length < up and giver.run(pile[-length], pile[-length - 1]):
        length += 1
    return [length] if giver.unit == "The longest sequence" else range(1, length + 1)


def _is_suit(some: Sequence[Card]) -> bool:
    ranks = [cards.rank(card) for card in some]
    return ranks == list(range(13, 0, -1)) and len({card >> 4 for card in some}) == 1
