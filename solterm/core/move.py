"""Moves as pile ids, and the errors for texts and moves that cannot be played."""

import re
from typing import NamedTuple

from solterm.core.refusal import Refusal

_PILE = r"([a-z][0-9]{0,3})(?:@([1-9][0-9]{0,2}))?"
_TEXT = re.compile(rf"{_PILE}(?: {_PILE}(?: ([0-9]{{1,3}}))?)?")


class Move(NamedTuple):
    """One action of the player, by pile ids.

    ``Move("t3", "t5", 2)`` moves the two end cards of t3 to t5. ``Move("s")`` is the action of a
    pile, such as turning the stock. ``Move("t5", "t7", depth=2)`` moves only the second card from
    the top. ``Move("t6", "t8", depth=2, target_depth=2)`` is a pair of two such cards.

    ``parse`` reads what ``str`` writes as the same move. The text omits a count of 1. To ``push``,
    a text without a count means the only legal one, and it refuses the text where more cards could
    go: there, pass the move itself, or the text that ``Play.text`` or ``Position.texts`` returns.

    >>> from solterm import Move
    >>> str(Move("t3", "t5", 2)), str(Move("s")), str(Move("t5", "t7", depth=2))
    ('t3 t5 2', 's', 't5@2 t7')
    >>> Move("t6", "t8", depth=2, target_depth=2)
    Move.parse('t6@2 t8@2')

    A move equals no text, and says so.

    >>> Move("s") == "s"
    Traceback (most recent call last):
        ...
    TypeError: A move is not a text: write str(move) == 's'.
    """

    src: str
    dst: str = ""
    count: int = 1  # type: ignore[assignment]  # hides a tuple's count, which a move has no use for
    """How many end cards move."""
    depth: int = 0
    """The depth of the single card that moves, 1 being the end card; 0: the end cards move."""
    target_depth: int = 0
    """The depth of the other card of a pair in the same way; 0: its end card."""

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            raise TypeError(f"A move is not a text: write str(move) == {other!r}.")
        return isinstance(other, tuple) and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __str__(self) -> str:
        source = f"{self.src}@{self.depth}" if self.depth else self.src
        target = f"{self.dst}@{self.target_depth}" if self.target_depth else self.dst
        if not self.dst:
            return source
        count = f" {self.count}" if self.count != 1 else ""
        return f"{source} {target}{count}"

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    @property
    def turned_round(self) -> "Move":
        """The same pair named in the other order."""
        return self._replace(
            src=self.dst, dst=self.src, depth=self.target_depth, target_depth=self.depth
        )

    @classmethod
    def parse(cls, text: str) -> "Move":
        """Return the move of an exact text; ``Rules.resolve`` is more lenient.

        Raises ``InvalidMove`` if the text does not have the form of a move.
        """
        match = _TEXT.fullmatch(text)
        if match is None:
            raise InvalidMove(
                f"{text!r} is not a move: write SRC DST [COUNT], for example t3 t5 2."
            )
        src, depth, dst, target_depth, count = match.groups()
        return cls(src, dst or "", int(count or 1), int(depth or 0), int(target_depth or 0))


class InvalidMove(Refusal):
    """A text that is not a move, or names a pile the game does not have.

    >>> from solterm import Move
    >>> Move.parse("castle kingside")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    solterm.core.move.InvalidMove: 'castle kingside' is not a move: write SRC DST [COUNT], ...
    """


class AmbiguousMove(Refusal):
    """A text that fits several moves; the message lists them.

    >>> from solterm import find
    >>> find("spiderette").deal(11).push("t1 t2").push("t2 t1")
    Traceback (most recent call last):
        ...
    solterm.core.move.AmbiguousMove: Say how many cards: 1 or 2.
    """

    def __init__(self, sentence: str, choices: "tuple[Move, ...]") -> None:
        super().__init__(sentence)
        self.choices = choices
        """The legal moves that fit."""

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.choices)


class UnknownCard(Refusal):
    """A card that nobody has seen decides what comes next.

    >>> from solterm import Play, find
    >>> Play(find("klondike-deal-1"), deal=617).position.push("t7 t2")
    Traceback (most recent call last):
        ...
    solterm.core.move.UnknownCard: t7 t2 turns up a card that is not known.
    """


class IllegalMove(Refusal):
    """An action that the rules refuse; the game is unchanged.

    >>> from solterm import Play, find
    >>> Play(find("free-cell"), deal=617).push("t4 t2")
    Traceback (most recent call last):
        ...
    solterm.core.move.IllegalMove: 4H can't go on KS: a red Queen is wanted.
    """
