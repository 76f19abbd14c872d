"""Dialogs for any screen: each asks one question in a box, and returns the answer.

Only the keys of the answers work, so that Enter decides nothing by accident; Esc always leads back.
Every answer is also a button for the mouse, which never takes the focus.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import ClassVar, Generic, NamedTuple, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.suggester import Suggester
from textual.widgets import Button, Input

from solterm.core.refusal import Refusal
from solterm.hall.messages import Message
from solterm.sessions.host_link import PATIENCE, Silent
from solterm.tui.textual_hooks import HookedScreen
from solterm.tui.widgets.lines import Words

Result = TypeVar("Result")
_SLOW = "The host is slow to answer. Waiting ..."


class Answer(NamedTuple, Generic[Result]):
    """One way to answer a dialog."""

    keys: Collection[str]
    """The names of the keys, or their characters."""
    shown: str
    """The key as the dialog names it."""
    label: str
    result: Result


class Box(ModalScreen[Result], HookedScreen[Result]):
    """A box with a text and buttons for the answers, in a large window in the middle.

    In a small one it is at the bottom, where it covers fewest cards.
    """

    DEFAULT_CSS = """
    Box {
        align: right bottom;
        &.-left { align: left bottom; }
        &.-over-table > #box { margin-bottom: 2; }
        &.-roomy { align: center middle; }
        & > #box {
            width: auto;
            max-width: 100%;
            min-width: 30;
            height: auto;
            margin: 0 2 1 2;
            padding: 0 1;
        }
        & > #box > Static {
            width: auto;
            max-width: 100%;
            height: auto;
            min-width: 100%;
        }
        & #box Input {
            height: 1;
            width: 100%;
            min-width: 40;
            border: none;
            padding: 0;
            background: $key-number-paper;
            color: $key-number-ink;
        }
    }
    """

    AUTO_FOCUS: ClassVar[str | None] = None
    HORIZONTAL_BREAKPOINTS = [(0, "-tight"), (110, "-roomy")]
    BINDINGS = [Binding("ctrl+l", "redraw", show=False, priority=True)]

    def __init__(self, text: str, answers: Sequence[Answer[Result]] = ()) -> None:
        super().__init__()
        self._text = text
        self.answers = answers

    def compose(self) -> ComposeResult:
        with Vertical(id="box", classes="box"):
            yield Words(self._text, id="text")
            yield from self.compose_more()
            width = max([3, *(len(answer.shown) for answer in self.answers)])
            for number, answer in enumerate(self.answers):
                yield AnswerButton(f"{answer.shown:{width}} - {answer.label}", number)

    def compose_more(self) -> ComposeResult:
        """Yield widgets between the text and the answers."""
        yield from ()

    def on_mount(self) -> None:
        self.set_class(self.skin.left_handed, "-left")
        covered = self.app.screen_stack[-2:][0]
        self.set_class(getattr(covered, "is_table", False), "-over-table")

    def action_redraw(self) -> None:
        self.solterm.picture_lost()

    def say(self, text: str) -> None:
        self.query_one("#text", Words).say(text)

    def say_trouble(self, sentence: str) -> None:
        self.say(sentence)

    @on(Button.Pressed)
    def answer_by_mouse(self, event: Button.Pressed) -> None:
        if isinstance(event.button, AnswerButton):
            self.dismiss(self.answers[event.button.number].result)


class Dialog(Box[Result]):
    """A box with an answer for each key; others beep, and a line says what to press."""

    def on_key(self, event: events.Key) -> None:
        event.stop()
        self.press(event)

    def press(self, event: events.Key) -> None:
        for answer in self.answers:
            if {event.key, event.character}.intersection(answer.keys):
                self.dismiss(answer.result)
                return
        self.solterm.beep()
        if len(self.answers) > 1:
            self.say("\n".join(filter(None, [self._text, "Press one of these keys:"])))


class AnswerButton(Button, can_focus=False):
    """The button of an answer."""

    DEFAULT_CSS = """
    AnswerButton {
        width: auto;
        min-width: 100%;
        height: 1;
        padding: 0;
        text-align: left;
        content-align: left middle;
        &.-style-default:ansi, &.-style-default:ansi:hover {
            border: none;
            background: $box-paper;
            color: $box-ink;
            text-style: $box-style;
        }
    }
    """

    def __init__(self, label: str, number: int) -> None:
        super().__init__(label, compact=True)
        self.number = number


class Question(Dialog[bool]):
    """Yes or no; Esc means no."""

    def __init__(self, question: str) -> None:
        yes, no = Answer("yY", "Y", "Yes", True), Answer(("n", "N", "escape"), "N", "No", False)
        super().__init__(question, [yes, no])


class QuitDialog(Dialog[bool]):
    """Asks for the key that quits once more."""

    def __init__(
        self,
        keys: Collection[str],
        name: str,
        kept: str,
        search: Callable[[str], object] | None = None,
    ) -> None:
        """``name`` is the printed name of the ``keys``; ``kept`` says what happens to the game.

        ``search`` takes any other letter, if the key that opened the dialog may begin a search.
        """
        quits = Answer(keys, name, f"Quit; {kept}", True)
        text = "Other letters search for a game." if search else ""
        super().__init__(text, [quits, Answer(("escape",), "Esc", "Go on", False)])
        self._search = search

    def press(self, event: events.Key) -> None:
        character = event.character or ""
        is_answer = any({event.key, character}.intersection(each.keys) for each in self.answers)
        if self._search and character.isalpha() and not is_answer:
            self.dismiss(False)
            self._search(character)
        else:
            super().press(event)


class HostWait(Dialog[bool | None]):
    """Waits until a slow host has answered a question; the result is whether it has.

    None means that it never did.
    """

    def __init__(self, silent: Silent) -> None:
        super().__init__(_SLOW, [Answer(("escape",), "Esc", "Give up", False)])
        self._silent = silent
        self._has_come = False

    def on_mount(self) -> None:
        self.seat.host.expect(self._silent)
        self.set_timer(PATIENCE, self._give_up)

    def _give_up(self) -> None:
        if self.is_current:
            self.dismiss(None)

    def on_unmount(self) -> None:
        if not self._has_come:
            self.seat.host.give_up(self._silent)

    def take_host_message(self, message: Message) -> bool:
        """Take an answer; return False for another message."""
        self._has_come = isinstance(message, self._silent.answers)
        if self._has_come:
            self.dismiss(True)
        return self._has_come


class Choice(Dialog[str | None]):
    """One of a few keys; None after Esc."""

    def __init__(self, question: str, answers: Sequence[tuple[str, str]], back: str = "Go on"):
        """``answers`` are pairs of a key and its effect; the result is the key."""
        given: list[Answer[str | None]] = [
            Answer((key.lower(), key.upper()), key.upper(), label, key) for key, label in answers
        ]
        super().__init__(question, [*given, Answer(("escape",), "Esc", back, None)])


def ask_level(
    present: str, levels: Iterable[int], back: str = "Go on", lines: Mapping[int, str] | None = None
) -> Choice:
    """Return the question for a level; ``present`` says which one it is now.

    ``lines`` say what the levels are in the game.
    """
    offered = sorted(levels)
    answers = [(str(level), f"Level {level}") for level in offered]
    told = [f"{level}: {lines[level]}." for level in reversed(offered) if lines and level in lines]
    return Choice("\n".join([present, "(1 = easy, 3 = hard).", *told]), answers, back)


class NoticeDialog(Dialog[None]):
    """A text to read; any key or click closes it."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join([*lines, "Press any key to go on."]))

    def press(self, event: events.Key) -> None:
        self.dismiss()

    def on_click(self) -> None:
        self.dismiss()


class TextDialog(Box[str | None]):
    """A line of text: Enter returns it if it is valid, Esc returns None."""

    AUTO_FOCUS = "Input"
    BINDINGS = [Binding("escape", "dismiss(None)", "Back")]

    def __init__(
        self,
        question: str,
        text: str = "",
        refuses: Callable[[str], str | None] = lambda text: None,
        most: int = 200,
        suggester: Suggester | None = None,
    ) -> None:
        """``refuses`` returns a sentence about a text that is not valid.

        What the ``suggester`` adds to a text stands behind it; Right takes it.
        """
        super().__init__(question)
        self._proposed = text
        self._refuses = refuses
        self._most = most
        self._suggester = suggester

    def compose_more(self) -> ComposeResult:
        yield Input(
            self._proposed,
            max_length=self._most,
            suggester=self._suggester,
            select_on_focus=not self._proposed.endswith("/"),  # a folder is only the beginning
        )
        yield Words(id="fault")

    def say_fault(self, sentence: str) -> None:
        """Say why the text is not valid; "" if it may be."""
        self.query_one("#fault", Words).say(sentence)

    @on(Input.Changed)
    def forget_fault(self) -> None:
        self.say_fault("")

    @on(Input.Submitted)
    def hand_over(self, event: Input.Submitted) -> None:
        event.stop()
        if fault := self._refuses(event.value):
            self.say_fault(fault)
        else:
            self.dismiss(event.value)


def fault_of(do: Callable[..., object], *given: object) -> str | None:
    """Call a function; return the sentence of the error it raises, or None."""
    try:
        do(*given)
    except Refusal as error:
        return str(error)
    return None
