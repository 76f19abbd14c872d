"""Games and positions.

A ``Game`` is a declaration with its levels, exceptions and options. ``Game.rules`` passes it to the
engine of its family. A ``Change`` is what a level or an option changes in a declaration. A
``Position`` is a table that knows its game.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from types import MappingProxyType
from typing import Any, Final, Self

from solterm.core import cards, deals, levels
from solterm.core import table as tables
from solterm.core.cards import DOWN, UNKNOWN, Card
from solterm.core.declaration import KINDS, Declaration
from solterm.core.groups import Group
from solterm.core.levels import LEVELS
from solterm.core.move import IllegalMove, Move, UnknownCard
from solterm.core.options import Amendment, Option, parse
from solterm.core.outcome import Outcome
from solterm.core.phrases import count, times
from solterm.core.refusal import Refusal
from solterm.core.rules import LegalMoves, Rules, Widened
from solterm.core.table import Pile, Table
from solterm.core.values import Value, expect, replace, tuple_fault
from solterm.core.vocabulary.exceptions import Armed, ExceptionRule, LevelOneMove

_NONE: Mapping[int, Any] = MappingProxyType({})


class Game(Declaration):
    """The declaration of one game, with everything a player can choose.

    >>> from solterm import find
    >>> find("free-cell")
    <Game free-cell>
    >>> print(find("free-cell"), "of the family", find("free-cell").family)
    Free Cell (smallWare) of the family Free Cell
    """

    engine: type[Rules]
    """The class of its rules."""
    levels: Mapping[int, tuple[Amendment[Any], ...]] = _NONE
    """The changes made by levels 2 and 1. Level 1 applies the changes of level 2 first."""
    exceptions: Mapping[int, ExceptionRule] = _NONE
    """The exception (X) at each level."""
    options: tuple[Option, ...] = ()
    """Choices before the deal. A later option sees the changes of the earlier ones."""
    hardest: int = 3
    """The highest level it can be played at; an option may lower it."""
    board: Table | None = None
    """The table that every deal begins with, which the option ``board`` of all games sets."""

    def _faults(self) -> Iterator[str]:
        yield from super()._faults()
        if self.hardest not in LEVELS:
            yield f"hardest must be one of the levels 1 to 3, not {self.hardest!r}"
        for level in (*self.levels, *self.exceptions):
            if level not in LEVELS:
                yield f"levels are 1 to 3, not {level!r}"
        if LEVELS[0] in self.levels:
            yield f"levels 2 and 1 change the game; level {LEVELS[0]} is the declaration itself"
        for level, exception in self.exceptions.items():
            if not isinstance(exception, ExceptionRule):
                yield f"{exception!r} is no exception for level {level}"
        chosen = {f"level {level}": each for level, each in self.levels.items()}
        for option in self.options:
            if not option.choices:
                yield f"the option {option.key!r} has no choices"
            for word in (option.key, *option.choices):
                if not word.replace("-", "").isalnum():
                    yield f"{word!r} in an option is not made of letters, digits and hyphens"
            for value in option.words:
                if value not in option.choices:
                    yield f"the option {option.key!r} has words for {value!r}, which is no choice"
            chosen |= {f"{option.key}={value}": each for value, each in option.choices.items()}
        for choice, amendments in chosen.items():
            if fault := tuple_fault(choice, amendments):
                yield fault
                continue
            for each in amendments:
                if not isinstance(each, Amendment):
                    yield f"{choice} must be a tuple of changes, not {each!r}"
                elif fault := each.fault(self):
                    yield fault

    @property
    def offered_levels(self) -> tuple[int, ...]:
        """The levels it can be played at, the highest first."""
        return tuple(level for level in LEVELS if level <= self.hardest)

    def deal(
        self, number: int, level: int = 3, options: Mapping[str, str] = MappingProxyType({})
    ) -> "Position":
        """Return the opening position of a deal, every card named.

        Raises ``Refusal`` for a number, level or option that the game does not have.

        >>> from solterm import find
        >>> find("royale-golf").deal(617).legal_moves
        <LegalMoves: s, t1 f>
        """
        levels.check(level)
        game = self.with_options(options)
        table = game.opening(game.shuffle(number), number)
        return Position(game, table, min(level, game.hardest), options)

    def with_options(self, options: Mapping[str, str]) -> "Game":
        """Return the game with options applied; options not given take their usual value.

        Raises ``Refusal`` for an unknown option or value.
        """
        return _with_options(self, frozenset(options.items())) if options else self

    @property
    def plain(self) -> Self:
        """The game without the options that were applied to it."""
        made = self.__dict__.get("_made_by")
        return made[1][0] if made else self

    def variant(self, options: Mapping[str, str]) -> str:
        """Return the words for options that differ from the usual ones: ``two suits``, or ""."""
        chosen = (each.title(options.get(each.key, each.usual)) for each in self.options)
        return ", ".join(filter(None, (*chosen, "own board" * (BOARD in options))))

    def titled(self, options: Mapping[str, str]) -> str:
        """Return its name with the options of a deal: ``Spider, two suits``."""
        return ", ".join(filter(None, (self.name, self.variant(options))))

    @property
    def variants(self) -> Sequence[Mapping[str, str]]:
        """The unusual values of a game's only option that its title names: ``{"suits": "1"}``."""
        if len(self.options) != 1:
            return []
        (option,) = self.options
        return [{option.key: value} for value in option.choices if option.title(value)]

    def opening(self, pack: tuple[Card, ...], number: int = 0) -> Table:
        return self.board or super().opening(pack, number)

    def at_level(self, level: int) -> "Game":
        """Return the declaration as it is at a level. Level 1 includes the changes of level 2.

        Raises ``Refusal`` for an invalid level.
        """
        return _at_level(self, level)

    def __reduce__(self) -> tuple[object, ...]:
        return self.__dict__.get("_made_by") or super().__reduce__()

    def rules(self, level: int = 3) -> Rules:
        """Return the rules of a level, from 3 (the original rules) to 1 (the most forgiving).

        They know the rules of the next stricter level. Raises ``Refusal`` for an invalid level.
        """
        return _rules(self, level)

    def rules_armed(self, level: int, exception: Armed) -> Rules:
        """Return the rules of a level with the moves that an armed exception adds.

        An exception that changes nothing in this family adds none. Raises ``Refusal`` for an
        invalid level.
        """
        return _rules_armed(self, level, exception)

    def rules_of_next_move(self, level: int, armed: bool, cheating: bool) -> Rules:
        """Return the rules that the next move may follow, given an armed exception or cheat."""
        exception = LevelOneMove() if cheating else self.exceptions.get(level)
        if (armed or cheating) and isinstance(exception, Armed):
            return self.rules_armed(level, exception)
        return self.rules(level)


BOARD: Final = "board"
"""The option of all games that says where the cards lie at first: ``t1-2CkH_t2-QS``."""


def write_board(game: Game, table: Table) -> str:
    """Return a table as the value of the option ``board``."""
    piles = zip(game.ids, table.piles, strict=True)
    return "_".join(f"{name}-{''.join(map(cards.text, pile))}" for name, pile in piles if pile)


def _read_board(game: Game, text: str) -> Table:
    """Return the table that ``write_board`` wrote; raise ``Refusal`` if it can't be the game's."""
    lines = (pile.partition("-") for pile in text.split("_"))
    listed = "\n".join(f"{name} {' '.join(re.findall('..?', row))}" for name, _, row in lines)
    table = tables.read(listed, game.ids)
    if fault := card_fault(game, table):
        raise Refusal(fault)
    return table


# Cached outside the class, because all plays of a game share the results.


@lru_cache(maxsize=64)
def _with_options(game: Game, options: frozenset[tuple[str, str]]) -> Game:
    chosen, plain = dict(options), game
    board = chosen.pop(BOARD, None)
    known = [option.key for option in game.options]
    for key in sorted(chosen.keys() - set(known)):
        are = "option is" if len(known) == 1 else "options are"
        has = f" Its {are} {', '.join(known)}." if known else ""
        raise Refusal(f"{game.name} ({game.id}) has no option {key!r}.{has}")
    for option in game.options:
        for amendment in option.choose(chosen.get(option.key, option.usual)):
            game = amendment.apply(game)
    if board is not None:
        game = replace(game, board=_read_board(game, board))
    if game is not plain:
        game.__dict__["_made_by"] = _with_options, (plain, options)
    return game


@lru_cache(maxsize=256)
def _at_level(game: Game, level: int) -> Game:
    levels.check(level)
    for step in range(2, level - 1, -1):
        for each in game.levels.get(step, ()):
            game = each.apply(game)
    return game


@lru_cache(maxsize=256)
def _rules(game: Game, level: int) -> Rules:
    made = game.engine(game.at_level(level))
    if level < game.hardest:
        made.stricter = _rules(game, level + 1)
    return made


@lru_cache(maxsize=256)
def _rules_armed(game: Game, level: int, exception: Armed) -> Rules:
    own = game.at_level(level)
    wider = exception.widen(own, game.at_level(1))
    return _rules(game, level) if wider is own else Widened(_rules(game, level), game.engine(wider))


@lru_cache(maxsize=64)
def _pack(game: Game) -> Counter[Card] | None:
    """Return how often each card is in the pack; None if that depends on the deal."""
    pack, other = (Counter(sorted(game.shuffle(deal))) for deal in (deals.FIRST, deals.FIRST + 1))
    return pack if pack == other else None


@lru_cache(maxsize=64)
def _lies_open(game: Game) -> bool:
    """Whether no card is dealt face down, or turned face down later."""
    dealt = chain.from_iterable(game.deal(deals.FIRST).table.piles)
    return not game.consequences and all(card < DOWN for card in dealt)


def card_fault(game: Game, table: Table) -> str | None:
    """Return why a table can't be one of the game, as a sentence, or None."""
    lying = Counter(card & ~DOWN for card in chain.from_iterable(table.piles))
    pack = _pack(game)
    if pack is None:
        pack = lying & Counter(cards.pack(game.packs))
        if lying == pack and lying.total() != game.in_play:
            return f"The position has {lying.total()} cards, and the game {game.in_play}."
    faults = []
    if more := next(iter(lying - pack), None):
        often = times(lying[more]) if pack[more] else "of another pack"
        faults.append(f"has {cards.text(more)} {often}")
    if lack := list((pack - lying).elements()):
        others = f" and {count(len(lack) - 1, 'other cards')}" if lack[1:] else ""
        faults.append(f"lacks {cards.text(lack[0])}{others}")
    if not faults and _lies_open(game):
        hidden = (card & ~DOWN for card in chain.from_iterable(table.piles) if card & DOWN)
        for card in islice(hidden, 1):
            faults.append(f"has {cards.text(card)} face down, and {game.name} hides no card")
    return f"The position {' and '.join(faults)}." if faults else None


_FIRST_LINE: Final = "it begins with game ID level N [KEY=VALUE]..., as in game free-cell level 3."


class Position(Value):
    """A table that knows its game. Immutable and hashable, so a search can keep it in a set.

    >>> from solterm import find
    >>> position = find("free-cell").deal(617)
    >>> len(position.legal_moves), position.pile("t8")[-1:] == position.push("t8 r1").pile("r1")
    (35, True)

    Its text says all that is needed to play on.

    >>> from solterm import Position
    >>> text = str(position)
    >>> text.splitlines()[:2], Position.parse(text, find) == position
    (['game free-cell level 3', 'f1'], True)
    >>> Position.parse(text.replace("QS", "QH"), find)
    Traceback (most recent call last):
        ...
    solterm.core.refusal.Refusal: The position has QH twice and lacks QS.
    """

    game: Game
    """The declaration with the options applied."""
    table: Table
    level: int = 3
    options: Mapping[str, str] = MappingProxyType({})
    """The options chosen before the deal."""

    @property
    def rules(self) -> Rules:
        """The rules of this level."""
        return self.game.rules(self.level)

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves: iterate, count with ``len``, test with ``in``."""
        return self.rules.legal_moves(self.table)

    @property
    def outcome(self) -> Outcome | None:
        """Won, over, or None while the game can go on or unknown cards may let it."""
        outcome = self.rules.outcome(self.table)
        return outcome if outcome is Outcome.WON or self.is_open else None

    @property
    def is_open(self) -> bool:
        """Whether every card is named."""
        return all(card & ~DOWN != UNKNOWN for card in chain.from_iterable(self.table.piles))

    def pile(self, name: str) -> Pile:
        """Return the cards of a pile, bottom first.

        Raises ``Refusal`` for an unknown pile.
        """
        return self.table.piles[self.game.place(name)]

    def push(self, move: Move | str) -> Self:
        """Return the position after a move or its text; this one does not change.

        Raises ``InvalidMove`` for a text that is not a move, ``AmbiguousMove`` for one that could
        mean several, ``IllegalMove`` if the rules refuse it, and ``UnknownCard`` if the move turns
        up a card that is not named here.
        """
        expect(move, Move | str, "push takes a Move or its text, such as 't1 t2'")
        rules, table = self.rules, self.table
        meant = rules.resolve(table, move) if isinstance(move, str) else move
        refusal = rules.why_not(table, meant)
        steps = rules.expand(table, meant) if refusal else (meant,)
        if refusal and not steps:
            raise IllegalMove(refusal)
        for step in steps:
            table = rules.make(table, step)
        if UNKNOWN in self.game.visible(table):
            raise UnknownCard(f"{meant} turns up a card that is not known.")
        return replace(self, table=table)

    def text(self, move: Move) -> str:
        """Return the shortest text that ``push`` reads as a legal move."""
        return self.rules.text(self.table, move)

    def texts(self, moves: Iterable[Move]) -> list[str]:
        """Return the texts of moves made from here one after another, as a record has them.

        ``push`` reads them as just these moves; ``str(move)`` omits a count of 1, which ``push``
        refuses where more cards could go.

        >>> from solterm import Move, find
        >>> position = find("spiderette").deal(11)
        >>> position.texts([Move("t1", "t2"), Move("t2", "t1")])
        ['t1 t2', 't2 t1 1']
        """
        return self.rules.record_texts(self.table, moves)

    @classmethod
    def parse(cls, text: str, game_of: Callable[[str], Game]) -> Self:
        """Return the position that ``str`` wrote. A pile that is left out is empty.

        ``game_of`` finds a game by its id and raises ``Refusal`` for an unknown one.
        Raises ``Refusal`` naming the first line that is wrong, or the first card that is not
        there just as often as in the game's pack, or lies face down where none can.
        """
        header, _, piles = text.partition("\n")
        try:
            match header.split():
                case ["game", game_id, "level", level_text, *chosen]:
                    level, options = levels.parse(level_text), parse(" ".join(chosen))
                case _:
                    raise Refusal(_FIRST_LINE)
            game = game_of(game_id).with_options(options)
            rules = game.rules(level)
        except Refusal as error:
            raise Refusal(f"Line 1 of the position: {error}") from None
        table = tables.read(f"\n{piles}", game.ids, rules.is_duel)
        if fault := card_fault(game, table):
            raise Refusal(fault)
        return cls(game, table, level, options)

    def __hash__(self) -> int:
        return hash((self.game, self.table, self.level))

    def __str__(self) -> str:
        chosen = (f"{key}={value}" for key, value in self.options.items())
        header = " ".join(("game", self.game.id, "level", str(self.level), *chosen))
        return f"{header}\n{tables.write(self.table, self.game.ids)}"

    def __repr__(self) -> str:
        return f"<Position {str(self).partition(chr(10))[0]}, {self.table!r}>"


class Change(Amendment[Game], Value):
    """New values for fields of the game, or of all groups of a kind."""

    kind: str
    """The kind of the groups, a pile id for its group alone, or "" for the game."""
    fields: Mapping[str, Any]

    def apply(self, game: Game) -> Game:
        if not self.kind:
            return replace(game, **self.fields)
        return replace(
            game,
            groups=tuple(
                replace(group, **self.fields) if self._concerns(group, game) else group
                for group in game.groups
            ),
        )

    def _concerns(self, group: Group, game: Game) -> bool:
        named = len(self.kind) > 1 and self.kind in game.ids
        return group is game.group(self.kind) if named else group.kind == self.kind

    def fault(self, game: Game) -> str | None:
        changed: list[Group | Game] = [g for g in game.groups if self._concerns(g, game)]
        if not changed and self.kind:
            return f"it has no pile {self.kind!r} to change"
        for each in changed or [game]:
            for field in self.fields:
                if field not in each._fields:
                    return f"{type(each).__name__} has no field {field!r} to change"
            for field, value in self.fields.items():
                if fault := each.field_fault(field, value):
                    return f"{type(each).__name__}: {fault}"
        return None


def change(kind: str, **fields: Any) -> Change:
    """Return a ``Change`` written with keywords: ``change("t", space=ANY_CARD)``.

    Raises ``Refusal`` for an unknown kind. The game that uses it checks the fields.
    """
    if kind and kind[0] not in KINDS:
        raise Refusal(f"{kind!r} is not a kind of pile; the kinds are {', '.join(KINDS)}.")
    return Change(kind, fields)
