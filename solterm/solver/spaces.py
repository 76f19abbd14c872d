"""Which space serves which game, and which search goes through it.

The first form that can play the rules, else the general one.
"""

from collections.abc import Callable
from typing import Any

from solterm.core.rules import Rules
from solterm.solver.beam import Beam
from solterm.solver.builders.space import BuildersSpace
from solterm.solver.burying import Burying, TakingUp, find_burying
from solterm.solver.courts import Courts
from solterm.solver.fetching import Fetching
from solterm.solver.golf import Golf
from solterm.solver.holding import Feeding, Holding, find_feeding
from solterm.solver.mill_plans import MillPlans
from solterm.solver.mills import Mills
from solterm.solver.pairing import GridPairs, PilePairs
from solterm.solver.placing import Placing
from solterm.solver.placing_plans import PlacingPlans
from solterm.solver.plain import Plain
from solterm.solver.planning import Planning
from solterm.solver.pyramids import PyramidPairs
from solterm.solver.search import BestFirst, Search
from solterm.solver.space import AnySpace
from solterm.solver.staged import InTurn, Staged

FORMS: tuple[Callable[[Rules], AnySpace | None], ...] = (
    Fetching.of,
    Placing.of,
    Mills.of,
    BuildersSpace.of,
    # Golf and pairing.
    Golf.of,
    PyramidPairs.of,
    PilePairs.of,
    GridPairs.of,
    Courts.of,
    find_burying,
    find_feeding,
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
        return Planning(PlacingPlans(space, start), Beam(space, start))
    if isinstance(space, Mills):
        return Planning(MillPlans(space, start), Beam(space, start))
    if isinstance(space, Burying):
        return TakingUp(space, start)
    if isinstance(space, Feeding):
        return Holding(space, start)
    if space.is_fed:
        return Staged(space.hurry() or space, start)
    if space.has_stages:
        return Beam(space, start)
    if space.is_long or space.has_progress:
        return InTurn(space, start)
    return BestFirst(space, start)
