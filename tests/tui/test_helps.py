"""Help at the table: hints, peeks, proposals, automatic play, and scored games."""

# -- ways back ---------------------------------------------------------------------------------
import asyncio

import pytest

from solterm.advice.choose import LONGER, LOOKING, ONLY_BACK, Hints, Pending, find_way_home, hint
from solterm.advice.quick import Hint
from solterm.core.cards import DOWN
from solterm.core.move import Move
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import find
from solterm.solver.solve import solve
from solterm.store.settings import Settings
from solterm.tui.keys.keymap import USUAL
from solterm.tui.screens.about_pile import WhatDialog
from solterm.tui.screens.table_dialogs import StuckDialog
from solterm.tui.table import marking
from solterm.tui.table.animation import Tempo
from solterm.tui.widgets.lines import status
from tests.harness.cases import over
from tests.tui.player import DEAL, playing
from tests.tui.screens import first_moves, started
from tests.tui.table import TablePlayer, at_table

# -- hints -------------------------------------------------------------------------------------


def test_a_hint_is_counted_and_shown_and_enter_makes_it() -> None:
    player = at_table()
    player.press("h")
    assert player.play.events == ["hint"]
    assert player.play.counts.hints == 1
    assert player.notice == "Try AC to the field: that turns up one of five hidden cards."
    assert (player.table.hand.marked, player.table.hand.cursor) == ("t6", "f1")
    assert "Try A♣ to the field: that turns up one of five hidden cards." in player.text
    player.press("enter")
    assert player.play.events == ["hint", "t6 f1"]
    assert (player.table.hand.marked, player.table.hand.cursor) == (None, "t1")


class SlowHint(Pending):
    """A hint that takes time."""

    ready: asyncio.Event

    async def arrive(self) -> Hint:
        await self.ready.wait()
        return hint(self.play)


@pytest.fixture
def hint_is_ready(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Return the event for which every hint waits."""
    ready = asyncio.Event()
    monkeypatch.setattr(SlowHint, "ready", ready, raising=False)
    monkeypatch.setattr(Hints, "ask", lambda hints, play, _: SlowHint(hints.worker, play))
    return ready


async def test_enter_waits_for_a_hint_and_plays_it(hint_is_ready: asyncio.Event) -> None:
    async with playing() as player:
        await player.press("h", "h", "enter")
        assert player.play.events == ["hint"]
        assert player.notice == "Thinking ..."
        hint_is_ready.set()
        await player.pilot.wait_until(lambda: player.play.events == ["hint", "t6 f1"])


@pytest.fixture
def quick_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let hints come without a search, and the program play as fast as it can."""

    def ask(hints: Hints, play: Play, seconds: float | None) -> Pending:
        return Pending(hints.worker, play, hint=hint(play))

    monkeypatch.setattr(Hints, "ask", ask)
    monkeypatch.setattr(Tempo, "seconds", 0.01)


async def test_the_program_plays_to_the_end(quick_play: None) -> None:
    async with playing("royale-golf", DEAL) as player:
        player.table.commands.run("watch")
        assert "Esc stops" in player.text.splitlines()[0]
        await player.pilot.wait_until(lambda: player.screen is not player.table)
        assert player.play.is_idle or player.play.outcome
        assert player.play.counts.hints >= player.play.moves > 10
        await player.pilot.wait_until(lambda: "Esc stops" not in player.text)


async def test_a_key_stops_the_program_and_does_what_it_does(quick_play: None) -> None:
    async with playing("free-cell", 24) as player:
        for key in ("escape", "u"):
            least = player.play.moves + 3
            player.table.commands.run("watch")
            await player.pilot.wait_until(lambda least=least: player.play.moves >= least)
            await player.press("+")
            assert "Esc stops" in player.text, "a plus changes the pace"
            await player.press(key)
            assert "Esc stops" not in player.text
            assert ("You play on. U undoes" in player.text) == (key == "escape")
            assert not list(player.table.workers)
        assert player.play.events[-1] == "undo"


def test_the_pace_is_told_and_has_bounds() -> None:
    pace = Tempo()
    assert (pace.seconds, pace.change(1)) == (1.0, "0.5 seconds a step.")
    assert [pace.change(by) for by in (9, -9)] == ["0.1 seconds a step.", "4 seconds a step."]


@pytest.mark.usefixtures("hint_is_ready")
def test_n_waits_for_a_hint_and_then_goes_on_from_it() -> None:
    player = at_table()
    player.press("h", "n")
    assert player.notice == "Thinking ..."
    player.arrive(hint(player.play))
    assert player.notice.startswith("Enter: ")
    assert player.hand.marked == "t6"


@pytest.mark.usefixtures("hint_is_ready")
@over("key", ["escape", "right", "f3"])
def test_another_key_cancels_a_hint_and_what_waits_for_it(key: str) -> None:
    player = at_table()
    player.press("h", "enter", key)
    assert player.face.awaited is None
    assert player.hand.marked is None
    assert "t6 f1" not in player.play.events


# -- peeks and pile help -----------------------------------------------------------------------


async def test_a_peek_shows_all_face_up_cards_and_goes_on_to_other_piles() -> None:
    events = ("s", "s", "s", "s", "s", "s", "s")
    async with playing(events=events) as player:
        await player.to("w")
        await player.press("p")
        assert "The hand: 21 up" in player.text
        assert "P shows them, which counts as help." in player.text
        assert player.play.events[-1] == "s"
        await player.press("p")
        assert player.play.events[-1] == "peek w"
        waste = [
            player.table.solterm.skin.glyphs.card(card).strip() for card in player.play.pile("w")
        ]
        assert all(card in player.text for card in waste)
        await player.press("left")
        assert "The hand: no card lies face up, 3 down" in player.text
        await player.press("right", "left")
        await player.press("p")
        assert not player.dialogs, "where there is nothing to show, the key closes the box again"
        assert player.play.events.count("peek w") == 1


@pytest.mark.parametrize("game", ["beleaguered-castle", "poker"])
async def test_a_dialog_about_a_pile_does_not_cover_it(game: str) -> None:
    async with playing(game, 617) as player:
        for key in ("p", "w"):
            await player.press(key)
            for way in ("right",) * 9 + ("down",) * 4:
                end = player.play.pile(player.table.hand.cursor)[-1:]
                if end and not end[0] & DOWN:
                    name = player.table.solterm.skin.glyphs.card(end[0]).strip()
                    left, right = player.table.solterm.skin.glyphs.pointer
                    assert any(
                        left in line and name in line and right in line
                        for line in player.text.splitlines()
                    )
                await player.press(way)
            await player.press("escape")


async def test_w_describes_a_pile_and_moves_on_to_others() -> None:
    async with playing() as player:
        await player.press("p")
        assert "Column 1: 1 up" in player.text
        assert "counts as help" not in player.text, "its cards are in sight"
        await player.press("escape", "w")
        assert isinstance(player.screen, WhatDialog)
        assert player.screen.text(-3), "a window may have no width"
        assert "Column 1 holds 1 card" in player.text
        await player.press("right")
        assert "Column 2 " in player.text
        await player.press("f3")
        assert player.play.events == ["s"], "the next command closes it"
        assert not player.dialogs


# -- proposals ---------------------------------------------------------------------------------


def test_arrows_at_a_pile_that_only_receives_show_what_can_come() -> None:
    player = at_table()
    player.to("f1")
    player.press("f1")
    assert player.table.hand.view.targets == {"t6"}
    assert player.notice == "Arrows show piles whose cards can come here."


@pytest.mark.parametrize(("key", "made"), [("f1", "t5 t2"), ("enter", "")])
def test_arrows_show_only_where_the_marked_card_goes(key: str, made: str) -> None:
    """F1 goes either way, as in KLONCAN; Enter moves the marked card or says why not."""
    player = at_table("kloncan-klondike", 34097, events=("t2 f1",))
    player.to("t2")
    player.press("f1")
    assert player.table.hand.view.targets == {"t3"}
    player.to("t5")
    player.press(key)
    assert player.play.events[1:] == ([made] if made else [])


def test_n_proposes_one_of_several_empty_cells() -> None:
    play = Play(find("free-cell"), 617, 2)
    assert Move("t1", "r5") in play.legal_moves  # a fifth cell is open
    places = marking.places(play, marking.default_mark(play, "t1"))
    assert [move.dst for move in places] == ["r1"]


def test_in_golf_one_enter_is_enough() -> None:
    player = at_table("royale-golf", 617)
    move = next(move for move in player.play.legal_moves if move.dst == "f")
    player.to(move.src)
    player.press("enter")
    assert player.play.events == [str(move)]


def test_enter_plays_all_home_where_the_hint_says_so() -> None:
    player = at_table("free-cell", 617)
    play = player.play
    for move in solve(play.rules, play.table).moves:
        way = find_way_home(play.rules, play.known)
        if way and all(each.dst[:1] == "f" for each in way):
            break
        player.commands.push(move)
    player.press("h")
    assert "Enter or F10 brings" in player.notice
    player.press("enter")
    assert play.tally.won


# -- stuck -------------------------------------------------------------------------------------


@over(
    "mode keys",
    [(Mode.FREE, "U B F8 D R F9 M Esc"), (Mode.SCORED, "F8 F9 M Esc"), (Mode.STRICT, "F9 M Esc")],
)
def test_a_stuck_player_is_offered_the_ways_out(mode: Mode, keys: str) -> None:
    play = Play(find("royale-golf"), 617, mode=mode)
    while play.outcome is None:
        play.perform("s")
    answers = StuckDialog("No moves left.", play, USUAL).answers
    assert [answer.shown for answer in answers] == keys.split()


async def test_a_stuck_player_can_undo_deal_again_or_look_at_the_table() -> None:
    async with playing("royale-golf", 617) as player:
        while player.play.outcome is None:
            await player.press("f3")
        assert "No moves left." in player.text
        done = len(player.play.events)
        await player.press("z", "enter", "space")
        assert isinstance(player.screen, StuckDialog), "other keys do nothing"
        await player.press("escape", "right")
        assert player.screen is player.table, "the dialog opens only once"
        assert len(player.play.events) == done
        await player.press("u", "f3")
        assert isinstance(player.screen, StuckDialog)
        await player.press("u")
        assert player.play.outcome is None
        await player.press("f3", "r")
        assert (player.play.deal, player.play.events) == (617, [])


def test_a_stuck_player_whose_deal_cannot_be_won_still_has_the_other_ways_out() -> None:
    player = at_table("royale-golf", 617)
    while player.play.outcome is None:
        player.press("f3")
    player.press("escape")
    player.seat.knowledge.note_lost(player.play.rules, player.play.passed[0])
    player.command("regain")
    assert player.doors.opened == "offer_ways_out"
    said, _, is_hopeless, _ = player.doors.given
    assert said.startswith("This deal can't be won")
    assert is_hopeless, "the dialog offers no look back"


# -- scored games ------------------------------------------------------------------------------


def test_scored_games_refuse_help_and_f7_repeats_why() -> None:
    player = at_table(mode=Mode.SCORED, events=("s",))
    for name in (
        "hint",
        "watch",
        "peek",
        "undo",
        "redo",
        "over",
        "bookmark",
        "cheat",
        "jump",
        "deal",
    ):
        player.command(name)
        refused = player.notice
        assert " off in contests" in refused or name == "deal", name
        assert (player.play.events, player.dialogs) == (["s"], []), name
        player.press("right", "left")
        player.command(name)
        player.press("f7")
        assert player.notice == refused != "", name


# -- automatic play ----------------------------------------------------------------------------


@over(
    "game mode events",
    [
        ("kloncan-klondike", Mode.SCORED, ["autoplay on"]),
        ("royale-golf", Mode.FREE, []),
    ],
)
def test_automatic_play_is_set_where_a_game_has_it(
    game: str, mode: Mode, events: list[str]
) -> None:
    assert at_table(game, mode=mode, settings=Settings(automatic=True)).play.events == events


# -- A Farewell to Kings -----------------------------------------------------------------------


def test_farewell_lights_up_ranks_suits_and_legal_cells() -> None:
    player = at_table("farewell-to-kings", 617)
    player.to("h4")
    player.press("l")
    legal = {move.dst for move in player.play.legal_moves if move.src == "h4"}
    assert player.table.view().targets == legal
    player.press("i")
    assert player.table.view().targets == {"g53"}
    assert player.notice == "Cards in the suit of 3S."
    player.press("e")
    assert player.notice == "Cards of the rank of 3S: none."
    player.press("escape")
    assert not player.table.view().targets


def test_a_covered_card_names_its_covers_and_an_empty_pile_says_so() -> None:
    player = at_table("royale-pyramid", 3)
    assert player.table.hand.cursor == "t22", "the cursor starts on a free card"
    player.table.hand.cursor = "t1"
    player.press("enter")
    assert player.notice == "KC is covered by 2D and QC."
    for _ in range(30):
        if pairs := [move for move in player.play.legal_moves if move.src[0] == "t"]:
            player.table.commands.perform(str(pairs[0]))
            break
        player.table.commands.perform("s")
    player.table.hand.cursor = pairs[0].src
    player.press("n")
    assert player.notice.endswith(" is empty.")


def test_automatic_play_says_how_many_cards_went_and_how_they_score() -> None:
    player = at_table()
    player.press("f10")
    assert player.notice == "1 card sent home; it scores only if you win."
    player.press("s")
    assert "1 card sent home by F10 or automatic play scores nothing without a win." in player.text


def test_h_again_looks_longer_where_a_hint_is_unsure(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float | None] = []

    def ask(hints: Hints, play: Play, seconds: float | None) -> Pending:
        asked.append(seconds)
        return Pending(hints.worker, play, hint=hint(play)._replace(is_unsure=True))

    monkeypatch.setattr(Hints, "ask", ask)
    player = at_table()
    player.press("h")
    assert player.notice.endswith("Unsure: H looks again.")
    player.press("h")
    assert player.notice.endswith("Unsure: no win is in sight.")
    player.press("enter", "h")
    assert asked == [None, LOOKING, LONGER, None, LOOKING]


def test_an_unsure_hint_gives_way_to_a_win_that_is_found_before_the_next_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ask(hints: Hints, play: Play, seconds: float | None) -> Pending:
        return Pending(hints.worker, play, hint=hint(play)._replace(is_unsure=True))

    monkeypatch.setattr(Hints, "ask", ask)
    player = at_table("free-cell", 617)
    win = Hint(next(iter(player.play.legal_moves)), "Try this: that wins.")
    player.press("h")
    unsure, (_, tell) = player.notice, player.face.awaited
    tell(win._replace(text="Nothing found.", is_unsure=True))
    assert player.notice == unsure
    tell(win)
    assert (player.notice, player.hand.hint_here) == (win.text, win)
    player.press("h", "right")
    assert player.face.awaited is None


def test_f8_says_why_the_level_is_fixed_before_it_asks() -> None:
    player = at_table("royale-golf", 617, mode=Mode.STRICT)
    player.press("f8")
    assert not player.dialogs
    assert player.notice == "Tours, tournaments, matches and races are played at one level."


def test_b_is_named_once_in_a_row_but_always_where_no_move_is_proposed() -> None:
    player = TablePlayer(first_moves(started(), 2), Settings())
    move = next(iter(player.play.legal_moves))
    for found, told in (
        (Hint(move, "Probably lost.", is_doubtful=True), True),
        (Hint(move, "Probably lost.", is_doubtful=True), False),
        (Hint(None, ONLY_BACK, is_doubtful=True), True),
        (Hint(None, ONLY_BACK, is_doubtful=True), True),
    ):
        player.commands.tell_hint(found)
        assert ("B looks back for a win." in player.notice) is told


# -- ways back and dealing again ------------------------------------------------------------------


def test_restarting_asks_first_and_can_be_undone() -> None:
    player = at_table()
    player.press("o")
    assert player.notice == "This is the start of the game."
    player.press("f3", "f3", "o", "x", "n")
    assert player.play.events == ["s", "s"]
    player.press("o", "y")
    assert len(player.play.pile("s")) == 24
    player.press("u")
    assert len(player.play.pile("w")) == 6


def test_a_contest_of_one_game_is_started_over_only_after_a_yes() -> None:
    player = at_table("demon", mode=Mode.SINGLE, events=("s",))
    player.press("o", "n")
    assert player.play.events == ["s"]
    player.press("o")
    assert "Nothing leads back." in player.text
    player.press("y")
    assert player.play.events == ["s", "restart"]


def test_bookmarks_are_numbered_and_a_jump_goes_back_from_one_to_the_next() -> None:
    player = at_table()
    player.command("jump")
    assert player.notice == "No bookmark yet: the menu (Tab) sets one."
    for _ in range(2):
        player.command("bookmark")
        player.press("f3")
    for waste in (3, 0, 3):
        player.command("jump")
        assert len(player.play.pile("w")) == waste
    assert player.notice.startswith("Back at bookmark 2.")
    player.command(*["bookmark"] * 8)
    assert player.play.bookmarks == tuple("234567891")
    assert player.notice.startswith("Bookmark 1 set, replacing an older one.")


def test_a_cheat_asks_first_and_counts_even_if_cancelled() -> None:
    player = at_table()
    player.command("cheat")
    assert "The game then counts as level 1" in " ".join(player.text.split())
    player.press("n")
    assert player.play.counts.cheats == 0
    player.command("cheat")
    player.press("y")
    assert player.play.cheating
    assert "Cheat waits" in status(player.play, 0, 80)
    player.press("escape")
    assert not player.play.cheating
    assert player.play.counts.cheats == 1


# -- dealing again -----------------------------------------------------------------------------


async def test_d_deals_again_anew_or_by_number() -> None:
    async with playing("free-cell", 24, 2) as player:
        await player.press("f4", "d", "r")
        assert (player.play.deal, player.play.events) == (24, [])
        await player.press("d", "0", "enter")
        assert "Deal numbers start at 1." in player.text
        await player.press("escape", "d", *"1177", "backspace", "enter")
        assert (player.play.deal, player.play.level) == (117, 2)
        await player.press("f4", "d", "n")
        assert player.play.events == []
