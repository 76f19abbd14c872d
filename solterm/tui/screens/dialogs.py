"""Dialogs: each asks one thing in a box over the screen, and returns the answer.

Keys that answer nothing are dead, Enter too; only Esc always leads back. Every answer is a button
for the mouse as well, which never takes the focus.
"""

from collections.abc import Callable, Collection, Sequence
from typing import ClassVar, Generic, NamedTuple, TypeVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.validation import Function, Validator
from textual.widgets import Button, Input

from solterm.core.play.play import Play
from solterm.tui.trouble import Troubled
from solterm.tui.widgets.words import Words

Result = TypeVar("Result")


class Answer(NamedTuple, Generic[Result]):
    """One way to answer a dialog."""

    keys: Collection[str]
    """Names of the keys, or what they type."""
    shown: str
    """The key as the dialog names it."""
    label: str
    result: Result


class Box(Troubled, ModalScreen[Result]):
    """A box with a text, and answers for the mouse, at the bottom of the screen."""

    AUTO_FOCUS: ClassVar[str | None] = None

    def __init__(self, text: str, answers: Sequence[Answer[Result]] = ()) -> None:
        super().__init__()
        self._text = text
        self.answers = answers

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Words(self._text, id="text")
            yield from self.compose_more()
            for number, answer in enumerate(self.answers):
                yield AnswerButton(f"{answer.shown:3} - {answer.label}", number)

    def compose_more(self) -> ComposeResult:
        """Yield what stands between the text and the answers."""
        yield from ()

    def on_mount(self) -> None:
        from solterm.tui.app import SoltermApp

        app = cast(SoltermApp, self.app)
        self.set_class(app.glyphs.ascii, "-ascii")
        self.set_class(app.settings.left_handed, "-left")

    def say(self, text: str) -> None:
        """Replace the text."""
        self.query_one("#text", Words).say(text)

    def say_trouble(self, sentence: str) -> None:
        """Say what went wrong in the box itself."""
        self.say(sentence)

    @on(Button.Pressed)
    def answer_by_mouse(self, event: Button.Pressed) -> None:
        """A click on an answer gives it."""
        if isinstance(event.button, AnswerButton):
            self.dismiss(self.answers[event.button.number].result)


class Dialog(Box[Result]):
    """A box that is answered with a key."""

    def on_key(self, event: events.Key) -> None:
        """Answer, if the key is an answer; it goes no further in any case."""
        event.stop()
        self.press(event)

    def press(self, event: events.Key) -> None:
        """Take a key."""
        for answer in self.answers:
            if {event.key, event.character}.intersection(answer.keys):
                self.dismiss(answer.result)
                return


class AnswerButton(Button, can_focus=False):
    """An answer of a dialog, for the mouse."""

    def __init__(self, label: str, number: int) -> None:
        super().__init__(label, compact=True)
        self.number = number


class Question(Dialog[bool]):
    """Y does it, N and Esc leave everything as it is."""

    def __init__(self, question: str) -> None:
        yes, no = Answer("yY", "Y", "Yes", True), Answer(("n", "N", "escape"), "N", "No", False)
        super().__init__(question, [yes, no])


class QuitDialog(Dialog[bool]):
    """The key that quits, once more, quits; Esc goes on, and every other key is dead."""

    def __init__(self, keys: Collection[str], name: str, kept: str) -> None:
        """``keys`` quit, the first under a name; ``kept`` says what becomes of the game."""
        quits = Answer(keys, name, f"Quit; {kept}", True)
        super().__init__("", [quits, Answer(("escape",), "Esc", "Go on", False)])


class Choice(Dialog[str | None]):
    """One of a few keys answers, Esc leaves everything as it is."""

    def __init__(self, question: str, answers: Sequence[tuple[str, str]], back: str = "Go on"):
        """``answers`` are keys, each with what it does; the result is the key."""
        given: list[Answer[str | None]] = [
            Answer((key.lower(), key.upper()), key.upper(), label, key) for key, label in answers
        ]
        super().__init__(question, [*given, Answer(("escape",), "Esc", back, None)])


class LevelDialog(Dialog[str | None]):
    """F8: the level, and three keys to change it."""

    def __init__(self, play: Play) -> None:
        text = f"You are playing at level {play.level}\n(1 = easy, 3 = hard)."
        offered = map(str, sorted(play.game.offered_levels))
        levels = [Answer[str | None]((key,), key, f"Level {key}", key) for key in offered]
        super().__init__(text, [*levels, Answer(("escape",), "Esc", "Go on", None)])


class Notice(Dialog[None]):
    """Something to read; any key goes on."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join([*lines, "Press any key to go on."]))

    def press(self, event: events.Key) -> None:
        self.dismiss()

    def on_click(self) -> None:
        """A click goes on as well."""
        self.dismiss()


class ColourDialog(Dialog[None]):
    """C: B and F step through the backgrounds and the sets of foregrounds."""

    def __init__(
        self, next_background: Callable[[], object], next_foreground: Callable[[], object]
    ) -> None:
        super().__init__(
            "B   - Next background colour\nF   - Next foreground set",
            [Answer(("escape",), "Esc", "Back to the game", None)],
        )
        self._steps = {"b": next_background, "f": next_foreground}

    def press(self, event: events.Key) -> None:
        if step := self._steps.get((event.character or "").lower()):
            step()
        else:
            super().press(event)


class TextDialog(Box[str | None]):
    """A line of text; Enter returns it unless it is refused, Esc returns None."""

    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Back")]

    def __init__(
        self,
        question: str,
        text: str = "",
        refuses: Callable[[str], str | None] = lambda text: None,
        most: int = 200,
        restrict: str | None = None,
    ) -> None:
        """``refuses`` returns a sentence about a text that will not do; ``restrict`` is a pattern
        of what may be typed at all."""
        super().__init__(question)
        self._proposed = text
        self._refuses = refuses
        self._most = most
        self._restrict = restrict

    def compose_more(self) -> ComposeResult:
        yield Input(
            self._proposed,
            max_length=self._most,
            restrict=self._restrict,
            validators=[Refusal(self._refuses)],
            validate_on=["submitted"],
            select_on_focus=True,
        )
        yield Words(id="fault")

    @on(Input.Changed)
    def forget_fault(self) -> None:
        """What was wrong with the last text is not wrong with this one."""
        self.query_one("#fault", Words).say("")

    @on(Input.Submitted)
    def hand_over(self, event: Input.Submitted) -> None:
        """Return the text, or say what is wrong with it."""
        event.stop()
        result = event.validation_result
        if result is None or result.is_valid:
            self.dismiss(event.value)
        else:
            self.query_one("#fault", Words).say(" ".join(result.failure_descriptions))


class Refusal(Function):
    """A validator that says in a sentence what is wrong."""

    def __init__(self, refuses: Callable[[str], str | None]) -> None:
        super().__init__(lambda text: refuses(text) is None)
        self._refuses = refuses

    def describe_failure(self, failure: "Validator.Failure") -> str | None:  # type: ignore[name-defined]
        return self._refuses(failure.value or "")


class CommandLine(TextDialog):
    """``:`` opens it: one line with line mode's grammar, in the message row."""

    def __init__(self, suggestions: Sequence[str]) -> None:
        super().__init__(":")
        self._suggestions = suggestions

    def compose_more(self) -> ComposeResult:
        yield Input(suggester=SuggestFromList(self._suggestions, case_sensitive=False))
        yield Words(id="fault")

    def on_key(self, event: events.Key) -> None:
        """Backspace in an empty line closes it."""
        if event.key == "backspace" and not self.query_one(Input).value:
            self.dismiss(None)


class NumberInput(Input):
    """An Input that leaves letters to the bindings of its screen."""

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return character is not None and character.isdigit()


class DealDialog(Box[int | str | None]):
    """D: deal the same again, any other, or a number that is typed; digits are digits here."""

    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r,R", "give(0)", "The same", priority=True),
        Binding("n,N", "give(1)", "A new one", priority=True),
        Binding("escape", "give(2)", "Back", priority=True),
    ]
    ANOTHER = "another"
    """The result that asks for a random deal."""

    def __init__(self, deal: int, begun: bool) -> None:
        """A game that has ``begun`` counts as lost when another is dealt."""
        ends = "\nThis game counts as lost then." if begun else ""
        super().__init__(
            f"Deal again:{ends}",
            [
                Answer("rR", "R", f"Deal {deal} from the start", deal),
                Answer("nN", "N", "A new deal", self.ANOTHER),
                Answer(("escape",), "Esc", "Back to the game", None),
            ],
        )

    def compose_more(self) -> ComposeResult:
        yield NumberInput(placeholder="or type a number", restrict=r"\d*", max_length=20)
        yield Words(id="fault")

    def action_give(self, number: int) -> None:
        """Give one of the answers."""
        self.dismiss(self.answers[number].result)

    @on(Input.Submitted)
    def hand_over(self, event: Input.Submitted) -> None:
        """Return the number; there is no deal 0."""
        from solterm.core import deals

        event.stop()
        if event.value:
            try:
                self.dismiss(deals.parse(event.value))
            except ValueError:
                self.query_one("#fault", Words).say("There is no deal 0.")
                self.query_one(Input).value = ""
