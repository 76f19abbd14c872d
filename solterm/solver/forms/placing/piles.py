"""The declarations that are games of placing, and the piles that the form reads from them."""

from typing import NamedTuple

from solterm.core import cards
from solterm.core.declaration import Declaration
from solterm.core.engines.builders import Builders
from solterm.core.groups import BuilderGroup
from solterm.core.rules import Rules
from solterm.core.values import replace
from solterm.core.vocabulary.actions import TurnToSlot
from solterm.core.vocabulary.builds import ANY_ORDER, Build, Match
from solterm.core.vocabulary.consequences import TopFaceUp
from solterm.core.vocabulary.dealing import Rest
from solterm.core.vocabulary.policies import Lift, OnceStockBegun, WhileStockLasts
from solterm.core.vocabulary.spaces import ANY_CARD, NOTHING, BaseRank, Only
from solterm.solver.declared import bared, plays_as


class Piles(NamedTuple):
    """The piles of a declaration."""

    feed: str
    """The pile that the cards to be placed come from: the turned card, the stock, or none."""
    columns: tuple[str, ...]
    """The ids of the piles that take cards."""
    givers: tuple[str, ...]
    """The ids of the piles that only give cards."""
    foundations: tuple[str, ...]
    builds: tuple[Build, ...]
    opens: tuple[int, ...]
    """For each foundation the rank that opens it, 0 for none, -1 for that of the first one."""
    packs: Build | None
    """How columns build on each other; None if their cards only go to foundations."""
    feeds_home: bool
    """Whether cards to be placed may go to foundations."""
    shut: int
    """How many of columns and givers, in this order, are shut while the stock is laid out."""
    whole: int
    """The size of the stock with which they are still open, before its first card leaves."""


def piles_of(rules: Rules) -> Piles | None:
    """Return the piles of a declaration; None if it has a word that is not covered."""
    game = rules.game
    kinds = "".join(group.kind for group in game.groups)
    known = plays_as(rules, Builders, kinds, consequences=game.consequences)
    if not known or not all(each == TopFaceUp() for each in game.consequences):
        return None
    alone = {name: replace(bared(BuilderGroup.of(game.group(name))), count=1) for name in game.ids}
    foundations = [name for name in game.ids if name[0] == "f"]
    columns = [n for n, each in alone.items() if each.space == ANY_CARD and not each.closed]
    feed = "h" if "h" in alone else "s" if "s" in alone else ""
    if not all(_is_foundation(alone[name]) for name in foundations):
        return None
    packs, lock, kind = None, None, ""
    if columns:
        first = alone[columns[0]]
        kind, packs, lock = first.kind, first.build, first.locked
        to = f"f{kind}" if packs else "f"
        expected = BuilderGroup(kind, space=ANY_CARD, lift=Lift.TOP, build=packs, goes_to=to)
        known = (
            all(replace(alone[name], locked=None, goes_to=to) == expected for name in columns)
            and all(sorted(alone[name].goes_to) == sorted(to) for name in columns)
            and all(alone[name].locked == lock for name in columns)
            and (lock is None or isinstance(lock, WhileStockLasts | OnceStockBegun))
            and (packs is None or packs.match is Match.ANY)
        )
        if not known:
            return None
    if feed and not _is_feed(game, alone, feed, kind):
        return None
    givers = []
    for name, each in alone.items():
        if name in (*columns, *foundations, "s", "h") or each.closed:
            continue
        if each != BuilderGroup(each.kind, lift=Lift.TOP, goes_to="f", locked=each.locked):
            return None
        givers.append(name)
    shut = [name for name in (*columns, *givers) if alone[name].locked]
    if any(alone[name].locked != lock for name in shut) or shut != [*columns, *givers][: len(shut)]:
        return None
    builds = [alone[name].build for name in foundations]
    return Piles(
        feed,
        tuple(columns),
        tuple(givers),
        tuple(foundations),
        tuple(build for build in builds if build),
        tuple(_opening(alone[name]) or 0 for name in foundations),
        packs,
        not feed or "f" in alone[feed].goes_to,
        len(shut),
        lock.stock if isinstance(lock, OnceStockBegun) else game.in_play,
    )


def _is_foundation(group: BuilderGroup) -> bool:
    build = group.build
    return (
        build is not None
        and len(build.steps) == 1
        and build.steps[0] > 0
        and build.match is Match.ANY
        and not build.stop
        and (build.wrap or build.steps == (1,))
        and group == BuilderGroup("f", build=build, space=group.space, capacity=cards.KING)
        and _opening(group) is not None
    )


def _opening(group: BuilderGroup) -> int | None:
    """Return the rank that opens a foundation, as ``Piles`` has it; None if that is unknown."""
    if group.space == NOTHING:
        return 0
    if group.space == BaseRank():
        return -1
    if isinstance(group.space, Only):
        ranks = {card & 15 for card in cards.pack() if group.space.cards >> card & 1}
        whole = cards.mask(card for card in cards.pack() if card & 15 in ranks)
        if len(ranks) == 1 and whole == group.space.cards:
            return ranks.pop()
    return None


def _is_feed(game: Declaration, alone: dict[str, BuilderGroup], feed: str, kind: str) -> bool:
    group, stock = alone[feed], alone["s"]
    if feed == "h":
        turning = TurnToSlot(waste=None)
        if stock != BuilderGroup("s", action=turning):
            return False
    elif not (TopFaceUp() in game.consequences or Rest(down=False) in game.dealing):
        return False
    is_known = sorted(group.goes_to) in (sorted("f" + kind), [kind])
    return is_known and group == BuilderGroup(
        feed, lift=Lift.TOP, goes_to=group.goes_to, builds_elsewhere=ANY_ORDER
    )
