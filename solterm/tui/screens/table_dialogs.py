"""The dialogs of the table: colours, deals, the command line, and ways out for a stuck player."""

from collections.abc import Iterator, Sequence
from typing import Any

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message
from textual.suggester import SuggestFromList
from textual.widgets import Input

from solterm.core import deals
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.tui.keys import offers
from solterm.tui.keys.commands import COMMANDS
from solterm.tui.keys.keymap import Keymap
from solterm.tui.screens.dialogs import Answer, AnswerButton, Box, Dialog, TextDialog
from solterm.tui.widgets.lines import Words

_LONGEST_LINE = 4096
"""Characters of a command."""


class StuckDialog(Dialog[str | None]):
    """Offers ways out: returns the id of a command, or ``same`` or ``another`` for a deal."""

    def __init__(
        self,
        sentence: str,
        play: Play,
        keys: Keymap,
        is_hopeless: bool = False,
    ) -> None:
        """``is_hopeless`` says that the deal is known to be lost."""
        super().__init__(sentence, list(_ways_out(play, keys, is_hopeless)))


def _ways_out(play: Play, keys: Keymap, is_hopeless: bool) -> Iterator[Answer[str | None]]:
    def offer(command: str, label: str) -> Answer[str | None]:
        return Answer(keys.find(command).keys, keys.name(command), label, command)

    if play.can_undo and not play.mode:
        yield offer("undo", "Undo the last move")
        if not is_hopeless:
            yield offer("regain", "Look back for a win")
    if offers.has(play, COMMANDS["exception"], False) and offers.may_except(play):
        yield offer("exception", "Make an exception")
    if play.level > 1 and offers.has(play, COMMANDS["level"], False):
        yield offer("level", "Change the level")
    if not play.mode:
        yield Answer("dDnN", "D", "A new deal", "another")
        yield Answer("rR", "R", f"{play.name_deal()} again", "same")
    yield offer("new", "End this game")
    yield offer("menu", "Menu of all games")
    yield Answer(("escape",), "Esc", "Look at the table", None)


class ColourDialog(Dialog[None]):
    """B and F step through KLONCAN's backgrounds and foregrounds while the dialog stays open."""

    def __init__(self) -> None:
        super().__init__(
            " B   - Next background colour\n F   - Next foreground set",
            [Answer(("escape",), "Esc", "Back to the game", None)],
        )

    def press(self, event: events.Key) -> None:
        match (event.character or "").lower():
            case "b":
                self.solterm.cycle_colours(background=1)
            case "f":
                self.solterm.cycle_colours(foreground=1)
            case _:
                super().press(event)


class CommandLine(TextDialog):
    """A line in line mode's grammar. Backspace in an empty line closes it."""

    def __init__(self, suggestions: Sequence[str]) -> None:
        suggester = SuggestFromList(suggestions, case_sensitive=False)
        super().__init__(":", most=_LONGEST_LINE, suggester=suggester)

    def on_key(self, event: events.Key) -> None:
        if event.key == "backspace" and not self.query_one(Input).value:
            self.dismiss(None)


class NumberInput(Input):
    """An Input that leaves letters to the bindings of its screen, and tells of the others."""

    class Refused(Message):
        """A letter or sign that has no use was typed."""

    def on_key(self, event: events.Key) -> None:
        if event.is_printable and not self.check_consume_key(event.key, event.character):
            self.post_message(self.Refused())

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return character is not None and character.isdigit()


class DealDialog(Box[str | None]):
    """Asks for a deal: returns its number, or ``another``, any, ``winnable`` or ``same``.

    A turns the setting for winnable deals on or off; the dialog stays open.
    """

    AUTO_FOCUS = "Input"
    BINDINGS = [
        Binding("d,D,n,N", "give(0)", "A new one", priority=True),
        Binding("r,R", "give(1)", "The same", priority=True),
        Binding("w,W", "give(2)", "One that can be won", priority=True),
        Binding("a,A", "give(3)", "Always winnable", priority=True),
        Binding("escape", "give(4)", "Back", priority=True),
    ]
    ANOTHER, WINNABLE, SAME, ALWAYS = "another", "winnable", "same", "always"

    def __init__(self, play: Play) -> None:
        """A game that has begun counts as lost if the player deals again."""
        is_lost = play.begun and not play.game.board
        ends = "\nIt replaces this game, which counts as lost." if is_lost else ""
        super().__init__(
            f"Which deal?{ends}",
            [
                Answer("dDnN", "D", "A new deal", self.ANOTHER),
                Answer("rR", "R", f"{play.name_deal()} from the start", self.SAME),
                Answer("wW", "W", "One that can be won", self.WINNABLE),
                Answer("aA", "A", self._tell_always(), self.ALWAYS),
                Answer(("escape",), "Esc", "Back to the game", None),
            ],
        )

    def compose_more(self) -> ComposeResult:
        yield NumberInput(placeholder="Type its number, or", restrict=r"\d*", max_length=20)
        yield Words(id="fault")

    @on(NumberInput.Refused)
    def say_keys(self) -> None:
        """Say which keys the dialog takes."""
        self.solterm.beep()
        enter = "Enter deals it. Or " if self.query_one(Input).value else ""
        self.query_one("#fault", Words).say(f"{enter}press one of these keys:")

    def _tell_always(self) -> str:
        return f"Always one that can be won: {'on' if self.solterm.settings.winnable else 'off'}"

    def dismiss(self, result: str | None = None) -> Any:
        """Return a deal; for ``always``, turn the setting and stay."""
        if result != self.ALWAYS:
            return super().dismiss(result)
        self.solterm.change_settings(winnable=not self.solterm.settings.winnable)
        self.query(AnswerButton)[3].label = f"A   - {self._tell_always()}"
        return None

    def action_give(self, number: int) -> None:
        self.dismiss(self.answers[number].result)

    @on(Input.Submitted)
    def hand_over(self, event: Input.Submitted) -> None:
        """Return the number, unless it is 0."""
        event.stop()
        if event.value:
            try:
                self.dismiss(str(deals.parse(event.value)))
            except Refusal:
                self.query_one("#fault", Words).say("Deal numbers start at 1.")
                self.query_one(Input).value = ""
        else:
            self.say_keys()
