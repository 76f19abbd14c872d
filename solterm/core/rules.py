"""The interface of an engine: the methods that each family of games implements.

A family is a subclass of ``Rules`` that plays many declarations. It must implement four methods:
``generate`` (the legal moves), ``make`` (the table after a move), ``explain`` (why a move is
illegal) and ``makes_progress`` (of a legal move). It may override twelve more, whose
defaults suit most families. The rest is final and derived from these.

All methods take a table and keep no state. Hints, move targets, stuck checks, automatic play and
line mode all start from ``legal_moves``, so each rule exists only once.
"""

from abc import abstractmethod
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import final, overload

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.declaration import Declaration, Family
from solterm.core.groups import BuilderGroup, list_pairs
from solterm.core.move import AmbiguousMove, InvalidMove, Move
from solterm.core.outcome import Duel, Outcome
from solterm.core.phrases import either
from solterm.core.refusal import Refusal
from solterm.core.table import Pile, Table


class LegalMoves(Sequence[Move]):
    """The legal moves of a table, generated lazily.

    >>> from solterm import Move, Play, find
    >>> moves = Play(find("royale-golf"), deal=617).legal_moves
    >>> moves
    <LegalMoves: s, t1 f>
    >>> len(moves), Move("s") in moves, bool(moves)
    (2, True, True)

    They are a sequence: ``random.choice`` takes one. A text counts as the move that ``push`` would
    make; ``in`` raises ``InvalidMove`` for a text that is not a move, and ``AmbiguousMove`` for one
    that could mean several.

    >>> "t1 f" in moves, "t2 f" in moves, moves[-1]
    (True, False, Move.parse('t1 f'))
    """

    __slots__ = ("_rules", "_table")

    def __init__(self, rules: "Rules", table: Table) -> None:
        self._rules = rules
        self._table = table

    def __iter__(self) -> Iterator[Move]:
        return self._rules.generate(self._table)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return any(True for _ in self)

    @overload
    def __getitem__(self, place: int) -> Move: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Move]: ...

    def __getitem__(self, place: int | slice) -> Move | Sequence[Move]:
        return tuple(self)[place]

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (tuple(self),)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, Move):
            src = move.src  # cheaper to compare than whole moves
            for each in self._rules.generate(self._table):
                if each.src == src and each == move:
                    return True
            return False
        if isinstance(move, str):
            return self._rules.resolve(self._table, move) in self
        raise TypeError(f"Legal moves are Moves or their texts, such as 't1 t2', not {move!r}.")

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(map(str, self)) or 'none'}>"


class Rules(Family):
    """The rules of one game at one level. Immutable, and shared by all plays.

    >>> from solterm import find
    >>> game = find("free-cell")
    >>> rules, table = game.rules(level=3), game.deal(617).table
    >>> rules
    <Builders of free-cell>
    >>> move = rules.resolve(table, "t1 r1")
    >>> rules.why_not(table, move), len(rules.legal_moves(rules.make(table, move)))
    (None, 27)
    """

    stricter: "Rules | None" = None
    """The rules one level up. None at the highest level and for widened rules."""

    def __init__(self, game: Declaration) -> None:
        """Create the rules for a declaration that includes the changes of its level."""
        self.game = game
        self.goal = game.goal.of(game.in_play)
        self.ids = game.ids
        self.index = game.index
        self._waits = game.waits
        self._consequences = tuple(each.bind(self.index) for each in game.consequences)
        self._reveals = {n: reveals for n in self.ids if (reveals := game.group(n).reveals)}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game.id}>"

    # -- every family implements these ----------------------------------------------------

    @abstractmethod
    def generate(self, table: Table) -> Iterator[Move]:
        """Yield each legal move once. All other methods start from this generator."""

    @abstractmethod
    def make(self, table: Table, move: Move) -> Table:
        """Return the table after a legal move, including automatic consequences.

        It trusts the caller, like ``push`` in a chess library: check ``why_not`` first.
        """

    @abstractmethod
    def explain(self, table: Table, move: Move) -> str:
        """Return why an illegal move is illegal. The destination ``f`` means any foundation."""

    @abstractmethod
    def makes_progress(self, table: Table, move: Move) -> bool:
        """Return whether a legal move makes progress.

        The game is over once no move does. Moves that could be repeated forever do not.
        """

    # -- a family may override these -------------------------------------------------------

    def go_through_stock(self, table: Table) -> Iterator[Table]:
        """Yield the table and then every table that unlimited turning of the stock leads to."""
        yield table

    def count_scored(self, table: Table) -> int:
        """Return the number of cards home, by the goal of the game."""
        return self.goal.count_scored(table.piles, self.index)

    def is_turn(self, move: Move) -> bool:
        """Return whether a move is a stock turn or redeal, which does not count as a move."""
        return move.src == "s" and not move.dst

    def is_setup(self, table: Table, move: Move) -> bool:
        """Return whether a legal move belongs to the deal, and so does not count at all."""
        return False

    def expand(self, table: Table, move: Move) -> tuple[Move, ...]:
        """Return the single moves that a shortcut stands for, or () if it is no shortcut.

        A shortcut is not a legal move; the moves it stands for are legal in this order.
        """
        return ()

    def list_runs(self, table: Table, pile: str) -> Iterator[Move]:
        """Yield moves of several cards that may be shortcuts, the shortest first.

        ``expand`` tells which of them are.
        """
        yield from ()

    def resolve(self, table: Table, text: str, known: Table | None = None) -> Move:
        """Return the move a player means by ``SRC[@N] [DST [COUNT]]``.

        ``f`` means the foundation that accepts the card; if several equal ones do, the first. A
        missing count means the only legal one. If no legal move matches, the result is an illegal
        move for ``why_not`` to explain, based on what the player knows (``known``).

        Raises ``InvalidMove`` if the text is not a move or names no pile, and ``AmbiguousMove`` if
        several moves match.
        """
        words = text.split()
        loose = Move.parse(" ".join(words))
        if unknown := self._unknown(loose.src, "" if self._any_foundation(loose) else loose.dst):
            raise InvalidMove(unknown)
        counted = len(words) == 3
        meant = [
            move
            for move in self.legal_moves(table)
            if move.src == loose.src
            and (move.depth, move.target_depth) == (loose.depth, loose.target_depth)
            and (move.dst == loose.dst or (loose.dst == "f" and move.dst[:1] == "f"))
            and (not counted or move.count == loose.count)
        ]
        if len(meant) == 1 or (meant and loose.dst == "f" and self._alike(table, meant)):
            return meant[0]
        if not meant:
            return self.nearest(known or table, loose, counted)
        if loose.dst == "f":
            sentence = f"Several foundations take it: say {either(m.dst for m in meant)}."
        else:
            sentence = f"Say how many cards: {either(str(m.count) for m in meant)}."
        raise AmbiguousMove(sentence, tuple(meant))

    def nearest(self, table: Table, loose: Move, counted: bool) -> Move:
        """Return the illegal move closest to the text, for ``why_not`` to explain."""
        dst = "f1" if loose.dst == "f" and "f" not in self.index else loose.dst
        return loose._replace(dst=dst)

    def glimpse(self, table: Table, move: Move) -> tuple[Card, ...]:
        """Return the hidden cards that a legal move shows and turns down again at once."""
        return ()

    def is_blind(self, table: Table, move: Move, seen: Container[Card]) -> bool:
        """Return whether the result of a legal move depends on a card not in ``seen``."""
        return False

    def duel(self, table: Table) -> Duel | None:
        """Return the turn and the score if several players take turns, else None."""
        return None

    # -- derived, and final ----------------------------------------------------------------

    @final
    def legal_moves(self, table: Table) -> LegalMoves:
        """Return the legal moves lazily: iterate, take ``len``, or test with ``in``."""
        return LegalMoves(self, table)

    @final
    def why_not(self, table: Table, move: Move, known: Table | None = None) -> str | None:
        """Return None if a move is legal, else a sentence that tells the player why not.

        ``known`` is the table as the player knows it; the sentence is based on this alone.
        """
        if move in self.legal_moves(table):
            return None
        dst = "" if self._any_foundation(move) else move.dst
        if unknown := self._unknown(move.src, dst):
            return unknown
        if move.target_depth and (move.dst[0] == "f" or not list_pairs(self.game.groups)):
            return f"Use @ only for the card that moves: write just {move.dst}."
        return self.explain(known or table, move)

    @final
    def outcome(self, table: Table) -> Outcome | None:
        """Return ``WON``, ``OVER``, or None while the game goes on.

        A game is over if turning the stock never leads to a move that makes progress
        (docs/rules.md, "End of the game").
        """
        if self.is_won(table):
            return Outcome.WON
        home = self.count_scored(table)
        for each in self.go_through_stock(table):
            if self.count_scored(each) > home:
                return None  # turning alone brings cards home
            if any(self.makes_progress(each, move) for move in self.legal_moves(each)):
                return None
        return Outcome.OVER

    @final
    def settle(self, table: Table) -> Table:
        """Return the table after its automatic consequences; the same table if it has none."""
        piles = list(table.piles)
        return table._replace(piles=tuple(piles)) if self._settle(piles) else table

    @final
    @property
    def is_duel(self) -> bool:
        """Whether several players take turns."""
        return self.duel(Table(((),) * len(self.ids))) is not None

    @final
    def _settle(self, piles: list[Pile]) -> bool:
        """Apply all automatic consequences in place. Return whether there were any."""
        if self._waits and self._waits.holds(piles, self.index):
            return False
        for settle in self._consequences:
            if settle(piles):
                self._settle(piles)  # it may have triggered an earlier one
                return True
        return False

    @final
    def is_won(self, table: Table) -> bool:
        return self.goal.is_reached(table.piles, self.index)

    @final
    def count_revealed(self, table: Table) -> Mapping[str, int]:
        """Return how many face-down cards the player may see, from the top, for each such pile."""
        return self._reveals

    @final
    def text(self, table: Table, move: Move) -> str:
        """Return the shortest text that ``resolve`` reads as this legal move."""
        short = move._replace(dst="f") if move.dst[:1] == "f" else move
        for each in (str(short), str(move)):
            try:
                if self.resolve(table, each) == move:
                    return each
            except Refusal:
                continue
        return f"{move} {move.count}"

    @final
    def record_text(self, table: Table, move: Move) -> str:
        """Return the text that both ``Move.parse`` and ``resolve`` read as a legal move.

        It includes a count of 1 if more cards could make the same move.
        """
        text = str(move)
        if move.count > 1 or move.depth or not move.dst or move.src not in self.index:
            return text
        if len(table.piles[self.index[move.src]]) < 2:
            return text
        way = move[:2]
        several = any(each[:2] == way and each.count > 1 for each in self.legal_moves(table))
        return f"{text} 1" if several else text

    @final
    def record_texts(self, table: Table, moves: Iterable[Move]) -> list[str]:
        """Return the record texts of a sequence of legal moves."""
        texts = []
        for move in moves:
            texts.append(self.record_text(table, move))
            table = self.make(table, move)
        return texts

    @final
    def automatic(self, table: Table) -> Move | None:
        """Return the next move of automatic play, or None.

        It considers the declared kinds of piles in the declared order. It leaves cards that fit
        several different foundations to the player, and the choice of a base.
        """
        if self._waits and self._waits.holds(table.piles, self.index):
            return None
        home = self._homeward(table).items()
        last = self.game.homeward_last
        for moves in [moves for _, moves in sorted(home, key=lambda each: each[0][0] in last)]:
            if self._is_all_one(table, moves):
                return moves[0]
        return None

    @final
    def no_automatic(self, table: Table) -> str:
        """Return a sentence that says why automatic play has no move."""
        if not self.game.plays_home:
            return f"{self.game.name} has no automatic play: no card goes home by itself."
        if self._waits and self._waits.holds(table.piles, self.index):
            return self._waits.sentence
        for src, moves in self._homeward(table).items():
            card = cards.text(table.piles[self.index[src]][-1])
            several = either(move.dst for move in moves)
            return f"{card} fits several foundations: play it yourself, to {several}."
        if "w" not in self.game.homeward:
            yourself = "; play the turned card yourself" if self._shows_waste(table) else ""
            return f"No card on the piles can go to a foundation{yourself}."
        return "No card can go to a foundation now."

    def _shows_waste(self, table: Table) -> bool:
        return "w" in self.index and bool(table.piles[self.index["w"]])

    def _homeward(self, table: Table) -> dict[str, list[Move]]:
        """Return the candidate moves of automatic play, by source pile."""
        home: dict[str, list[Move]] = {}
        for move in self.legal_moves(table) if self.game.plays_home else ():
            if move.dst[:1] == "f" and move.src[0] in self.game.homeward and not move.depth:
                home.setdefault(move.src, []).append(move)
        return home

    def _is_all_one(self, table: Table, moves: Sequence[Move]) -> bool:
        """Return whether it makes no difference which of several foundations gets a card."""
        closed = not any(self._lacking(table, move) for move in moves)
        return closed or self._alike(table, moves)

    def _have_met(self, table: Table, moves: Sequence[Move]) -> bool:
        """Return whether foundations without a capacity meet in the card that the moves lay there.

        It is the last of a suit that goes home from both ends: no other card would follow.
        """
        follow = 0
        for move in moves:
            group = BuilderGroup.of(self.game.group(move.dst))
            if group.capacity:
                return False
            build = group.build
            card = table.piles[self.index[move.src]][-(move.depth or move.count)]
            follow |= build.takes[card] if build else 0
        away = (pile for name, pile in zip(self.ids, table.piles, strict=True) if name[0] != "f")
        return not any(follow >> (card & ~DOWN) & 1 for pile in away for card in pile)

    def _alike(self, table: Table, moves: Sequence[Move]) -> bool:
        """Return whether foundations build the same way and lack the same number of cards."""
        if self._have_met(table, moves):
            return True
        ahead = set()
        for move in moves if len(moves) > 1 else ():
            group = BuilderGroup.of(self.game.group(move.dst))
            card = table.piles[self.index[move.src]][-(move.depth or move.count)]
            ahead.add((self._lacking(table, move), group.build.takes[card] if group.build else 0))
        return len(ahead) < 2

    def _lacking(self, table: Table, move: Move) -> int:
        """Return how many cards a foundation lacks after a move has laid one there."""
        target = BuilderGroup.of(self.game.group(move.dst))
        return target.capacity - len(table.piles[self.index[move.dst]]) - 1

    def _any_foundation(self, move: Move) -> bool:
        return move.dst == "f" and "f1" in self.index

    def _unknown(self, *names: str) -> str | None:
        """Return a sentence about the first unknown pile id, skipping empty names."""
        for name in filter(None, names):
            if name not in self.index:
                return self.game.unknown_pile(name)
        return None


class Widened(Rules):
    """Rules that allow both a level's own moves and those of wider rules.

    Moves that the level allows keep their meaning and their result.
    """

    def __init__(self, own: Rules, wider: Rules) -> None:
        super().__init__(wider.game)
        self._own = own
        self._wider = wider

    def generate(self, table: Table) -> Iterator[Move]:
        wider = set[Move]()
        for move in self._wider.generate(table):
            wider.add(move)
            yield move
        yield from (move for move in self._own.generate(table) if move not in wider)

    def explain(self, table: Table, move: Move) -> str:
        return self._wider.explain(table, move)

    def make(self, table: Table, move: Move) -> Table:
        return self._rules_for(table, move).make(table, move)

    def glimpse(self, table: Table, move: Move) -> tuple[Card, ...]:
        return self._rules_for(table, move).glimpse(table, move)

    def makes_progress(self, table: Table, move: Move) -> bool:
        return self._rules_for(table, move).makes_progress(table, move)

    def nearest(self, table: Table, loose: Move, counted: bool) -> Move:
        return self._wider.nearest(table, loose, counted)

    def resolve(self, table: Table, text: str, known: Table | None = None) -> Move:
        try:
            move = self._own.resolve(table, text, known)
        except Refusal:
            return super().resolve(table, text, known)
        if move in self._own.legal_moves(table):
            return move
        move = super().resolve(table, text, known)
        if move in self.legal_moves(table):
            return move
        return self._wider.resolve(table, text, known)  # such as a pair in the other order

    def _rules_for(self, table: Table, move: Move) -> Rules:
        return self._own if move in self._own.legal_moves(table) else self._wider
