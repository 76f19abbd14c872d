"""Reasons why moves in games of building are refused, as sentences that name the cards.

The sentences follow from the declaration of the level. The functions require an illegal move and
report its most basic fault first.
"""

from collections.abc import Sequence

from solterm.core import cards
from solterm.core.cards import DOWN, FULL_SUITS, Card, article
from solterm.core.declaration import Declaration
from solterm.core.engines.sequences import Room, count_carried, divide, list_steps, room
from solterm.core.groups import BuilderGroup
from solterm.core.move import Move
from solterm.core.phrases import capitalize, count, either
from solterm.core.table import Index, Pile, Table
from solterm.core.vocabulary.actions import DealRow
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.lifts import ONE_AT_A_TIME, face_up, heads
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import NOTHING
from solterm.core.words.describe import no_card, pile_name


def explain(game: Declaration, index: Index, table: Table, move: Move) -> str:
    """Return why a move is illegal. The destination ``f`` means any foundation."""
    anywhere = move.dst == "f" and "f" not in index
    move = move._replace(dst="f1") if anywhere else move
    source = _group(game, move.src)
    pile = table.piles[index[move.src]]
    here = pile_name(game, move.src)
    if not move.dst:
        if source.action is None:
            where = "" if source.lift is Lift.NONE else ": say where its card goes"
            return f"{capitalize(here)} does nothing by itself{where}."
        if move != Move(move.src):
            return f"{capitalize(here)} acts as a whole: write just {move.src}."
        if game.waits and game.waits.holds(table.piles, index):
            return game.waits.sentence
        return source.action.why_not(table, index) or "That can be done now."
    there = pile_name(game, move.dst)
    if not pile:
        return no_card(game, move.src)
    if move.src == move.dst and pile[-1] & ~DOWN:  # the player may not know the card
        return f"{_name(pile[-1])} lies there already."
    if source.lift is Lift.NONE:
        if source.action:
            verb = "Deal" if isinstance(source.action, DealRow) else "Turn up"
            return f"{verb} the cards of {here} before you play them."
        return f"Cards on {here} stay there."
    if source.locked and source.locked.holds(table.piles, index):
        return source.locked.sentence
    target = _group(game, move.dst)
    if target.kind != "f" and game.waits and game.waits.holds(table.piles, index):
        return game.waits.sentence
    takes_none = target.build is None and target.space == NOTHING and not target.takes_suits
    if takes_none or target.kind not in source.destinations:
        return f"Cards can't go from {here} to {there}."
    if target.closed:
        return f"{capitalize(there)} is not open at this level."
    if source.lift is Lift.NEXT:
        return f"The next card of {here} can only go, unseen, to an empty {target.name}."
    if pile[-1] & DOWN:
        return f"The top card of {here} is face down."
    if lifted := _refuse_lift(game, index, table, move):
        return lifted
    if anywhere:
        card = pile[-(move.depth or 1)]
        if wanted := wanted_instead(game, index, table, card):
            return f"{_name(card)} fits no foundation: {wanted} is wanted."
        return f"Name the foundation, as in {move.src} f1."
    return _refuse_place(game, index, table, move)


def _refuse_lift(game: Declaration, index: Index, table: Table, move: Move) -> str | None:
    source, target = _group(game, move.src), _group(game, move.dst)
    pile = table.piles[index[move.src]]
    here = pile_name(game, move.src)
    if move.depth:
        depth = min(source.draw_depth(table), len(pile))
        if 1 < move.depth <= depth and not pile[-move.depth] & DOWN:
            return None
        if move.depth == 1:
            return "Name an end card by its pile alone."
        return "You can't take a card out from under others."
    up = face_up(pile)
    if not 1 <= move.count <= up:
        return f"{capitalize(here)} has {count(up, 'cards')} face up."
    if target.takes_suits:
        if move.count == 13 and pile[-13:] in FULL_SUITS:
            return None
        there = pile_name(game, move.dst)
        return f"Only thirteen cards of one suit, King to Ace, can go to {there}."
    if target.kind in ONE_AT_A_TIME and move.count > 1:
        which = f"a {target.name}" if move.dst[1:] else pile_name(game, move.dst)
        return f"Cards go to {which} one at a time."
    if target.kind in ONE_AT_A_TIME or move.count == 1 == up:
        return None
    if source.lift is Lift.WHOLE and move.count != up:
        which = "Both" if up == 2 else f"All {up}"
        return f"{which} face-up cards of {here} move together, from {_name(pile[-up])} on."
    if source.sequences and source.kind == target.kind == "t":
        sizes = divide(game, move.src, pile, move.count)
        free = room(game, index, table, move)
        if len(sizes) > 1 and (free.columns or (source.lift is Lift.TOP and _has_cells(game))):
            if broken := _refuse_run(source.build, pile, here, move.count):
                return broken
            if list_steps(move.src, move.dst, sizes, *free):
                return None
            return _refuse_sequence(game, source, sizes, free)
    if source.lift is Lift.TOP and move.count > 1:
        return f"Only the end card of {here} moves."
    if source.lift not in (Lift.RUN, Lift.CHAIN):
        return None
    build = source.run or source.build
    if broken := _refuse_run(build, pile, here, move.count):
        return broken
    length = len(heads(pile, len(pile) - 1, Lift.RUN, build.takes)) if build else 1
    if source.lift is Lift.CHAIN and move.count < length:
        head = _name(pile[-length])
        return f"The last {length} cards of {here} move together, from {head} on."
    return None


def _refuse_run(build: Build | None, pile: Pile, here: str, count: int) -> str | None:
    if build is None:
        return f"Only the end card of {here} moves."
    length = len(pile) - heads(pile, len(pile) - 1, Lift.CHAIN, build.takes)[0]
    if count > length:
        upper, lower = pile[-length], pile[-length - 1]
        reason = build.why_not(upper, lower)
        return f"{_name(upper)} on {_name(lower)} breaks the sequence: {reason}."
    return None


def _refuse_sequence(
    game: Declaration, source: BuilderGroup, sizes: Sequence[int], free: Room
) -> str:
    count, cells, columns = len(sizes), len(free.cells), len(free.columns)
    if source.lift is Lift.RUN or not _has_cells(game):
        parts = "runs" if source.lift is Lift.RUN else "cards"
        return f"{count} {parts} need more empty {source.name}s on the way."
    if columns:
        return (
            f"{count} cards are too many: {cells} free cell{'s' * (cells != 1)} and {columns} "
            f"empty {source.name}{'s' * (columns != 1)} carry {count_carried(cells, columns)}."
        )
    return (
        f"{count} cards need {count - 1} free cell{'s' * (count != 2)}; "
        f"there {'is' if cells == 1 else 'are'} {cells or 'none'}."
    )


def _has_cells(game: Declaration) -> bool:
    return any(name[0] == "r" and not _group(game, name).closed for name in game.ids)


def _refuse_place(game: Declaration, index: Index, table: Table, move: Move) -> str:
    source, target = _group(game, move.src), _group(game, move.dst)
    card = table.piles[index[move.src]][-(move.depth or move.count)]
    pile = table.piles[index[move.dst]]
    there = pile_name(game, move.dst)
    if target.space.on_cards:
        allowed = target.space.words(table.piles, index)
        return f"{_name(card)} can't go there: it takes {allowed}."
    if not pile:
        if target.space.mask(table.piles, index, source.kind) >> card & 1:
            if target.kind == "f":
                return f"{_name(card)} goes to the first empty foundation."
            if 0 < target.capacity < move.count:
                return _tell_room(there, target.capacity)
            return _refuse_many(game, move)
        allowed = target.space.words(table.piles, index)
        what = f"fill an empty {target.name}" if move.dst[1:] else f"be laid on {there}"
        return f"{_name(card)} can't go there: {allowed} may {what}."
    if target.kind not in source.goes_to:
        here = pile_name(game, move.src)
        return f"{capitalize(there)} takes cards of {here} only while it is empty."
    if target.build is None and target.space != NOTHING:
        alike = [name for name in game.ids if game.group(name).name == target.name]
        cells = [name for name in alike if name[0] == "r" and not _group(game, name).closed]
        if len(cells) > 1 and all(table.piles[index[name]] for name in cells):
            return f"All {target.name}s are full."
        return f"{capitalize(there)} holds a card already."
    if target.capacity and len(pile) >= target.capacity:
        return f"{capitalize(there)} is {'complete' if target.kind == 'f' else 'full'}."
    if target.build is None or pile[-1] & DOWN:
        return f"{capitalize(there)} takes no more cards."
    if target.build.takes[pile[-1]] >> card & 1:
        if target.kind == "f":
            return f"{_name(card)} goes on the first foundation that takes it."
        if target.capacity and len(pile) + move.count > target.capacity:
            return _tell_room(there, target.capacity - len(pile))
        return _refuse_many(game, move)
    reason = target.build.why_not(card, pile[-1])
    return f"{_name(card)} can't go on {_name(pile[-1])}: {reason}."


def tell_covered(card: Card, over: Sequence[Card]) -> str:
    """Return the sentence that refuses to play a card under others."""
    named = [cards.text(each) for each in over if not each & DOWN]
    by = f" by {' and '.join(named)}" if len(named) == len(over) else ""
    return f"{'That card' if card & DOWN else cards.text(card)} is covered{by}."


def wanted_instead(game: Declaration, index: Index, table: Table, card: Card) -> str:
    """Return the ranks that foundations want instead of a card; "" if naming one is better.

    Used only if all foundations build regardless of suit but differ in the ranks they want.
    """
    wanted = 0
    for name in (name for name in game.ids if name[0] == "f"):
        group, pile = _group(game, name), table.piles[index[name]]
        if group.build is None or group.build.match is not Match.ANY:
            return ""
        if not pile:
            wanted |= group.space.mask(table.piles, index, "")
        elif not group.capacity or len(pile) < group.capacity:
            wanted |= group.build.takes[pile[-1]]
    ranks = sorted({cards.rank(each) for each in cards.pack() if wanted >> each & 1})
    if wanted >> card & 1 or len(ranks) < 2:
        return ""
    return either(map(article, ranks))


def _group(game: Declaration, pile: str) -> BuilderGroup:
    return BuilderGroup.of(game.group(pile))


def _tell_room(there: str, room: int) -> str:
    return f"{capitalize(there)} has room for {count(room, 'more cards')}."


def _refuse_many(game: Declaration, move: Move) -> str:
    return f"Cards of {pile_name(game, move.src)} move there one at a time."


def _name(card: Card) -> str:
    return cards.text(card & ~DOWN)
