"""The choice of a space for a game, and of a search for a space."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from solterm.core.rules import Rules
from solterm.core.searches.search import BestFirst, DepthFirst, Search
from solterm.core.searches.search_space import AnySpace
from solterm.solver.forms.accordion import Accordion
from solterm.solver.forms.fed import Fed, FedPlans
from solterm.solver.forms.golf import Golf
from solterm.solver.forms.kings_audience import KingsAudience
from solterm.solver.forms.lady_of_the_manor import LadyOfTheManor
from solterm.solver.forms.osmosis import Osmosis
from solterm.solver.forms.placing.placing_space import PlacingSpace
from solterm.solver.forms.placing.plans import PlacingPlans
from solterm.solver.forms.plain import Plain
from solterm.solver.forms.pyramids import PyramidPairs
from solterm.solver.forms.spider import Spider
from solterm.solver.kernel.depth import KernelDepthFirst
from solterm.solver.kernel.kernel_space import KernelSpace
from solterm.solver.searches.beam import Beam
from solterm.solver.searches.layered import Layered
from solterm.solver.searches.planning import Planning, Plans
from solterm.solver.searches.staged import InTurn, Staged

Worth = Callable[[Any], float]
Form = Callable[[Rules], AnySpace | None]
"""Makes a space of the rules, unless it does not cover them."""

FORMS: tuple[Form, ...] = (
    LadyOfTheManor.of,
    PlacingSpace.of,
    Osmosis.of,
    Accordion.of,
    Spider.of,
    Golf.of,
    KernelSpace.of,
    PyramidPairs.of,
    KingsAudience.of,
    Fed.of,
    Plain,
)
"""The compact forms in the order in which they are tried, and the general space."""

_SHARES = (1, 2)
"""The positions that a search in layers and a depth-first one visit in turn: about equal times."""
_PLANS = (1, 7)
"""The positions that another search visits, and the plans that are played, in turn."""


def space_of(rules: Rules) -> AnySpace:
    """Return a new space of the first form that covers the rules."""
    space = _find_form(rules)(rules)
    assert space, "the general space covers all rules"
    return space


@lru_cache(256)
def _find_form(rules: Rules) -> Form:
    return next(form for form in FORMS if form(rules))


def search_of(space: AnySpace, start: Any) -> Search[Any, Any]:
    """Return the search that suits a space, begun at a position; plans have most of its turns."""
    plans: Plans
    search = _search_without_plans(space, start)
    if isinstance(space, PlacingSpace) and space.stacks:
        plans = PlacingPlans(space, start)
    elif isinstance(space, Fed):
        plans = FedPlans(space, start)
    else:
        return search
    return InTurn(space, start, (search, Planning(space, start, plans)), _PLANS)


def _search_without_plans(space: AnySpace, start: Any) -> Search[Any, Any]:
    if isinstance(space, Spider):
        return Layered(space.eager_variant(), start)
    if isinstance(space, Golf) and not space.has_stock:
        return InTurn(space, start, (BestFirst(space, start), DepthFirst(space, start)))
    if space.is_fed:
        stages = Staged(space.eager_variant() or space, start)
        return InTurn(space, start, (stages, Layered(space, start)))
    if space.has_stages:
        return Beam(space, start)
    if space.is_long:
        stages = Staged(space.eager_variant() or space, start)
        return InTurn(space, start, (stages, _whole_search(space, start)))
    whole = _whole_search(space, start)
    if not isinstance(space, KernelSpace) or space.is_endless:
        return whole
    return InTurn(space, start, (Layered(space, start), whole), _SHARES)


def _whole_search(space: AnySpace, start: Any) -> Search[Any, Any]:
    if isinstance(space, KernelSpace):
        return KernelDepthFirst(space, start)
    return BestFirst(space, start)


def depth_first(
    space: AnySpace, start: Any, worth: Worth | None = None, is_alone: bool = False
) -> DepthFirst[Any, Any] | KernelDepthFirst:
    """Return the depth-first search of a space: in place in the kernel, if it is the kernel's.

    The kernel ranks its moves, and asks for no ``worth``.
    """
    if isinstance(space, KernelSpace):
        return KernelDepthFirst(space, start, is_alone)
    return DepthFirst(space, start, worth)
