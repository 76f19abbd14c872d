"""Which space serves which game, and which search goes through it.

The first form that can play the rules, else the general one.
"""

from collections.abc import Callable
from typing import Any

from solterm.core.rules import Rules
from solterm.solver.beam import Beam
from solterm.solver.builders.space import BuildersSpace
from solterm.solver.golf import Golf
from solterm.solver.pairing import GridPairs, PilePairs
from solterm.solver.placing import Placing
from solterm.solver.plain import Plain
from solterm.solver.pyramids import PyramidPairs
from solterm.solver.search import BestFirst, Search
from solterm.solver.space import AnySpace
from solterm.solver.stacking import Stacking
from solterm.solver.staged import InTurn

FORMS: tuple[Callable[[Rules], AnySpace | None], ...] = (
    Placing.of,
    BuildersSpace.of,
    # Golf and pairing.
    Golf.of,
    PyramidPairs.of,
    PilePairs.of,
    GridPairs.of,
)
"""The compact forms, in the order they are asked: ``of`` of each."""


def space_of(rules: Rules) -> AnySpace:
    """The space a search should use for a game at a level."""
    for form in FORMS:
        if space := form(rules):
            return space
    return Plain.of(rules)


def search_of(space: AnySpace, start: Any) -> Search[Any, Any]:
    """The search that goes through the positions of a space, from one of them."""
    if isinstance(space, Placing) and space.stacks:
        return Stacking(space, start)
    if space.has_stages:
        return Beam(space, start)
    if space.is_long or space.has_progress:
        return InTurn(space, start)
    return BestFirst(space, start)
