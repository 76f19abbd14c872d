"""The choice of a space for a game, and of a search for a space."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from solterm.core.rules import Rules
from solterm.core.searches.search import BestFirst, Search
from solterm.core.searches.space import AnySpace
from solterm.solver.builders.space import BuildersSpace
from solterm.solver.forms.burying import Burying, TakingUp, find_burying
from solterm.solver.forms.courts import find_court
from solterm.solver.forms.fetching import Fetching
from solterm.solver.forms.golf import Golf
from solterm.solver.forms.holding import Feeding, Holding, find_feeding
from solterm.solver.forms.indicated import Indicated
from solterm.solver.forms.mills import MillPlans, Mills, find_mill
from solterm.solver.forms.placing.plans import PlacingPlans
from solterm.solver.forms.placing.space import Placing
from solterm.solver.forms.plain import Plain
from solterm.solver.forms.pyramids import PyramidPairs
from solterm.solver.searches.beam import Beam
from solterm.solver.searches.planning import Planning
from solterm.solver.searches.staged import InTurn, Staged

Form = Callable[[Rules], AnySpace | None]
"""Makes a space of the rules, unless it does not cover them."""

FORMS: tuple[Form, ...] = (
    Fetching.of,
    Placing.of,
    find_mill,
    BuildersSpace.of,
    Golf.of,
    PyramidPairs.of,
    find_court,
    find_burying,
    find_feeding,
    Indicated.of,
    Plain.of,
)
"""The compact forms in the order in which they are tried, and the general space."""


def space_of(rules: Rules) -> AnySpace:
    """Return a new space of the first form that covers the rules."""
    space = _find_form(rules)(rules)
    assert space, "the general space covers all rules"
    return space


@lru_cache(256)
def _find_form(rules: Rules) -> Form:
    return next(form for form in FORMS if form(rules))


def search_of(space: AnySpace, start: Any) -> Search[Any, Any]:
    """Return the search that suits a space, begun at a position."""
    if isinstance(space, Placing) and space.stacks:
        return Planning(PlacingPlans(space, start), Beam(space, start))
    if isinstance(space, Mills):
        return Planning(MillPlans(space, start), Beam(space, start))
    if isinstance(space, Burying):
        return TakingUp(space, start)
    if isinstance(space, Feeding):
        return Holding(space, start)
    if space.is_fed:
        return Staged(space.eager_variant() or space, start)
    if space.has_stages:
        return Beam(space, start)
    if space.is_long or space.has_progress:
        return InTurn(space, start)
    return BestFirst(space, start)
