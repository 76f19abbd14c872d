"""The trial of a game: whether it can be dealt, shown and played at every level.

``published_games.py`` tries the games of other packages, ``test_trial.py`` those of the catalogue.
"""

import math
from collections import Counter

from solterm.core import deals
from solterm.core.cards import DOWN, Card
from solterm.core.engines.builders import Builders
from solterm.core.game import Game
from solterm.core.groups import BuilderGroup, list_pairs
from solterm.core.table import Table
from solterm.core.values import KINDS_OF_PILES, PILES, names_in
from solterm.core.vocabulary.exceptions import Armed, Instant
from solterm.core.vocabulary.goals import Counted, Gathered
from solterm.core.words.pilehelp import describe
from solterm.games.published import find_layout_fault, say_shortly

_SUMMARY = 40
"""The most characters of a summary."""
_TRIED = 8
"""The number of moves made at each level to try a game."""
_TURNS = 250
"""The number of turns of the stock tried: two passes through two packs, and more."""
_SPARE = 9
"""How many packs the deal may use while we count its cards."""


def find_fault(game: Game) -> str | None:
    """Return why a game can't be played, as the end of a sentence, or None."""
    if (length := len(game.summary)) > _SUMMARY:
        return f"its summary has {length} characters, and there is room for {_SUMMARY}"
    chosen = [(option.key, value) for option in game.options for value in option.choices]
    for options in ({}, *({key: value} for key, value in chosen)):
        try:
            played = game.with_options(options)
            if fault := find_layout_fault(played) or _trial_fault(played):
                where = "".join(f" with {key}={value}" for key, value in options.items())
                return fault + where
        except (Exception, SystemExit) as error:  # words of a package may raise anything
            return f"it cannot be dealt: {say_shortly(error)}"
    return None


def _trial_fault(game: Game) -> str | None:
    """Return what fails when a game is dealt and played a little, or None."""
    pack = game.shuffle(deals.FIRST)
    try:
        opening = game.deal(deals.FIRST).table
    except (Exception, SystemExit):
        if fault := _dealing_fault(game):
            return fault
        raise
    dealt = Counter(card & ~DOWN for pile in opening.piles for card in pile)
    if left := (Counter(pack) - dealt).total():
        return f"its deal leaves {left} card{'s' * (left != 1)} of the pack undealt"
    if more := (dealt - Counter(pack)).total():
        return f"its deal lays {more} card{'s' * (more != 1)} that the pack does not have"
    for level in game.offered_levels:
        try:
            if fault := _naming_fault(game, level):
                return fault
            if fault := _goal_fault(game.at_level(level)):
                return fault if level == game.hardest else f"at level {level}, {fault}"
            if fault := _level_fault(game, level, opening):
                return fault
        except KeyError as error:
            return f"level {level} names {error}, which is not one of its piles"
        except (Exception, SystemExit) as error:
            return f"level {level} can't be played: {say_shortly(error)}"
    return None


def _goal_fault(game: Game) -> str | None:
    """Return why the goal of a level can't be reached, or None, as far as the piles show."""
    goal, room = game.goal, dict[str, float]()
    for group in game.groups:
        most = math.inf
        if isinstance(group, BuilderGroup) and group.kind == "f":
            most = min(group.capacity or most, group.build.longest if group.build else most)
        room[group.kind] = room.get(group.kind, 0) + group.count * most
    if fault := goal.fault(game.in_play, room):
        return fault
    by_hand = issubclass(game.engine, Builders) and not list_pairs(game.groups)
    if isinstance(goal, Gathered) and by_hand and not game.consequences:
        sent = {kind for group in game.groups for kind in group.destinations}
        if not sent & {*goal.kind}:
            return f"no card may go to the piles {goal.kind!r}, where its goal wants them"
    return None


def _naming_fault(game: Game, level: int) -> str | None:
    """Return which word of a level names piles that the game does not have, or None."""
    kinds = {name[0] for name in game.ids}
    for word, mark, name in names_in((game.at_level(level), game.exceptions.get(level))):
        if mark == PILES and name not in game.index:
            return f"{word} names {name!r}, which is not one of its piles"
        if mark == KINDS_OF_PILES and name not in kinds:
            return f"{word} names piles of the kind {name!r}, of which it has none"
    return None


def _level_fault(game: Game, level: int, opening: Table) -> str | None:
    """Return what fails at a level in the first moves of a deal, or None.

    Each word of the declaration is asked at least once, so that none of them fails in a game.
    """
    rules, exception = game.rules(level), game.exceptions.get(level)
    table = rules.settle(opening)
    for group in rules.game.groups:
        if group.action and group.action.why_not(table, rules.index) is None:
            group.action.make(table, rules.index)
    if isinstance(exception, Instant):
        for pile in ("", *game.ids):
            if exception.why_not(rules.game, table, pile) is None:
                exception.make(rules.game, table, pile)
    for _ in range(_TRIED):
        home = rules.count_scored(table)
        rules.outcome(table)
        rules.goal.words(home)
        if game.own_score:
            own = game.own_score.of(table.piles, rules.index, home, Counted())
            game.own_score.words(own)
        for pile in game.ids:
            describe(rules.game, pile, table)
        moves = list(rules.legal_moves(table))
        if isinstance(exception, Armed):
            any(game.rules_armed(level, exception).legal_moves(table))
        for move in rules.stricter.legal_moves(table) if rules.stricter else ():
            if move not in moves:
                return _tell_stricter(level, str(move))
        if not moves:
            break
        table = [rules.make(table, move) for move in moves][-1]
    return _turning_fault(game, level, opening) if rules.stricter else None


def _turning_fault(game: Game, level: int, opening: Table) -> str | None:
    """Return which action a level limits more than the one above, or None.

    Limits show only when the stock has been gone through, by the rules of either level.
    """
    looser, stricter = game.at_level(level), game.at_level(level + 1)
    for pile in game.ids:
        action, allowed = looser.group(pile).action, stricter.group(pile).action
        if allowed is None:
            continue
        for done in filter(None, (action, allowed)):
            table = opening
            for _ in range(_TURNS):
                possible = allowed.why_not(table, game.index) is None
                if possible and (action is None or action.why_not(table, game.index)):
                    return _tell_stricter(level, pile)
                if done.why_not(table, game.index):
                    break
                table = done.make(table, game.index)
    return None


def _tell_stricter(level: int, move: str) -> str:
    return f"level {level} forbids {move}, which level {level + 1} allows"


def _dealing_fault(game: Game) -> str | None:
    """Return why the steps can't deal the pack, as the end of a sentence, or None."""
    pack = game.shuffle(deals.FIRST)
    left, piles = list(pack) * _SPARE, {name: list[Card]() for name in game.ids}
    needed = 0
    for step in game.dealing:
        before = len(left)
        try:
            step.deal(left, piles)
        except KeyError as error:
            return f"its deal names {error}, which is not one of its piles"
        except (Exception, SystemExit) as error:
            if isinstance(error, IndexError) and not left:
                return f"its deal has no cards left for {step!r}"
            return f"its deal fails at {step!r}: {say_shortly(error)}"
        if left:  # else the step takes the rest, however many there are
            needed += before - len(left)
    if needed > len(pack):
        return f"its deal needs {needed} cards and the pack has {len(pack)}"
    return None
