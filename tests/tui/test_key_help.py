"""F2 shows a card of every key that works; it and other sentences name the player's own keys."""

from functools import cache
from itertools import product

import pytest

from solterm.core.game import Game
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import catalogue, find
from solterm.store.settings import Settings
from solterm.tui.keys import keymap, offers
from solterm.tui.keys.commands import TABLE, find_command
from solterm.tui.screens.help_pages import HelpPagesScreen
from solterm.tui.screens.table_dialogs import StuckDialog
from solterm.tui.table.layout import BARS
from solterm.tui.table.sentences import greet, tell_beginning
from solterm.tui.widgets.key_help import HEADINGS, RARE, KeyCard
from tests.effort import tries
from tests.tui.player import Player, playing
from tests.tui.table import at_table

OWN = {"colours": "z", "undo": "y", "exception": "ctrl+e", "natural": "ctrl+a", "left": "f12"}
"""A player's own keys for some commands."""


@cache
def dealt(game: Game, mode: Mode) -> Play:
    """Return a new play. It is cached, so don't play it."""
    return Play(game, 617, mode=mode)


def words_of(card: KeyCard, width: int) -> list[str]:
    """Return the words of the card; check that its lines fit the window."""
    lines = card.lines(width)
    assert all(len(line) <= width - 4 for line in lines)
    return [word.strip(",:()") or word for line in lines for word in line.split()]


@pytest.mark.parametrize(
    ("width", "own", "mode"),
    [*product((40, 44, 60, 80, 132), ({}, OWN), Mode)][:: tries(1, 4)],
)
def test_the_card_names_every_key_that_works_here_and_no_other(
    width: int, own: dict[str, str], mode: Mode
) -> None:
    for game in catalogue().values():
        play, is_kloncan = dealt(game, mode), offers.is_kloncan(game)
        words = words_of(KeyCard(play, own, False), width)
        lowered = {word.lower() for word in words}
        for command in keymap.remap(own):
            name = keymap.key_name(command)
            if not offers.has(play, command, False):
                assert not command.number or name not in words
            elif command.id == "redraw" or (command.id == "help" and not is_kloncan):
                continue  # every screen has Ctrl+L, and F2 is the card itself
            elif command.id in RARE and command.id not in own:
                assert command.menu, "Tab lists it"
                assert is_kloncan or name not in words, command.id
            elif not name or (name in ("Left", "Right", "Up", "Down") and "Arrows" in words):
                continue
            else:
                assert name in words, command.id
                texts = {command.brief, offers.label(play, command)} - {""}
                told = [text.lower().replace(",", "").split() for text in texts]
                assert any(lowered.issuperset(each) for each in told), command.id


def test_every_command_has_one_place_on_the_card() -> None:
    listed = [name for lines in HEADINGS.values() for line in lines for name in line.split()]
    assert sorted([*listed, "help", "redraw"]) == sorted(each.id for each in TABLE)


@pytest.mark.parametrize("mode", Mode)
def test_the_card_of_every_game_fits_80_by_24(mode: Mode) -> None:
    for game in catalogue().values():
        lines = KeyCard(dealt(game, mode), {}, True).lines(80)
        assert len(lines) <= 24 - BARS - 2, game.id


def test_the_card_lists_an_own_key_of_a_command_that_has_none() -> None:
    play = dealt(find("scorpion"), Mode.FREE)
    usual = "\n".join(KeyCard(play, {}, False).lines(80))
    assert "cheat" not in usual
    assert "Z      cheat" in "\n".join(KeyCard(play, {"cheat": "z"}, False).lines(80))


async def test_g_under_the_card_opens_the_guide() -> None:
    async with playing("scorpion") as player:
        await player.press("f2", "g")
        assert isinstance(player.screen, HelpPagesScreen)
        await player.press("escape", "escape", "g")
        assert player.notice.startswith("G does nothing here.")


async def test_f2_leads_from_the_rules_to_the_card_of_keys() -> None:
    async with playing("scorpion") as player:
        await player.press("question_mark", "f2")
        await player.pilot.wait_until(lambda: "Keys: Scorpion, level 3" in player.text)
        assert player.screen is player.table
        await player.press("f2", "escape")
        assert "Keys: Scorpion" not in player.text


def test_an_unbound_key_names_the_nearest_command() -> None:
    commands = at_table("scorpion").commands
    for key, advice in {
        "j": '"Jump back to the bookmark" is in the Tab menu.',
        "ctrl+r": '"Redo" is R.',
        "t": '"Type a command" is the key ":".',
        "z": "F2 lists the keys, Tab all commands.",
    }.items():
        assert commands.advise(key) == advice


def test_kloncans_games_begin_with_their_own_fifteen_lines() -> None:
    for name in ("kloncan-klondike", "kloncan-canfield"):
        lines = KeyCard(Play(find(name), 617), {}, False).lines(44)
        assert lines[2] == "F3  Move through hand"
        assert lines[14] == "Esc Go on / drop the mark"
        assert lines[15].startswith("-- Play --")
    assert KeyCard(Play(find("scorpion"), 617), {}, False).lines(80)[0].startswith("-- Play --")


async def test_a_tall_card_scrolls() -> None:
    async with playing() as player:
        await player.resize(60, 20)
        await player.press("f2")
        cursor = player.table.hand.cursor
        assert "Pile to pile move" in player.text
        assert "Tab" not in player.text
        await player.press("pagedown", "pagedown", "pagedown")
        assert "Pile to pile move" not in player.text
        assert "Tab    lists all commands" in player.text
        await player.press(*["up"] * 40)
        assert "Pile to pile move" in player.text
        assert player.table.hand.cursor == cursor
        await player.press("escape", "right")
        assert player.table.hand.cursor != cursor


@pytest.mark.parametrize("mode", [Mode.SCORED, Mode.STRICT])
def test_the_help_of_scored_games_omits_refused_commands(mode: Mode) -> None:
    play = Play(find("kloncan-klondike"), 617, mode=mode)
    text = "\n".join(KeyCard(play, {}, False).lines(80))
    for words in ("Undo", "undo", "hint", "peek", "ookmark", "heat", "eal again"):
        assert words not in text
    assert ("F8" in text) == (mode is Mode.SCORED)
    assert offers.has(play, find_command("level"), False) == (mode is Mode.SCORED)


async def pages_of(player: Player) -> str:
    """Return the text of all windows of the card that F2 shows."""
    shown = []
    for _ in range(4):
        await player.press("f2")
        shown.append(player.text)
    return "\n".join(shown)


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_the_help_shows_own_keys(size: tuple[int, int]) -> None:
    async with playing() as player:
        await player.resize(*size)
        player.table.solterm.change_settings(keys={"colours": "z"})
        text = await pages_of(player)
        assert "Z   Change the colours" in text
        assert "C   Change the colours" not in text
        assert "?      rules" in text
        assert "Tab" in text


def test_sentences_name_own_keys() -> None:
    own = {"bookmark": "z", "jump": "y", "undo": "f11", "deal": "a"}
    player = at_table("royale-golf", 617, settings=Settings(keys=own))
    player.press("y")
    assert player.notice == "No bookmark yet: Z sets one."
    player.press("z")
    assert player.notice == "Bookmark 1 set. Y jumps back here."
    player.press("y")
    assert "F11 undoes it." in player.notice
    player.press(*["f3"] * 16)
    assert player.doors.opened == "offer_ways_out"
    shown = [answer.shown for answer in StuckDialog("", player.play, own).answers]
    assert shown == ["F11", "B", "F8", "D", "R", "F9", "M", "Esc"]


def test_a_proposal_names_own_keys() -> None:
    player = at_table()
    player.change_settings(keys={"natural": "f11", "next_place": "z"})
    player.to("t4")
    player.press("f11")
    assert player.notice.startswith("F11: ")


def test_the_first_notice_names_own_keys() -> None:
    player = at_table(settings=Settings(keys={"game_menu": "f12", "natural": "z"}))
    player.to("t6")
    player.press("f5")
    told = "F2 Help   F12 Menu   Z proposes a move, Z again makes it"
    assert tell_beginning(player.hand, 78) == told


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("kloncan-klondike", "Bring all cards to the field, Ace to King by suit."),
        ("kloncan-canfield", "Bring all cards to the field, Jack to 10 by suit."),
    ],
)
async def test_kloncans_games_name_their_object_in_its_words(game: str, told: str) -> None:
    async with playing(game) as player:
        assert player.pilot.rows[-2].strip().startswith(told)
        await player.press("right", "left")
        assert player.pilot.rows[-2].strip().startswith(told), "it stays until the first move"


def test_kloncans_games_name_the_main_keys_until_the_second_move() -> None:
    player = at_table()
    player.press("f3")
    told = "F2 Help   Tab Menu   Enter proposes a move, Enter again makes it"
    assert tell_beginning(player.hand, 78) == told
    player.to("t6")
    player.press("f5", "left")
    assert tell_beginning(player.hand, 78) == told
    player.play.push(next(move for move in player.play.legal_moves if move.dst))
    assert tell_beginning(player.hand, 78) == ""


def test_the_card_names_about_thirty_keys() -> None:
    for game in catalogue().values():
        card = KeyCard(dealt(game, Mode.FREE), {}, False)
        named = [keys for lines in HEADINGS.values() for keys, _ in card._list(lines, ())]
        count = sum(4 if keys == "Arrows" else len(keys.split()) for keys in named)
        assert count <= 31, (game.id, count, named)


def test_the_card_explains_level_and_exceptions_last() -> None:
    for name in ("kloncan-klondike", "spider"):
        *_, last = KeyCard(Play(find(name), 617), {}, False).lines(80)
        assert last == "Level 3: the game's own rules, 1: the easiest. Exc: exceptions you made."


@pytest.mark.parametrize(
    ("level", "told"),
    [(2, "Level 2: the stock turns one card at a time."), (1, "Level 1 eases the rules: ? says")],
)
def test_a_game_at_a_lower_level_begins_with_what_it_changes(level: int, told: str) -> None:
    assert greet(at_table("klondike-deal-3", level=level).hand, 78).startswith(told)
