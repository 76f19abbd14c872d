"""Describe the table and each action in plain ASCII, for screen readers as well as eyes.

A line about a pile begins with its id, since players type it.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby

from solterm.contests.score import tell_score
from solterm.core import cards
from solterm.core.cards import DOWN, UNKNOWN, Card
from solterm.core.declaration import Declaration
from solterm.core.groups import is_closed
from solterm.core.move import Move
from solterm.core.phrases import capitalize, count, tell_deal
from solterm.core.play.play import Play
from solterm.core.play.tokens import number
from solterm.core.table import Pile, Table
from solterm.core.vocabulary.consequences import Refill
from solterm.core.vocabulary.goals import OwnScore
from solterm.core.words.describe import TURNED, move_words, pile_name


def title(play: Play, deal: int | None = None, *, is_winnable: bool = False) -> str:
    """Return the title of a play: ``Klondike (KLONCAN), deal 617, level 3``.

    ``deal`` is its number as told, 0 for a secret; None: no secret. A deal that is known to be won
    is called a winnable one.
    """
    told = tell_deal(play.number_told(deal))
    if is_winnable:
        told = told.replace("deal", "winnable deal")
    return f"{play.title} ({play.game.collection}){told}, level {play.level}"


def counts(play: Play, points: OwnScore | None = None) -> str:
    """Return the score and its parts: ``score 170 at level 3 with 12 moves, ...``

    ``points``, the points of a tour, replace the score of the game's source.
    """
    tally = play.tally
    made = f"{count(play.moves, 'moves')}, {count(tally.exceptions, 'exceptions')}"
    home = play.game.goal.words(play.cards_home)
    return f"score {tell_score(play, points)} at level {tally.level} with {made} and {home}"


def board(game: Declaration, table: Table, named: bool = False) -> str:
    """Return the table as text, one pile or one row of a grid to a line.

    Pass the player's view, in which hidden cards are ``UNKNOWN``. With ``named``, face-down cards
    are named too, for openings.
    """
    lines = [
        (name, describe_pile(game, name, pile, named))
        for name, pile in zip(game.ids, table.piles, strict=True)
        if name[0] != "g" and (pile or not is_closed(game.group(name)))
    ]
    cells = [name for name in game.ids if name[0] == "g"]
    place = next((k for k, (name, _) in enumerate(lines) if name[0] == "d"), len(lines))
    lines[place:place] = _rows(game, table, cells, named) if cells else []
    width = max(len(name) for name, _ in lines)
    return "\n".join(f"{name:{width}}  {told}" for name, told in lines)


def _rows(
    game: Declaration, table: Table, cells: Sequence[str], named: bool
) -> list[tuple[str, str]]:
    """Describe a grid row by row: ``g6-g10``, ``row 2: 8D, 3 empty, KC``."""
    columns = game.grid.columns
    lines = []
    for row, start in enumerate(range(0, len(cells), columns), 1):
        called = cells[start : start + columns]
        said = [_cell(table.piles[game.ids.index(name)], named) for name in called]
        runs = [(what, len(list(alike))) for what, alike in groupby(said)]
        told = ", ".join(what if many == 1 else f"{many} {what}" for what, many in runs)
        lines.append((f"{called[0]}-{called[-1]}", f"row {row}: {told}"))
    return lines


def _cell(pile: Pile, named: bool) -> str:
    if not pile:
        return "empty"
    if pile[-1] & DOWN:
        is_shown = named or pile[-1] & ~DOWN != UNKNOWN
        return f"{names(pile[-1:])} face down" if is_shown else "face down"
    return names(pile[-1:])


def describe_pile(game: Declaration, name: str, pile: Pile, named: bool = False) -> str:
    """Describe a pile: ``column 3: 2 face down, KH QS``, ``stock: 5 face down, 9S next``.

    A face-down card that is not ``UNKNOWN`` is named, since the level shows it.
    """
    down = [card for card in pile if card & DOWN]
    up = [card for card in pile if not card & DOWN]
    parts = []
    if down:
        parts.append(f"{len(down)} face down" + (f" ({names(down)})" if named else ""))
    shown = [card for card in down if card & ~DOWN != UNKNOWN]
    if shown and not named and name[0] == "s":
        parts.append(f"{names(reversed(shown))} next")
    elif shown and not named:
        parts[0] += f" ({names(shown)})"
    if up and named:
        parts.append(names(up))
    elif up:
        over = game.in_sight(name, tuple(up))
        below = len(up) - len(over)
        parts.append(names(over) + (f" on top of {below}" if below else ""))
    return f"{pile_name(game, name).removeprefix('the ')}: {', '.join(parts) or 'empty'}"


def tell_done(game: Declaration, before: Table, after: Table, move: Move) -> str:
    """Describe a move that was made: ``9H to column 3; that turns up KC.``"""
    if said := game.engine.move_words(game, before, move):
        paired = "" if move.dst else _tell_paired(game, before, after)
        return f"{capitalize(said)}{paired}{_follows(game, before, after, move)}."
    if move.dst:
        left = _left(game, before, after) if move.dst[0] == "g" else ""
        card = before.piles[game.index[move.src]][-1]
        if card & DOWN:  # the player has not seen it
            where = f"{pile_name(game, move.src)}, {names([card])}, to {pile_name(game, move.dst)}"
            return f"The next card of {where}."
        return (
            f"{move_words(game, before, move)}{left}{_tell_uncovered(game, before, after, move)}."
        )
    place = game.index[move.src]
    if not before.piles[place]:
        return _tell_redeal(game, before, after, move)
    shown = set(map(number, game.uncovered(after)))
    filled = _tell_filled(game, before, after, move)
    laid = _on_piles(game, after, filled)
    up = [card for card in find_turned_up(before, laid) if number(card) in shown]
    what = f"{names(up)} {'is' if len(up) == 1 else 'are'} up"
    if not up:
        gone = _find_gone(game, before, after)
        what = "The stock is turned" if gone else capitalize(move_words(game, before, move))
    came = f"{_tell_paired(game, before, after)}{_filling(game, after, filled)}"
    stock = after.piles[place]
    left = count(len(stock), "cards") if stock else "no cards"
    return f"{what}{came}; {left} left in {pile_name(game, move.src)}."


def _tell_redeal(game: Declaration, before: Table, after: Table, move: Move) -> str:
    """Describe a redeal: ``The waste is turned over; 12 cards to turn.``"""
    action = game.group(move.src).action
    index = game.index
    said = (
        action.redeal_words(before, index) if action else capitalize(move_words(game, before, move))
    )
    stock = len(after.piles[index[move.src]])
    return f"{said}; {count(stock, 'cards')} to turn." if stock else f"{said}."


def tell_carried(game: Declaration, before: Table, move: Move, steps: int) -> str:
    """Describe a run moved in single steps: ``9H 8S to column 2, in 3 single moves.``"""
    return f"{move_words(game, before, move)}, in {steps} single moves."


def tell_brought_home(game: Declaration, before: Table, after: Table) -> str:
    """Describe automatic play: ``Played home: AS 2S; that turns up KC.``"""
    piles = zip(game.ids, before.piles, after.piles, strict=True)
    played = [card for name, was, now in piles if name[0] == "f" for card in now[len(was) :]]
    home = set(map(number, played))
    filled = _tell_filled(game, before, after)
    laid = _on_piles(game, after, filled)
    up = [card for card in find_turned_up(before, laid) if number(card) not in home]
    return f"Played home: {names(played)}{_filling(game, after, filled)}{_turning(up)}."


def tell_changes(game: Declaration, before: Table, after: Table) -> str:
    """Describe the piles that differ, as they are now, for actions without a sentence of theirs."""
    piles = zip(game.ids, before.piles, after.piles, strict=True)
    told = [
        describe_pile(game, name, tuple(UNKNOWN | DOWN if card & DOWN else card for card in now))
        for name, was, now in piles
        if was != now
    ]
    return f"{capitalize('; '.join(told))}." if told else "Nothing changed."


def tell_seen(game: Declaration, table: Table, shown: Sequence[Card]) -> str:
    """Name the hidden cards that a look showed, with their piles: ``Seen: 9S in the stock``.

    ``table`` is a traced one, so that twin cards of two packs differ.
    """
    lying = {
        number(card): name
        for name, pile in zip(game.ids, table.piles, strict=True)
        for card in pile
    }
    told = [f"{cards.text(card)} in {pile_name(game, lying[number(card)])}" for card in shown]
    return f"Seen: {', '.join(told)}"


def find_turned_up(before: Table, after: Table) -> list[Card]:
    """Return the cards that were face down before and are face up after, in the order of piles."""
    hidden = {number(card) for pile in before.piles for card in pile if card & DOWN}
    shown = (card for pile in after.piles for card in pile if not card & DOWN)
    return [card for card in shown if number(card) in hidden]


def names(some: Iterable[Card]) -> str:
    """Name cards by their letters, face down or not: ``KH QS``."""
    return " ".join(cards.text(card & ~DOWN) for card in some)


def _left(game: Declaration, before: Table, after: Table) -> str:
    """Name the cards that left the table by themselves, as the second half of a sentence."""
    gone = _find_gone(game, before, after)
    return f"; {names(gone)} leave" if gone else ""


def _find_gone(game: Declaration, before: Table, after: Table) -> Pile:
    if "d" not in game.ids:
        return ()
    place = game.ids.index("d")
    return after.piles[place][len(before.piles[place]) :]


def _tell_paired(game: Declaration, before: Table, after: Table) -> str:
    """Name a pair of which the move named only one card, as the end of a sentence."""
    gone = _find_gone(game, before, after)
    return f"; {names(gone)} are a pair and leave" if len(gone) == 2 else ""


def _tell_filled(
    game: Declaration, before: Table, after: Table, move: Move | None = None
) -> list[str]:
    """List the empty piles that a consequence filled."""
    kinds = {each.kind for each in game.consequences if isinstance(each, Refill)}
    laid_on = move.dst if move and not _find_gone(game, before, after) else ""
    return [
        name
        for name, was, now in zip(game.ids, before.piles, after.piles, strict=True)
        if name[0] in kinds and len(now) == 1 and was[:1] != now and name != laid_on
    ]


def _filling(game: Declaration, after: Table, filled: Sequence[str]) -> str:
    """Name the cards that filled empty piles, as the second half of a sentence."""
    cards_there = [(after.piles[game.index[name]], pile_name(game, name)) for name in filled]
    return "".join(f"; {names(pile)} fills {name}" for pile, name in cards_there)


def _on_piles(game: Declaration, after: Table, filled: Sequence[str]) -> Table:
    """Return a table without the cards that other parts of the sentence name."""
    named = zip(game.ids, after.piles, strict=True)
    gone = tuple(() if name[0] == "d" or name in filled else pile for name, pile in named)
    return after._replace(piles=gone)


def _follows(game: Declaration, before: Table, after: Table, move: Move) -> str:
    """Describe the consequences and the cards they turned up, as the second half of a sentence."""
    filled = _tell_filled(game, before, after, move)
    up = find_turned_up(before, _on_piles(game, after, filled))
    return f"{_filling(game, after, filled)}{_turning(up)}"


def _tell_uncovered(game: Declaration, before: Table, after: Table, move: Move) -> str:
    """Name the card that a move uncovered, as the second half of a sentence."""
    if followed := _follows(game, before, after, move):
        return followed
    src = move.src
    left = after.piles[game.index[src]]
    if src == TURNED:
        return ""
    if not left:
        return f"; {pile_name(game, src)} is empty now"
    shown_before = game.group(src).fanned or left[-1] & DOWN
    return "" if shown_before else f"; that uncovers {names(left[-1:])}"


def _turning(up: Sequence[Card]) -> str:
    return f"; that turns up {names(up)}" if up else ""
