"""Which space serves which game: the first form that can play its rules, else the general one."""

from collections.abc import Callable

from solterm.core.rules import Rules
from solterm.solver.builders.space import BuildersSpace
from solterm.solver.golf import Golf
from solterm.solver.pairing import GridPairs, PilePairs
from solterm.solver.placing import Placing
from solterm.solver.plain import Plain
from solterm.solver.pyramids import PyramidPairs
from solterm.solver.space import AnySpace

FORMS: tuple[Callable[[Rules], AnySpace | None], ...] = (
    BuildersSpace.of,
    # Golf, pairing, placing.
    Golf.of,
    PyramidPairs.of,
    PilePairs.of,
    GridPairs.of,
    Placing.of,
)
"""The compact forms, in the order they are asked: ``of`` of each."""


def space_of(rules: Rules) -> AnySpace:
    """The space a search should use for a game at a level."""
    for form in FORMS:
        if space := form(rules):
            return space
    return Plain.of(rules)
