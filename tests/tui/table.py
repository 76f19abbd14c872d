"""A table without a screen: its commands, and a face that notes what they show and ask."""

from collections.abc import Callable, Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any

from solterm.advice.quick import Hint
from solterm.capabilities import Terminal
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.table import Table
from solterm.core.values import replace
from solterm.games import find
from solterm.sessions.seat import Seat
from solterm.store.kept import KeptPlay
from solterm.store.purpose import FREE, Purpose
from solterm.store.settings import Settings
from solterm.store.store import Store
from solterm.tui.keys.commands import LEVEL_KEYS
from solterm.tui.look import glyphs
from solterm.tui.screens.table_line import run_line
from solterm.tui.skin import Skin
from solterm.tui.table.hand import Hand
from solterm.tui.table.layout import Pointed
from solterm.tui.table.painter import TableMarks
from solterm.tui.table_commands import TableCommands
from solterm.tui.table_mouse import Mouse
from solterm.wire.keys import press_of
from tests.seats import seat_of
from tests.tui.player import DEAL, find_arrows

ROOM = 80, 21
GLYPHS = glyphs.choose("unicode", "utf-8")


class Doors:
    """Notes which door was opened, and with what."""

    def __init__(self) -> None:
        self.opened = ""
        """The screen or dialog that is open."""
        self.given: tuple[Any, ...] = ()

    def __getattr__(self, name: str) -> Callable[..., None]:
        return partial(self.open, name)

    def open(self, name: str, *given: Any) -> None:
        self.opened, self.given = name, given


class HelpCard:
    is_open = False

    def turn(self) -> None:
        self.is_open = True

    def close(self) -> None:
        self.is_open = False


class Face:
    """Shows nothing, and asks nobody."""

    def __init__(self, seat: Seat) -> None:
        self.doors = self.game_doors = Doors()
        self.key_help = HelpCard()
        self.notice = ""
        self.asked: tuple[str, Callable[[], object]] | None = None
        self.awaited: Any = None
        self.beeps = 0
        self._seat = seat
        self.commands: TableCommands

    def show_message(self, sentence: str, is_boxed: bool = False) -> None:
        self.notice = sentence

    def show_refusal(self, reason: str) -> None:
        self.beeps += 1
        self.notice = reason if self._seat.settings.messages else self.notice

    def show(self, before: Table) -> None:
        self.commands.tell_end()

    def ask(self, question: str, then: Callable[[], object]) -> None:
        self.asked = question, then

    def ask_to_quit(self, kept: str) -> None:
        self.doors.ask_to_quit(kept)

    def action_say_phrase(self) -> None:
        self.doors.ask_phrase()

    def action_redraw(self) -> None:
        self.doors.redraw()

    def wait_for(self, pending: Any, then: Callable[[Any], None]) -> None:
        self.awaited = pending, then

    def play_by_itself(self) -> None:
        self.doors.play_by_itself()

    def stop_lamp(self) -> bool:
        return False

    def stop_waiting(self) -> None:
        self.awaited = None


class TablePlayer:
    """A player at a table without a screen."""

    def __init__(self, kept: KeptPlay, settings: Settings) -> None:
        self.seat = seat = seat_of(kept)
        seat.worker.is_off = True
        self.hand, self.face = Hand(kept), Face(seat)
        self.change_settings(settings)
        self.doors = self.face.doors
        self.kept, self.solterm = kept, SimpleNamespace(seat=seat)
        self.commands = TableCommands(seat, self.hand, self.face)
        self.face.commands = self.commands
        self.mouse = Mouse(self.hand, self.commands)
        self.commands.sync_autoplay()
        self.commands.look()
        self.face.show(self.play.table)

    @property
    def play(self) -> Play:
        return self.hand.play

    @property
    def table(self) -> "TablePlayer":
        return self

    @property
    def notice(self) -> str:
        return self.face.notice

    @property
    def text(self) -> str:
        """The message, and what a dialog asks or tells."""
        asked = self.face.asked[0] if self.face.asked else ""
        told = [each for each in self.doors.given if isinstance(each, str) and self.doors.opened]
        return GLYPHS.sentence("\n".join([self.notice, asked, *told]))

    @property
    def dialogs(self) -> list[str]:
        """The dialog or screen that is open, or the question."""
        return [
            each for each in (self.doors.opened, self.face.asked and self.face.asked[0]) if each
        ]

    def view(self) -> TableMarks:
        return self.hand.view

    def change_settings(self, settings: Settings | None = None, **changes: Any) -> None:
        self.seat.settings = replace(settings or self.seat.settings, **changes)
        self.hand.follow(Skin(self.seat.settings, Terminal()), ROOM)

    @property
    def cursor(self) -> str:
        return self.hand.cursor

    def press(self, *keys: str) -> None:
        """Press keys, by name or character.

        Y answers a question, a digit the question for the level, and Esc closes any dialog. At
        another screen, the test needs an App.
        """
        for key in keys:
            name = press_of(key).name if len(key) == 1 else key
            if self.face.asked:
                (_, then), self.face.asked = self.face.asked, None
                if name in ("y", "Y"):
                    self.answer(then)
            elif opened := self.doors.opened:
                self.doors.opened = ""
                if opened == "ask_level" and name in LEVEL_KEYS:
                    self.answer(partial(self.doors.given[-1], name))
                else:
                    is_dialog = not opened.startswith(("go_to_", "show_"))
                    assert is_dialog and name == "escape", f"{opened} is open"
            else:
                command = self.hand.keys.by_key.get(name)
                assert command, f"{name} is the key of no command"
                if not self.commands.waits_for_hint(command):
                    self.commands.give_up_hint()
                    self.commands.run(command.id)

    def arrive(self, hint: Hint) -> None:
        """Let the hint arrive that is awaited."""
        (_, then), self.face.awaited = self.face.awaited, None
        then(hint)

    def line(self, line: str) -> None:
        """Type a line after a colon."""
        self.answer(lambda: run_line(self, line))  # type: ignore[arg-type]

    def ask(self, question: str, then: Callable[[], object]) -> None:
        self.face.ask(question, then)

    def answer(self, then: Callable[[], object]) -> None:
        """Do what a dialog decided, and show it."""
        before = self.play.table
        self.commands.attempt(then)
        self.face.show(before)

    def down_on(self, pile: str, depth: int = 1) -> None:
        """Press the mouse button on a card of a pile, counted from the end card."""
        self.mouse.press(Pointed(pile, depth))

    def up_on(self, pile: str, depth: int = 1) -> None:
        self.answer(lambda: self.mouse.release(Pointed(pile, depth)))

    def click(self, pile: str, depth: int = 1, times: int = 1) -> None:
        for _ in range(times):
            self.down_on(pile, depth)
            self.up_on(pile, depth)
        if times == 2:
            self.answer(lambda: self.mouse.press_twice(Pointed(pile, depth)))

    def command(self, *names: str) -> None:
        for name in names:
            self.commands.run(name)

    def to(self, pile: str) -> None:
        """Move the cursor to a pile with the fewest arrow keys."""
        self.press(*find_arrows(self.hand, pile))
        assert self.cursor == pile


def at_table(
    game: str = "kloncan-klondike",
    deal: int = DEAL,
    level: int = 3,
    mode: Mode = Mode.FREE,
    events: tuple[str, ...] = (),
    settings: Settings | None = None,
    options: Mapping[str, str] | None = None,
) -> TablePlayer:
    """Sit down at a table, and perform some events."""
    purpose = Purpose("sheet", 1, 0) if mode else FREE
    kept = KeptPlay.start(Store.memory("a test"), find(game), deal, level, mode, options, purpose)
    player = TablePlayer(kept, settings or Settings())
    for event in events:
        player.commands.perform(event)
        player.face.show(player.play.table)
    return player
