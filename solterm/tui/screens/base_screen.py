"""The bases of all full screens: a message line, questions, enough room, and the frame of a page.

A screen declares its keys as ``Binding``s. Those with ``show`` are in the last row; F2 and ``?``
list all of them with their tooltips, on a ``TextScreen``.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.reactive import var
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from solterm.hall.messages import PHRASES, Message, Race, SetPhrase
from solterm.sessions.plays import tell_quit_all
from solterm.store import recordfiles
from solterm.store.errors import show_path
from solterm.tui.keys.keymap import key_name, key_words
from solterm.tui.screens.dialogs import Choice, Question, QuitDialog, TextDialog, fault_of
from solterm.tui.table.layout import ROOM
from solterm.tui.textual_hooks import HookedScreen
from solterm.tui.widgets.key_bar import KeyBar, KeyClicked
from solterm.tui.widgets.lines import MessageLine

Result = TypeVar("Result")
Answer = TypeVar("Answer")


class BaseScreen(HookedScreen[Result]):
    """A screen that fills the window."""

    # Boxes over a screen count as its content: it would scroll for them.
    DEFAULT_CSS = "BaseScreen { overflow: hidden; }"

    is_table = False
    """Whether the player plays a game there."""
    BINDINGS = [
        Binding("ctrl+c,ctrl+q", "ask_to_quit", "Quit", show=False, priority=True),
        Binding("ctrl+l", "redraw", "Redraw", show=False),
        Binding("comma", "settings", "Settings", show=False, key_display=","),
    ]

    # A `reactive` would repaint the whole screen at each sentence.
    notice: var[str] = var("", init=False, always_update=True)
    """The sentence on the message line."""

    def __init__(self, notice: str = "") -> None:
        super().__init__()
        self.set_reactive(BaseScreen.notice, notice)

    def take_host_message(self, message: Message) -> bool:
        """Take a message from the host; return False if it is not for this screen."""
        return False

    def tell_answer(self, race: Race) -> str:
        """Return how to answer a challenge, or see other news about races."""
        what = "it" if race.state == "open" else "the races"
        return f"{self.skin.name_key('races')} shows {what}."

    @property
    def takes_news(self) -> bool:
        """Whether the message line is free for news about other players."""
        return self.is_current

    @property
    def is_covering(self) -> bool:
        """Whether this screen is on top and has one below it to go back to."""
        return self.is_current and len(self.app.screen_stack) > 2

    def look_reopened(self) -> bool:
        """Look as at the next start of the program, and return whether that opens this screen."""
        return False

    def watchers_changed(self) -> None:
        """Update the number of spectators."""

    def action_say_phrase(self) -> None:
        """Ask for a phrase, and say it at the table that is on the screen."""
        keyed = dict(zip("abcdefghijklmnopqrstuvwxyz", PHRASES, strict=False))
        answers = [(key, PHRASES[id]) for key, id in keyed.items()]
        self.prompt(
            Choice("What do you want to say?", answers, "Nothing"),
            lambda key: self.seat.host.say(SetPhrase(keyed[key])),
        )

    def settings_changed(self) -> None:
        """Follow a change of settings, perhaps under another screen."""

    def tell_store_news(self, news: str) -> None:
        """Show that the store has saved what was missing, or that a game went on elsewhere."""

    # -- messages --------------------------------------------------------------------------

    def watch_notice(self) -> None:
        self.show_notice()

    def show_notice(self) -> None:
        """Show the current sentence, else the host's notice, else what the screen tells."""
        if complaint := self.solterm.take_complaint():
            self.set_reactive(BaseScreen.notice, complaint)
        self.notice_line(self.notice or self.tell_bulletin() or self.tell())

    def tell_bulletin(self) -> str:
        """Return the host's notice, with the key that follows it."""
        return f"{self.seat.host.bulletin} {self.solterm.news.tell_way()}".strip()

    def tell(self) -> str:
        """Return the message for the time without a notice."""
        return ""

    def clear_notice(self) -> None:
        """Forget the sentence, as a key is pressed."""
        if self.notice:
            self.notice = ""

    def notice_line(self, sentence: str) -> None:
        """Write a sentence on the message line."""
        for line in self.query(MessageLine):
            line.say(self.skin.glyphs.sentence(sentence))

    def say(self, sentence: str) -> None:
        self.notice = sentence

    def say_trouble(self, sentence: str) -> None:
        """Beep and show a sentence."""
        self.solterm.beep()
        self.say(sentence)

    def advise(self, key: str) -> str:
        """Return advice for a key that does nothing, by its name."""
        return f"{self.skin.name_key('help')} lists the keys."

    # -- questions -------------------------------------------------------------------------

    def ask(self, question: str, then: Callable[[], object]) -> None:
        """Ask a question, and call ``then`` on Y."""
        self.app.push_screen(Question(question), lambda yes: self.carry_out(then) if yes else None)

    def prompt(
        self,
        dialog: ModalScreen[Answer | None],
        then: Callable[[Answer], object],
        otherwise: Callable[[], object] | None = None,
    ) -> None:
        """Open a dialog, and call ``then`` with its answer, or ``otherwise`` after Esc."""

        def take(answer: Answer | None) -> None:
            if answer is not None:
                self.carry_out(partial(then, answer))
            elif otherwise:
                self.carry_out(otherwise)

        self.app.push_screen(dialog, take)

    def ask_for_file(self, question: str, proposed: str, text: str, what: str = "record") -> None:
        """Ask for a new file and write a text to it; a refusal keeps the dialog open."""
        written: list[Path] = []

        def write(name: str) -> None:
            written.append(recordfiles.write(self.solterm.context, name, text))

        def tell(name: str) -> None:
            self.notice = f"The {what} is in {show_path(written[-1])}."

        self.prompt(TextDialog(question, proposed, partial(fault_of, write)), tell)

    def ask_to_quit(self, kept: str = "", search: Callable[[str], object] | None = None) -> None:
        """Ask whether to quit; ``kept`` says what happens to the game.

        ``search`` takes the next letter, if the key may begin a search.
        """
        quit, kept = self.skin.keys.find("quit"), kept or tell_quit_all(self.seat.store)
        dialog = QuitDialog(quit.keys, key_name(quit), kept, search)
        self.app.push_screen(dialog, lambda wanted: self.app.exit(0) if wanted else None)

    def carry_out(self, do: Callable[[], object]) -> None:
        """Do what a dialog decided; a refusal becomes a message."""
        with self.telling_trouble():
            do()

    # -- room ------------------------------------------------------------------------------

    def required_size(self) -> tuple[int, int] | None:
        """Return the columns and rows this screen needs if the window is too small."""
        width, height = self.app.size
        return ROOM if width < ROOM[0] or height < ROOM[1] else None

    def ask_for_room(self) -> None:
        """Cover the screen while the window is too small for it."""
        is_asked = isinstance(self.app.screen, RoomScreen)
        if self.is_current and not is_asked and self.required_size():
            self.app.push_screen(RoomScreen(self))

    # -- framework -------------------------------------------------------------------------

    def on_mount(self) -> None:
        self.show_notice()

    def on_resize(self, event: events.Resize) -> None:
        self.ask_for_room()

    def on_screen_resume(self) -> None:
        self.show_notice()
        self.ask_for_room()

    async def on_key(self, event: events.Key) -> None:
        # The host's notice counts as read at the first key after a while, unless that follows it.
        is_answer = event.key in self.skin.keys.find("evening").keys
        if not is_answer and self.seat.host.drop_read_notice():
            self.show_notice()
        self.clear_notice()
        if self.take_key(event):
            event.stop()
        elif not self.is_bound(event.key):
            typed = event.character or ""
            name = typed if typed.isprintable() and typed.strip() else event.key
            self.say(f"{key_words(name)} does nothing here. {self.advise(name)}")

    def take_key(self, event: events.Key) -> bool:
        """Handle a key before the bindings; return True if they should not have it."""
        return False

    async def on_key_clicked(self, event: KeyClicked) -> None:
        await self.run_key(event.key)

    async def run_key(self, key: str) -> None:
        """Do what a key does now, for a click."""
        active = self.active_bindings.get(key)
        if active and active.enabled:
            await self.app.run_action(active.binding.action, active.node)

    def action_redraw(self) -> None:
        self.solterm.picture_lost()

    def action_back(self) -> None:
        """Close this screen; the menu follows if no other one lies under it."""
        if self.is_covering:
            self.dismiss()
        elif self.is_current:
            self.doors.go_to_menu()

    def action_menu(self) -> None:
        self.doors.go_to_menu()

    def action_settings(self) -> None:
        self.doors.show_settings()

    def action_ask_to_quit(self) -> None:
        """Copy the selected text; without one, ask whether to quit."""
        if text := self.get_selected_text():
            self.app.copy_to_clipboard(text)
            self.clear_selection()
            self.notice = "Sent to the terminal's clipboard."
        else:
            self.ask_to_quit()


class Page(BaseScreen[Result]):
    """A screen with a title, over another one."""

    ABOUT = ""
    """The introduction of the help, in Markdown."""
    BINDINGS = [
        Binding("f2,2,question_mark", "help", "Help", key_display="?"),
        Binding("escape", "back", "Back"),
    ]

    def compose(self) -> ComposeResult:
        yield Static(self.title_text(), id="title", markup=False)
        yield from self.compose_content()
        yield MessageLine()
        yield KeyBar()

    def title_text(self) -> str:
        """Return the text of the first row: the ``TITLE``, unless a screen says more."""
        return self.TITLE or ""

    def compose_content(self) -> ComposeResult:
        yield from ()

    def take_key(self, event: events.Key) -> bool:
        """Close the page with Q too, unless it has another meaning there."""
        is_back = event.key in ("q", "Q") and not self.is_bound(event.key)
        if is_back:
            self.action_back()
        return is_back

    def on_paste(self, event: events.Paste) -> None:
        self.say("A copied game or deal is pasted into the menu.")

    def action_help(self) -> None:
        self.doors.show_text(self.title_text(), self.help_text(), is_page=True)

    def help_text(self) -> str:
        rows = []
        for binding, words in self._explained():
            rows.append(f"| {words} | {binding.tooltip or binding.description} |")
        table = "\n".join(["| Key | Does |", "|---|---|", *rows])
        return f"{self.ABOUT.strip()}\n\n{table}"

    def _explained(self) -> list[tuple[Binding, str]]:
        keys: dict[str, tuple[Binding, list[str]]] = {}
        for active in self.active_bindings.values():
            binding = active.binding
            if binding.description and (binding.show or binding.tooltip):
                _, words = keys.setdefault(binding.action, (binding, []))
                word = binding.key_display or key_words(binding.key)
                if word not in words:
                    words.append(word)
        last = ("help", "back")
        explained = sorted(keys.values(), key=lambda each: each[0].action in last)
        return [(binding, " ".join(words)) for binding, words in explained]


class RoomScreen(Screen[None]):
    """Asks for a larger window, and covers another screen until it fits."""

    DEFAULT_CSS = """
    RoomScreen {
        align: center middle;
        & > Static {
            width: auto;
            height: auto;
            text-align: center;
            color: $message-ink;
        }
    }
    """

    BINDINGS = [Binding("escape", "ask", show=False)]

    def __init__(self, covered: BaseScreen[Any]) -> None:
        super().__init__()
        self._covered = covered
        self._is_asking = False

    def compose(self) -> ComposeResult:
        yield Static(self._words())

    def on_resize(self) -> None:
        self._go_or_show()

    def on_screen_resume(self) -> None:
        self._go_or_show()  # the window may have grown under another screen

    def _go_or_show(self) -> None:
        if self._covered.required_size() is None and self.is_active:
            self.app.pop_screen()
        else:
            self._show()

    def _show(self) -> None:
        for words in self.query(Static):  # none yet if a key comes early
            words.update(self._words())

    def _words(self) -> str:
        quit = f"{self._covered.solterm.skin.name_key('quit')}: quit"
        columns, rows = self._covered.required_size() or (0, 0)
        lines = ["More room, please:", f"at least {columns}x{rows} cells.", "All is kept.", quit]
        if self._is_asking:
            lines = ["Quit? All is kept.", quit, "Esc: go on"]
        return "\n".join(lines)

    def action_ask(self) -> None:
        """Ask whether to quit, or stop asking."""
        self._is_asking = not self._is_asking
        self._show()

    def on_key(self, event: events.Key) -> None:
        if event.key in self._covered.solterm.skin.keys.find("quit").keys:
            event.stop()
            if self._is_asking:
                self.app.exit(0)
            else:
                self.action_ask()
