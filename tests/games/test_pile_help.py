"""The sentences of ``help PILE`` allow exactly the legal moves."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from solterm.core.cards import DOWN
from solterm.core.engines.builders import Builders
from solterm.core.engines.pairing import Pairing
from solterm.core.game import Game
from solterm.core.groups import BuilderGroup, list_pairs
from solterm.core.levels import LEVELS
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.words.pilehelp import list_sentences
from solterm.games import find
from tests.core.strategies import every_game, some_games_at_a_level
from tests.effort import tries
from tests.games.help_reader import HelpReader, PileHelp, Step
from tests.games.pair_help_reader import acts, pairs_and_singles, placements


def positions(rules: Rules, random: Random, count: int) -> list[Table]:
    """Return positions of random play, of play that prefers moves home, and made-up ones."""
    game = rules.game
    found = []
    for home in (False, True):
        deal = random.randrange(1, 32001)
        table = game.deal(deal).table
        for step in range(count):
            moves = list(rules.legal_moves(table))
            if not moves:
                break
            going = [move for move in moves if move.dst[:1] == "f"] if home else []
            if step % 5 == 0:
                found.append(table)
            table = rules.make(table, random.choice(going or moves))
        found.append(table)
    found += [made_up(rules, random) for _ in range(count // 4)]
    return found


def walk(rules: Rules, random: Random, steps: int) -> Iterator[Table]:
    """Yield the positions of random play, from the deal on."""
    deal = random.randrange(1, 32001)
    table = rules.game.deal(deal).table
    for _ in range(steps):
        yield table
        moves = list(rules.legal_moves(table))
        if not moves:
            return
        table = rules.make(table, random.choice(moves))


def made_up(rules: Rules, random: Random) -> Table:
    """Return an arbitrary position: started foundations, cards anywhere, some empty piles."""
    game = rules.game
    opening = game.deal(1).table
    piles = {name: list(pile) for name, pile in zip(game.ids, opening.piles, strict=True)}
    loose = []
    for name, pile in piles.items():
        if name[0] not in "fr" or random.random() < 0.5:
            kept = 0 if name[0] != "f" else min(1, len(pile))
            loose += pile[kept:]
            del pile[kept:]
    random.shuffle(loose)
    for name in [name for name in piles if name[0] == "f"]:
        group = BuilderGroup.of(game.group(name))
        build = group.build
        for _ in range(random.randrange(13)):
            fits = [
                card
                for card in loose
                if build and piles[name] and build.takes[piles[name][-1]] >> (card & ~DOWN) & 1
            ]
            if not fits or len(piles[name]) >= (group.capacity or 52):
                break
            loose.remove(fits[0])
            piles[name].append(fits[0] & ~DOWN)
    one = {n for n in piles if BuilderGroup.of(game.group(n)).capacity == 1}
    single = [n for n in piles if n in one or n[0] == "h" or _is_place(game, n)]
    holds = [n for n in piles if n[0] not in "fhd" and n not in single and random.random() < 0.7]
    for name in single:
        if loose and not piles[name] and random.random() < 0.6:
            piles[name].append(loose.pop() & ~DOWN)
    for card in loose:
        if holds:
            name = random.choice(holds)
            down = (
                name == "s"
                and bool(opening.piles[rules.index["s"]][-1:])
                and (opening.piles[rules.index["s"]][-1] & DOWN)
            )
            piles[name].append(card & ~DOWN | (DOWN if down else 0))
    return rules.settle(Table(tuple(tuple(pile) for pile in piles.values())))


def _is_place(game: Game, pile: str) -> bool:
    """Return whether a pile holds at most one card, as in a pyramid."""
    return bool(list_pairs(game.groups)) and pile[0] in "tg" and not game.group(pile).fanned


def first_alike(game: Game, table: Table, dst: str) -> str:
    """Return the foundation that legal moves name among equal ones."""
    if dst[:1] != "f":
        return dst
    pile = table.piles[game.ids.index(dst)]
    return next(
        name
        for name in game.ids
        if game.group(name) is game.group(dst) and table.piles[game.ids.index(name)] == pile
    )


@some_games_at_a_level
def test_help_allows_exactly_the_legal_moves(game: Game, level: int) -> None:
    rules = game.rules(level)
    if not isinstance(rules, Builders):
        return  # the tests below read the help on cells
    for table in positions(rules, Random(f"{game.id} {level}"), tries(24, 4)):
        steps, together = set[Step](), set[frozenset[str]]()
        for move in rules.legal_moves(table):
            if not move.dst or (isinstance(rules, Pairing) and rules.is_pair(table, move)):
                together.add(frozenset(str(move).split()))
            else:
                steps.add(Step(*move[:4]))
        assert_help_allows(rules.game, table, steps)
        assert_help_allows_pairs_and_actions(rules.game, table, together)


def assert_help_allows(game: Game, table: Table, legal: set[Step]) -> None:
    reader = HelpReader(game, table)
    assert reader.unknown == []
    assert reader.contradictions() == []
    allowed = {step._replace(dst=first_alike(game, table, step.dst)) for step in reader.moves()}
    assert allowed == legal, allowed ^ legal


def assert_help_allows_pairs_and_actions(
    game: Game, table: Table, legal: set[frozenset[str]]
) -> None:
    allowed = set(pairs_and_singles(game, table))
    allowed |= {frozenset([name]) for name in game.ids if acts(game, table, name)}
    assert allowed == legal, allowed ^ legal
    if "s" in game.ids and (said := PileHelp(game, "s", table).acts_when_empty) is not None:
        assert said == (frozenset(["s"]) in legal)


@every_game
def test_turning_moves_as_many_cards_as_the_help_says(game: Game) -> None:
    for level in LEVELS:
        rules = game.rules(level)
        deal = Random(game.id).randrange(1, 32001)
        table = game.deal(deal).table
        allowed = " ".join(list_sentences(rules.game, "s", table)) if "s" in game.ids else ""
        turned = re.search(r"Turning it lays (one|\d+) cards? at a time", allowed)
        if turned:
            count = 1 if turned[1] == "one" else int(turned[1])
            after = rules.make(table, Move("s"))
            assert len(after.piles[game.ids.index("w")]) == count


@pytest.mark.parametrize("level", LEVELS)
def test_face_down_cards_of_concentration_can_be_turned(level: int) -> None:
    game = find("concentration")
    rules = game.rules(level)
    for table in positions(rules, Random(level), 60):
        for name, pile in zip(game.ids, table.piles, strict=True):
            words = list_sentences(rules.game, name, table)
            turns = any(each.startswith("Its card is turned up") for each in words)
            down = bool(pile) and bool(pile[-1] & DOWN)
            assert (Move(name) in rules.legal_moves(table)) == (turns and down)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game_id", ["poker", "farewell-to-kings"])
def test_cells_take_the_cards_their_help_names(game_id: str, level: int) -> None:
    game = find(game_id)
    rules = game.rules(level)
    for table in positions(rules, Random(f"{game_id} {level}"), tries(30, 8)):
        legal = {move for move in rules.legal_moves(table) if move.dst}
        if any(move.src[0] == "g" for move in legal):
            continue  # an orphan must move first, as the help on its cell says
        assert {Move(*step) for step in placements(rules.game, table)} == legal


@pytest.mark.parametrize("level", LEVELS)
def test_in_farewell_the_stock_fills_the_hand_when_its_help_says_so(level: int) -> None:
    rules = find("farewell-to-kings").rules(level)
    hand = [rules.index[name] for name in rules.ids if name[0] == "h"]
    filled = 0
    for table in walk(rules, Random(f"hand {level}"), tries(200, 20)):
        if any(move.src[0] == "g" for move in rules.legal_moves(table)):
            continue  # an orphan must move first, as the help on its cell says
        assert (Move("s") in rules.legal_moves(table)) == acts(rules.game, table, "s")
        if acts(rules.game, table, "s"):
            after = rules.make(table, Move("s"))
            left = after.piles[rules.index["s"]]
            assert all(after.piles[place] for place in hand) or not left
            assert sum(len(after.piles[place]) for place in hand) + len(left) == sum(
                len(table.piles[place]) for place in (*hand, rules.index["s"])
            )
            filled += 1
    assert filled


@pytest.mark.parametrize("level", LEVELS)
def test_the_next_card_of_poker_turns_up_as_the_help_says(level: int) -> None:
    rules = find("poker").rules(level)
    stock, hand = rules.index["s"], rules.index["h"]
    full = 0
    for table in walk(rules, Random(f"next {level}"), 26):
        assert Move("s") not in rules.legal_moves(table)
        assert not acts(rules.game, table, "s")
        for move in rules.legal_moves(table):
            after = rules.make(table, move)
            free = any(not after.piles[rules.index[n]] for n in rules.ids if n[0] == "g")
            assert bool(after.piles[hand]) == free
            assert len(after.piles[stock]) == len(table.piles[stock]) - free
            full += not free
    assert full
