"""The rules pages agree with the declarations."""

import re
from itertools import pairwise

import pytest

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.groups import BuilderGroup, PairingGroup, is_closed, list_pairs
from solterm.core.levels import LEVELS
from solterm.core.play.play import Play
from solterm.core.vocabulary.actions import DealRow, TurnStock, TurnToSlot
from solterm.core.vocabulary.exceptions import (
    DrawUnder,
    ExceptionRule,
    LevelOneMove,
    Look,
    LookAll,
    Recall,
    SwapWaste,
    TurnOne,
)
from solterm.core.vocabulary.policies import Lift
from solterm.core.words.pilehelp import goings
from solterm.games import find
from solterm.manual.rules_pages import level_words, page
from tests.core.positions import play_from
from tests.core.strategies import every_game

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
)
_LARGE = {
    17: "seventeen",
    18: "eighteen",
    20: "twenty",
    24: "twenty-four",
    28: "twenty-eight",
    52: "52",
}
_ALSO = re.compile(
    r"(?:[Oo]ther names(?: it gives for the game)? are|also called|also known as|"
    r"Elsewhere it is called|better known as) (.+?)(?:[.;]|, and it)"
)


def part(game: Game, heading: str) -> str:
    """Return a section of a game's page as one line."""
    text = page(game.id)
    found = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"{game.id} has no section {heading}"
    return " ".join(found[1].split())


@every_game
def test_a_page_names_the_aliases_of_its_game(game: Game) -> None:
    before = " ".join(page(game.id).partition("## Object")[0].split())
    assert all(name in before for name in game.also), game.also
    for aliases in _ALSO.findall(before):
        for name in game.also:
            aliases = aliases.replace(name, "")
        assert not re.findall(r"[A-Z]\w+", aliases), aliases


@every_game
def test_a_page_counts_the_cards_and_piles_of_the_deal(game: Game) -> None:
    deal, whole = part(game, "The deal"), page(game.id)
    opening = dict(zip(game.ids, game.deal(5).table.piles, strict=True))
    assert ("Two packs are used" in deal) == (game.packs == 2)
    if left := re.search(r"remaining (\w+) cards are the stock", deal):
        stock = int(left[1]) if left[1].isdecimal() else NUMBERS.index(left[1])
        assert stock == len(opening["s"])
    for group in (group for group in game.groups if group.kind in "tfr" and not is_closed(group)):
        names = [name for name in game.ids if game.group(name) is group]
        # Some piles of a kind form a separate group: a hub, a place that reopens.
        alike = [name for name in game.ids if name[0] == group.kind and _is_open(game, name)]
        counts = {len(names), len(alike)}
        words = [NUMBERS[n] if n < len(NUMBERS) else _LARGE[n] for n in counts]
        if len(names) > 1:
            assert re.search(rf"\b({'|'.join(words)})\b", whole, re.IGNORECASE), names
    hidden = any(card & DOWN for name, pile in opening.items() if name != "s" for card in pile)
    tops = re.search(
        r"face down|only its top card|top card (is|of each pile lies) face up", deal, re.I
    )
    assert bool(tops) or not hidden


def _is_open(game: Game, pile: str) -> bool:
    return not is_closed(game.group(pile))


@every_game
def test_a_page_describes_the_passes_of_the_stock(game: Game) -> None:
    play, action = part(game, "Play"), game.group("s").action if "s" in game.ids else None
    if not isinstance(action, TurnStock | TurnToSlot):
        return
    if isinstance(action, TurnStock):
        assert f"{NUMBERS[action.count]} card" in play
    if action.passes is None:
        assert "as often as you like" in play
    elif action.passes == 1:
        assert "no redeal" in play or "Redeals**: none" in play
    else:
        assert f"{NUMBERS[action.passes - 1]}, so there are {NUMBERS[action.passes]} passes" in play


def _levels(game: Game) -> dict[int, str]:
    text = part(game, "Levels")
    found = dict(re.findall(r"\*\*Level (\d)\*\*: (.*?)(?=- \*\*|$)", text))
    return {int(level): text for level, text in found.items()}


@every_game
def test_a_page_describes_the_changes_of_each_level(game: Game) -> None:
    texts = _levels(game)
    assert texts[3].startswith("exactly the rules above")
    for level in (2, 1):
        was, now = game.rules(level + 1).game, game.rules(level).game
        text, wanted = texts[level], []
        for name in game.ids:
            old, new = (BuilderGroup.of(each.group(name)) for each in (was, now))
            if old.build != new.build and new.kind == "t" and old.build and new.build:
                wanted.append(r"whatever the (colours|suits)")
            if old.build is None and new.build and new.kind in "tw":
                wanted.append(r"one rank (higher|lower)|packed on each other")
            if old.lift != new.lift and new.lift is Lift.RUN:
                wanted.append(r"\brun\b|end part")
            if old.lift != new.lift and new.lift is Lift.NEXT:
                wanted.append(r"next card of the stock")
            if old.closed and not new.closed:
                wanted.append(r"fifth|sixth|seventh|ninth|there is a cell")
            if old.space != new.space and new.kind == "t" and new.space is not None:
                wanted.append(r"empty|blank")
            if old.reveals != new.reveals:
                wanted.append(r"shown|see all cards")
            if old.action != new.action and isinstance(
                new.action, TurnStock | TurnToSlot | DealRow
            ):
                wanted.append(_turning(old.action, new.action))
        if was.consequences != now.consequences and not now.consequences:
            wanted.append(r"wait for you")
        for pattern in wanted:
            assert re.search(pattern, text), (level, pattern, text)


def _turning(old: object, new: TurnStock | TurnToSlot | DealRow) -> str:
    if isinstance(old, TurnStock) and isinstance(new, TurnStock) and old.count != new.count:
        return r"one card at a time"
    if new.passes is None:
        return r"as often as you like"
    if isinstance(new, DealRow) and isinstance(old, DealRow) and new.passes == old.passes:
        return r"with empty columns"
    return r"one redeal"


_EXCEPTIONS: dict[type[ExceptionRule], str] = {
    TurnOne: r"turns up the next card of the stock alone; if the stock is out it turns the waste",
    SwapWaste: r"top two cards of (the|one) waste change places",
    Look: r"shows you",
    LookAll: r"face-down cards are shown",
    Recall: r"all cards that have been seen are shown",
    LevelOneMove: r"the next move may be one that only level 1 allows",
    DrawUnder: r"directly under (one|the) (end card|top card|top of a pile) (of a pile )?may be|"
    r"directly under the top of a pile may be",
}


@every_game
def test_a_page_describes_the_exception(game: Game) -> None:
    text = part(game, "The exception")
    assert "at level 1 it has no effect" in text
    for level in (3, 2):
        described = re.search(rf"at level {level}(.*?)(?=- at level|$)", text)
        assert described, level
        exception = game.exceptions[level]
        assert re.search(_EXCEPTIONS[type(exception)], described[1]), described[1]
        several = isinstance(exception, Look | SwapWaste) and len(_choices(game, exception)) > 1
        assert several == bool(re.search(r"`x \w+`", described[1])), (
            "the page says whether X needs a pile"
        )


def _choices(game: Game, exception: Look | SwapWaste) -> list[str]:
    kinds = exception.kinds if isinstance(exception, Look) else "w"
    return [name for name in game.ids if name[0] in kinds]


_MOVE = re.compile(r"`(\w+)(?:@(\d+))? (\w+)(?:@\d+)?(?: \d+)?`")


@every_game
def test_the_moves_on_a_page_exist_in_the_game(game: Game) -> None:
    for heading in ("Play", "Levels", "The exception", "Hints"):
        for src, at, dst in _MOVE.findall(part(game, heading).replace("`x` in line mode", "")):
            if src == "x":
                assert dst in game.ids
                continue
            assert src in game.ids
            level = 3 if heading in ("Play", "The exception") else 1
            is_drawn = heading == "The exception"
            rules = game.rules_armed(level, DrawUnder()) if is_drawn else game.rules(level)
            assert _leads(rules.game, src, dst, bool(at)), f"{src} {dst} under {heading}"


def _leads(game: Game, src: str, dst: str, drawn: bool) -> bool:
    """Return whether cards of a pile may go to another one, or pair with its cards."""
    if any(src[0] in each.among and dst[0] in each.among for each in list_pairs(game.groups)):
        return not drawn or bool(PairingGroup.of(game.group(src)).reach)
    if dst[0] == "g" and src[0] in "hg":
        return True
    if BuilderGroup.of(game.group(dst if dst in game.ids else "f1")).takes_suits:
        return dst[0] in game.group(src).goes_to
    table = game.deal(5).table
    places = {going.to for going in goings(game, src, table)}
    deep = not drawn or BuilderGroup.of(game.group(src)).draws
    return deep and (dst in places or (dst == "f" and any(to[0] == "f" for to in places)))


@pytest.mark.parametrize("level", LEVELS)
def test_calculations_table_lists_the_order_of_its_foundations(level: int) -> None:
    game = find("calculation").rules(level).game
    rows = re.findall(r"^    +((?:\w+ +){12}\w+)$", page("calculation"), re.MULTILINE)
    assert len(rows) == 4
    letters = [*"A23456789", "10", *"JQK"]
    for number, row in enumerate(rows, 1):
        build = BuilderGroup.of(game.group(f"f{number}")).build
        assert build is not None
        ranks = [letters.index(letter) + 1 for letter in row.split()]
        assert all(build.takes[one] >> other & 1 for one, other in pairwise(ranks))


_BEFORE = {
    "kloncan-klondike": """
        t1 3H
        t2 7c JC
        t3 9h 5d KD
        t4 8h 9d 2h 4C
        t5 6d td 7h 8s AD
        t6 kc 2c 3c 5c 6c 9S
        t7 7s ac qd ts jh ks 6H
        s 2s""",
    "kloncan-canfield": """
        r 3C TH 7S 8D QH 4S TC 6D 9H 7D JC 2D KS
        t1 9C
        t2 AH
        t3 5H
        t4 JD
        f1 5S
        s 2s""",
}
"""The opening of each example, with invented cards if the page shows none."""


@pytest.mark.parametrize("game_id", _BEFORE)
def test_a_worked_opening_can_be_played(game_id: str) -> None:
    game = find(game_id)
    text = page(game_id).partition("## A worked opening\n")[2].partition("\n## ")[0]
    before, after = re.findall(r"((?:^    .+\n)+)", text, re.MULTILINE)
    play = play_from(game, _BEFORE[game_id])
    assert _pictured(before).items() <= _face_up(play).items()
    moves = re.findall(r"`([^`]+)`", text)
    for move in moves:
        play.push(move)
    assert _pictured(after).items() <= _face_up(play).items()
    assert [str(move) for move in play.legal_moves] == ["s"], "no other card can move"


def _pictured(picture: str) -> dict[str, list[str]]:
    """Return the cards of a picture by pile."""
    head, *rows = picture.splitlines()
    places = {match[0]: match.start() for match in re.finditer(r"\w+", head)}
    return {
        name: [card for row in rows if (card := row[at : at + 2].strip())]
        for name, at in places.items()
    }


def _face_up(play: Play) -> dict[str, list[str]]:
    """Return the face-up cards of each pile; of a reserve, as many from the top as in a picture."""
    found = {
        name: [cards.text(card) for card in play.pile(name) if not card & DOWN]
        for name in play.rules.game.ids
    }
    return found | {"r": found["r"][10:]} if "r" in found else found


@every_game
def test_every_lower_level_says_what_it_changes(game: Game) -> None:
    assert level_words(game.id, 3) == ""
    for level in (2, 1):
        words = level_words(game.id, level)
        assert words.startswith(f"Level {level}: ")
        assert words.endswith((".", ")"))
        assert "\n" not in words
