"""How a search sees a game: its positions, and the ways that lead on from each.

A search knows nothing of cards. It asks a space, and there is one for every game: the general one
asks the rules for each move, while a family may have a compact form of its own, in which a position
is a few integers. Whatever the form, what it says is held to the rules: the moves a way stands for
are legal ones, and where it leaves a way out, a win is not lost by that.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, ClassVar, Protocol, TypeVar

from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table

State = TypeVar("State", bound=Hashable)
"""A position as a space has it."""
Step = TypeVar("Step")
"""A way from one position to the next: a move, or several that are taken as one."""


class Space(Protocol[State, Step]):
    """The positions of one game at one level, as a search sees them.

    A form derives from it and answers the questions; those with an answer here may be left.
    """

    is_whole: ClassVar[bool] = True
    """Can every win be reached by its ways? Where a cut may lose one, nothing is proved lost."""

    has_stages: ClassVar[bool] = False
    """Does every game come through the same stages, and is it compared with others there?"""

    has_progress: bool = False
    """Does each game go on by moves that cannot be taken back? The stages are told by these."""

    pace: ClassVar[int] = 1
    """About how many positions a search meets while it meets one of the general space.

    It says how long a turn is where several spaces take turns, and decides nothing else.
    """

    is_long: bool = False
    """Is it a long game, in which positions are compared stage by stage as well?"""

    is_fed: bool = False
    """Is it one in which they are compared in no other way?"""

    def start(self, table: Table) -> State:
        """The position of a table: hashable, and as small as it can be."""
        ...

    def key(self, state: State) -> Hashable:
        """What a position shares with those that are like it: one of them is looked at.

        Positions are alike when both can be won or neither. Made of integers, tuples and bytes.
        """
        return state

    def ways(self, state: State) -> Iterable[tuple[Step, State]]:
        """Every way on, and the position it leads to: always in the same order."""
        ...

    def is_won(self, state: State) -> bool:
        """Is the object of the game reached?"""
        ...

    def is_dead(self, state: State) -> bool:
        """Is it proved that no win can follow? False where that is not known."""
        return False

    def worth(self, state: State) -> float:
        """How promising a position is: the higher the more."""
        ...

    def worths(self) -> Sequence[Callable[[State], float]]:
        """Several ways to judge how promising positions are, which a search takes in turn.

        Each alone can be led astray; the usual one comes first.
        """
        return (self.worth,)

    def worths_in_stages(self) -> Sequence[Callable[[State], float]]:
        """Those of them that judge well where positions of one stage are compared."""
        return self.worths()

    def plunge(self) -> int:
        """How many positions it pays to look at depth first by each worth, before all others.

        It does where most ways cannot be taken back: what looks well soon is then no better off.
        """
        return 0

    def shortcuts(self) -> "Sequence[Space[State, Any]]":
        """The same positions with fewer and longer ways on, where that finds most wins sooner.

        Each leaves ways out, the first the most; a few hundred positions show whether it leads to a
        win.
        """
        return ()

    def hurry(self) -> "Space[State, Any] | None":
        """The same positions, where each card that can go home goes there at once.

        It leaves ways out, where a card might be missed; a search stage by stage sees the further.
        """
        return None

    def reached(self, state: State) -> int | None:
        """What a position has brought home, in games where that is a result; else None."""
        return None

    def stage(self, state: State) -> int:
        """How far a position has come, where there are stages; no way leads to an earlier one."""
        return 0

    def thin(self, keys: Iterable[Any]) -> Iterable[Any]:
        """Of the keys of positions of one stage those that will do.

        One is left out where another is proved to be as good: where that can be won if it can.
        """
        return keys

    def moves(self, state: State, step: Step) -> tuple[Move, ...]:
        """The legal moves that a way from a position stands for, in their order."""
        ...


AnySpace = Space[Any, Any]
"""A space where it does not matter of what its positions are made."""


class Form(Protocol):
    """A class of spaces for games of one kind."""

    def of(self, rules: Rules) -> AnySpace | None:
        """The space of a game in this form; None where the form cannot play its rules.

        It reads the declaration for that, and never asks which game it is.
        """
        ...
