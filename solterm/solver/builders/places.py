"""Places for single cards: a card that lies there goes home as soon as it can.

Let a foundation ``F`` take the card ``c`` of a place. Take a winning line that does not send ``c``
to ``F`` now, and let ``x`` be the next card it sends there. If ``x`` is ``c``, the line can send it
at once: until then its place is empty, which forbids no move. If not, no rule tells ``x`` from
``c``. So another line can send ``c`` at once, and lay ``x`` on the empty place when the first line
sends it home; an ``x`` that lies on a place already stays there. The two lines reach the same
position, but for the order of the places.

All foundations begin with one rank and have the same size. So two that take the same card take the
same cards from then on, and it makes no difference which of them it goes to.
"""

from solterm.core.cards import pack
from solterm.core.groups import BuilderGroup
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import Only
from solterm.solver.builders.kernel_layout import Layout
from solterm.solver.derived.stages import has_places


def can_go_home_at_once(layout: Layout) -> bool:
    """Whether the columns are places whose cards may always go home at once."""
    if not (has_places(layout.game) and _build_upwards(layout)):
        return False
    giving = [group for group in layout.game.groups if group.kind != "t" and "f" in group.goes_to]
    return "f" in layout.column.goes_to and all("t" in group.goes_to for group in giving)


def _build_upwards(layout: Layout) -> bool:
    """Whether all foundations begin with one rank, go up from it card by card, and hold all cards
    in the end, and spaces are never filled by themselves.
    """
    groups = [BuilderGroup.of(group) for group in layout.game.groups if group.kind == "f"]
    if len(groups) != 1 or layout.refill or not layout.is_even:
        return False
    (homes,) = groups
    build, opens = homes.build, homes.space
    return (
        build is not None
        and build.steps == (1,)
        and not build.wrap
        and build.match in (Match.SUIT, Match.ANY)
        and layout.needed == homes.count * homes.capacity
        and homes.lift is Lift.NONE
        and isinstance(opens, Only)
        and len({card & 15 for card in pack() if opens.cards >> card & 1}) == 1
    )
