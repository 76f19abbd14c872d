"""The questions that a family of games answers, and what follows from the answers.

A family is a class of rules that plays many declarations. Four questions it must answer: which
moves are legal (``generate``), what comes of one (``make``), what is wrong with an illegal one
(``explain``) and which of them lead on (``leads_on``). Twelve more have an answer that serves
most families, and may be answered in another way. What follows from all of these is final. Each
takes a table and keeps nothing, and whatever concerns what may be played (hints, targets, stuck
checks, automatic play, line mode) is derived from ``legal_moves``, so that no rule is ever written
twice.
"""

from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, final

from solterm.core import cards
from solterm.core.cards import Card
from solterm.core.move import AmbiguousMove, InvalidMove, Move
from solterm.core.outcome import Duel, Outcome
from solterm.core.refusal import Refusal
from solterm.core.table import Pile, Table

if TYPE_CHECKING:
    from solterm.core.game import Game


class LegalMoves:
    """The legal moves of a table: made one by one as they are asked for.

    >>> from solterm import Move, Play, find
    >>> moves = Play(find("royale-golf"), deal=617).legal_moves
    >>> moves
    <LegalMoves: s, t1 f>
    >>> len(moves), Move("s") in moves, bool(moves)
    (2, True, True)
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

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and move in self._rules.generate(self._table)

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(map(str, self)) or 'none'}>"


class Rules(ABC):
    """How one rule-set is played at one level. Immutable; shared by all plays.

    >>> from solterm import find
    >>> game = find("free-cell")
    >>> rules, table = game.rules(level=3), game.opening(game.shuffle(617))
    >>> rules
    <Builders of free-cell>
    >>> move = rules.resolve(table, "t1 r1")
    >>> rules.why_not(table, move), len(rules.legal_moves(rules.make(table, move)))
    (None, 27)
    """

    family: ClassVar[str]
    """The family's name in the contract."""
    plays_home: ClassVar[bool] = True
    """May cards go home by themselves? Not where laying on foundations is the game itself."""
    reads: ClassVar[frozenset[str]] = frozenset()
    """The fields it reads of ``Group`` and ``Game`` beside those that mean something everywhere.

    A declaration that has others is refused.
    """
    stricter: "Rules | None" = None
    """The rules of the same game one level up; None at its highest, and under an exception."""

    def __init__(self, game: "Game") -> None:
        """Rules for a declaration in which a level's changes are made already."""
        self.game = game
        self.goal = game.goal.of(game.in_play)
        self.ids = game.ids
        self.index = game.index
        self._consequences = tuple(each.bind(self.index) for each in game.consequences)
        self._reveals = {n: reveals for n in self.ids if (reveals := game.group(n).reveals)}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game.id}>"

    # -- what every family must answer -----------------------------------------------------

    @abstractmethod
    def generate(self, table: Table) -> Iterator[Move]:
        """The legal moves, each once: the one generator all else is derived from."""

    @abstractmethod
    def make(self, table: Table, move: Move) -> Table:
        """The table after a legal move, automatic consequences included.

        Like a chess library's ``push`` it trusts the caller: ask ``why_not`` first.
        """

    @abstractmethod
    def explain(self, table: Table, move: Move) -> str:
        """What is wrong with a move that is known to be illegal; its ``f`` is any foundation."""

    @abstractmethod
    def leads_on(self, table: Table, move: Move) -> bool:
        """Does a legal move count against the game being over?

        One that could go on for ever and changes nothing does not.
        """

    # -- what a family may answer in its own way -------------------------------------------

    def go_through_stock(self, table: Table) -> Iterator[Table]:
        """The table, then those that endless turning of the stock leads to, each once."""
        yield table

    def count_scored(self, table: Table) -> int:
        """Cards brought home by the game's own rule: on foundations, removed ..."""
        return self.goal.count_scored(table.piles, self.index)

    def is_turn(self, move: Move) -> bool:
        """Is it a stock turn or redeal, which is not counted as a move?"""
        return move.src == "s" and not move.dst

    def prepares(self, table: Table, move: Move) -> bool:
        """Is a legal move still part of the deal, and so not counted at all?"""
        return False

    def expand(self, table: Table, move: Move) -> tuple[Move, ...]:
        """The single moves that a shortcut stands for; empty when the move is no shortcut.

        A shortcut is no legal move itself, but each of its moves is, made in this order.
        """
        return ()

    def resolve(self, table: Table, text: str, known: Table | None = None) -> Move:
        """The move a player means by ``SRC[@N] [DST [COUNT]]``.

        ``f`` is the foundation that takes the card, of several alike the one of the lowest
        number, and a missing count the only legal one.
        The move need not be legal: where nothing legal is meant, it is the one to explain, by
        what the player knows of the table (``known``).
        Raises ``InvalidMove`` for a text that is no move or names no pile, and ``AmbiguousMove``
        for one that could mean several.
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
            and (move.at, move.onto) == (loose.at, loose.onto)
            and (move.dst == loose.dst or (loose.dst == "f" and move.dst[:1] == "f"))
            and (not counted or move.cards == loose.cards)
        ]
        if len(meant) == 1 or (meant and loose.dst == "f" and self._alike(table, meant)):
            return meant[0]
        if not meant:
            return self.nearest(known or table, loose, counted)
        if loose.dst == "f":
            sentence = f"Several foundations take it: say {_either(m.dst for m in meant)}."
        else:
            sentence = f"Say how many cards: {_either(str(m.cards) for m in meant)}."
        raise AmbiguousMove(sentence, tuple(meant))

    def nearest(self, table: Table, loose: Move, counted: bool) -> Move:
        """The illegal move that best stands for what was typed, so that it can be explained."""
        dst = "f1" if loose.dst == "f" and "f" not in self.index else loose.dst
        return loose._replace(dst=dst)

    @classmethod
    def move_words(cls, game: "Game", table: Table, move: Move) -> str:
        """What a legal move is called where it is more than a card laid on a pile; else ""."""
        return ""

    @classmethod
    def pile_words(cls, game: "Game", table: Table, pile: str) -> tuple[str, ...] | None:
        """What a pile takes and what leaves it, in sentences of its help.

        None where the fields of its group say it all, which is read off them.
        """
        return None

    def glimpse(self, table: Table, move: Move) -> tuple[Card, ...]:
        """The hidden cards that a legal move shows and turns down again at once."""
        return ()

    def is_blind(self, table: Table, move: Move, seen: Container[Card]) -> bool:
        """Does what a legal move comes to hang on a card that nobody has seen?"""
        return False

    def duel(self, table: Table) -> Duel | None:
        """Whose turn it is and how the players stand, where more than one play."""
        return None

    # -- what follows, and no family changes -----------------------------------------------

    @final
    def legal_moves(self, table: Table) -> LegalMoves:
        """The legal moves, lazily: iterate, count with ``len``, ask with ``in``."""
        return LegalMoves(self, table)

    @final
    def why_not(self, table: Table, move: Move, known: Table | None = None) -> Refusal | None:
        """None when the move is legal, else the sentence that tells the player why not.

        ``known`` is the table as the player knows it, which is all the sentence may speak of.
        """
        if move in self.legal_moves(table):
            return None
        dst = "" if self._any_foundation(move) else move.dst
        if unknown := self._unknown(move.src, dst):
            return Refusal(unknown)
        if move.onto and (move.dst[0] == "f" or not self.game.pairs):
            return Refusal(
                f"Only the card that goes is named with @: write {move.dst} and no more."
            )
        return Refusal(self.explain(known or table, move))

    @final
    def outcome(self, table: Table) -> Outcome | None:
        """Won, over, or neither yet.

        A game is over when no turning of the stock brings up a move that leads on (docs/rules.md,
        "End of the game").
        """
        if self.is_won(table):
            return Outcome.WON
        home = self.count_scored(table)
        for each in self.go_through_stock(table):
            if self.count_scored(each) > home:
                return None  # turning alone brings cards home
            if any(self.leads_on(each, move) for move in self.legal_moves(each)):
                return None
        return Outcome.OVER

    @final
    def settle(self, table: Table) -> Table:
        """The table after what happens by itself; the same one where nothing does."""
        piles = list(table.piles)
        return table._replace(piles=tuple(piles)) if self._settle(piles) else table

    @final
    def _settle(self, piles: list[Pile]) -> bool:
        """Let everything happen that happens by itself; was there anything?"""
        for settle in self._consequences:
            if settle(piles):
                self._settle(piles)  # it may have made way for those before
                return True
        return False

    @final
    def is_won(self, table: Table) -> bool:
        """Is the object of the game reached?"""
        return self.goal.is_reached(table.piles, self.index)

    @final
    def count_revealed(self, table: Table) -> Mapping[str, int]:
        """Of which piles the player sees hidden cards at this level: how many, from the top."""
        return self._reveals

    @final
    def text(self, table: Table, move: Move) -> str:
        """The shortest text that ``resolve`` reads as this legal move."""
        short = move._replace(dst="f") if move.dst[:1] == "f" else move
        for each in (str(short), str(move)):
            try:
                if self.resolve(table, each) == move:
                    return each
            except ValueError:
                continue
        return f"{move} {move.cards}"

    @final
    def record_text(self, table: Table, move: Move) -> str:
        """Return the text of a legal move that both ``Move.parse`` and ``resolve`` read as it.

        One card is named as such where more could go the same way.
        """
        text = str(move)
        if move.cards > 1 or move.at or not move.dst or move.src not in self.index:
            return text
        if len(table.piles[self.index[move.src]]) < 2:
            return text
        way = move[:2]
        several = any(each[:2] == way and each.cards > 1 for each in self.legal_moves(table))
        return f"{text} 1" if several else text

    @final
    def record_texts(self, table: Table, moves: Iterable[Move]) -> list[str]:
        """Return the texts of legal moves that are made one after the other."""
        texts = []
        for move in moves:
            texts.append(self.record_text(table, move))
            table = self.make(table, move)
        return texts

    @final
    def automatic(self, table: Table) -> Move | None:
        """The next move of automatic play, None when nothing goes home from the table.

        It takes every available card, of the kinds of piles the game names and in the order it
        says, and passes over one that foundations which are not alike would take: which of them
        gets it matters.
        """
        home = self._homeward(table).items()
        last = self.game.homeward_last
        for moves in [moves for _, moves in sorted(home, key=lambda each: each[0][0] in last)]:
            if self._is_all_one(table, moves):
                return moves[0]
        return None

    @final
    def no_automatic(self, table: Table) -> str:
        """Why automatic play has nothing to play from a table, in a sentence."""
        if not self.game.plays_home:
            return f"{self.game.name} has no automatic play: no card goes home by itself."
        for src, moves in self._homeward(table).items():
            card = cards.text(table.piles[self.index[src]][-1])
            several = _either(move.dst for move in moves)
            return f"{card} fits several foundations: say yourself which gets it, {several}."
        if "w" not in self.game.homeward:
            return "No card of the piles can go to a foundation, and the hand's is yours to play."
        return "No card can go to a foundation now."

    def _homeward(self, table: Table) -> dict[str, list[Move]]:
        """The moves that automatic play chooses from, by the pile they start at."""
        home: dict[str, list[Move]] = {}
        for move in self.legal_moves(table) if self.game.plays_home else ():
            if move.dst[:1] == "f" and move.src[0] in self.game.homeward and not move.at:
                home.setdefault(move.src, []).append(move)
        return home

    def _is_all_one(self, table: Table, moves: Sequence[Move]) -> bool:
        """Does it make no difference which of several moves lays a card on a foundation?"""
        closed = not any(self._lacking(table, move) for move in moves)
        return closed or self._alike(table, moves)

    def _alike(self, table: Table, moves: Sequence[Move]) -> bool:
        """Are the foundations alike on which several moves lay a card?

        They are when they build on in the same way, whether or not they are to build on, and for
        as many cards.
        """
        ahead = set()
        for move in moves if len(moves) > 1 else ():
            group = self.game.group(move.dst)
            card = table.piles[self.index[move.src]][-(move.at or move.cards)]
            ahead.add((self._lacking(table, move), group.build.takes[card] if group.build else 0))
        return len(ahead) < 2

    def _lacking(self, table: Table, move: Move) -> int:
        """How many cards a foundation lacks once a move has laid one there."""
        return self.game.group(move.dst).capacity - len(table.piles[self.index[move.dst]]) - 1

    def _any_foundation(self, move: Move) -> bool:
        """Is its destination no pile, but whichever foundation takes the card?"""
        return move.dst == "f" and "f1" in self.index

    def _unknown(self, *names: str) -> str | None:
        """The sentence for the first name that is no pile's; one left empty is passed over."""
        for name in filter(None, names):
            if name not in self.index:
                return f"There is no pile {name!r} here; there are {_range(self.ids)}."
        return None


def _either(words: Iterator[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}"


def _range(ids: tuple[str, ...]) -> str:
    """All pile ids in short: ``s, w, f1-f4, t1-t7``."""
    spans: list[list[str]] = []
    for name in ids:
        if spans and spans[-1][0][0] == name[0]:
            spans[-1][1:] = [name]
        else:
            spans.append([name])
    return ", ".join("-".join(span) for span in spans)
