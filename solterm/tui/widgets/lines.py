"""Lines of text: the status line, the message line, text that hides when empty, and a box."""

import re
from collections.abc import Collection, Sequence

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from solterm.core.phrases import tell_deal
from solterm.core.play.play import Play
from solterm.core.words.describe import remaining
from solterm.tui.keys.keymap import key_words
from solterm.tui.widgets.key_bar import KeyClicked

_NAMED = re.compile(
    r"(?<![\w:])(?:F[0-9]+|Ctrl\+[A-Z]|Esc|Enter|Tab|Space|(?!A |I )[A-Z]|[!?@&,])(?=[ .,:;]|$)"
)
"""What may be the name of a key: not "A" or "I" before a word."""


class StatusLine(Static):
    """The first row of a table: the game and its score, as far as the window has room."""

    DEFAULT_CSS = """
    StatusLine {
        height: 1;
        background: $status-paper;
        color: $status-ink;
        text-style: $status-style;
    }
    """

    ALLOW_SELECT = True

    def __init__(self) -> None:
        super().__init__("", markup=False)
        self._told = "", ""

    def tell(
        self,
        play: Play,
        score: int,
        extra: str = "",
        deal: int | None = None,
        faint: str = "",
        is_winnable: bool = False,
    ) -> None:
        """Show a game as ``status`` does; the part ``faint`` of ``extra`` is dimmed."""
        text = status(play, score, self.app.size.width, extra, deal, is_winnable)
        if (text, faint) != self._told:
            self._told = text, faint
            before, dimmed, after = text.partition(faint) if faint else (text, "", "")
            self.update(Content.assemble(before, (dimmed, "dim"), after), layout=False)


class MessageLine(Static):
    """The row above the keys. A sentence too long for it opens a box over the screen."""

    DEFAULT_CSS = """
    MessageLine {
        height: 1;
        padding: 0 1;
        background: $table-paper;
        color: $message-ink;
        text-style: $message-style;
        &.-long {
            layer: overlay;
            dock: bottom;
            height: auto;
            width: 100%;
            margin: 0 2 1 2;
            border: double $box-ink;
            background: $box-paper;
            color: $box-ink;
            text-style: $box-style;
        }
    }
    """

    ALLOW_SELECT = True

    def __init__(self) -> None:
        super().__init__("", markup=False)
        self._said = "", False

    def say(self, sentence: str, is_boxed: bool = False) -> None:
        """Show a sentence; ``is_boxed`` puts it into a box that waits for a key."""
        if (sentence, is_boxed) == self._said:
            return
        was_long = self.has_class("-long")
        self._said = sentence, is_boxed
        self.set_class(is_boxed or len(sentence) > self.app.size.width - 2, "-long")
        text = f"{sentence}\nPress any key to go on." if is_boxed else sentence
        self.update(text, layout=was_long or self.has_class("-long"))

    def on_resize(self) -> None:
        """Fit the sentence into the new window."""
        said, self._said = self._said, ("", False)
        self.say(*said)

    def on_click(self, event: events.Click) -> None:
        """Do what the sentence names there."""
        keys = {key_words(key): key for key in self.screen.active_bindings}
        column = 0 if self.has_class("-long") else event.x - 1
        if name := find_key(self._said[0], column, keys):
            self.post_message(KeyClicked(keys[name]))


def find_key(sentence: str, column: int, names: Collection[str]) -> str:
    """Return the last key that a sentence names up to a column, else its first one, or "".

    >>> names = {"U", "D", "F9", "A"}
    >>> [find_key("A loss. U undoes, F9 ends it.", column, names) for column in (0, 12, 19)]
    ['U', 'U', 'F9']
    >>> find_key("10 of 52 cards home.", 3, names)
    ''
    """
    found = [each for each in _NAMED.finditer(sentence) if each[0] in names]
    before = [each[0] for each in found if each.start() <= column]
    return before[-1] if before else found[0][0] if found else ""


class Words(Static):
    """A few lines that take no room while they are empty."""

    def __init__(self, words: str = "", id: str | None = None) -> None:
        super().__init__(words, id=id, markup=False)
        self._said = words
        self.display = bool(words)

    def say(self, words: str) -> None:
        if words != self._said:
            self._said = words
            self.update(words)
            self.display = bool(words)


class MiddleBox(Static):
    """A box with a few lines in the middle of the window, over the screen."""

    DEFAULT_CSS = """
    MiddleBox {
        layer: overlay;
        position: absolute;
        display: none;
        width: auto;
        height: auto;
        max-width: 100%;
        padding: 0 1;
    }
    """

    def __init__(self) -> None:
        super().__init__(classes="box", markup=False)

    def show(self, lines: Sequence[str], window: Size) -> None:
        """Show lines; without any, the box goes away."""
        self.display = bool(lines)
        if lines:
            width, height = max(map(len, lines)) + 4, len(lines) + 2
            left, top = (window.width - width) // 2, (window.height - height) // 2
            self.styles.offset = max(0, left), max(0, top)
            self.update("\n".join(lines))


def status(
    play: Play,
    score: int,
    width: int,
    extra: str = "",
    deal: int | None = None,
    is_winnable: bool = False,
) -> str:
    """Return the line for a window of ``width`` columns, shortened to fit.

    ``extra`` follows the name. ``deal`` is the number as told, 0 for a secret; None: no secret.
    """
    deal = play.number_told(deal)
    room = width - 4
    name, collection, exceptions = play.title, play.game.collection, play.tally.exceptions
    title = name if play.game.name == collection else f"{name} ({collection})"
    waits = "  Cheat waits" if play.cheating else "  X waits" if play.armed else ""
    left = _tell_left(play)
    has_score = score or play.game.own_score or not play.game.engine.scores_late
    told = f"{left}Score {score}  " if has_score else left
    counts = f"{told}Moves {play.moves}  Exc {exceptions}{waits}"
    if duel := play.rules.duel(play.table):
        counts = f"{duel.standing}  Moves {play.moves}  Exc {exceptions}{waits}"
    told = f"S {score}  " if has_score else ""
    short = f"{told}M {play.moves}  E {exceptions}{waits.removesuffix(' waits')}"
    tail = f"{extra}  L{play.level}{tell_deal(deal, '  winnable ' if is_winnable else '  ')}"
    what = "Winnable deal" if is_winnable else "Deal"
    level = f"Level {play.level}{tell_deal(deal, f'  {what} ')}"
    rows = (
        (f"{title}{extra}  {level}", counts),
        (f"{name}{extra}  {level}", counts),
        (f"{name}{tail}", counts),
        (f"{name}{tail}", left + short),
        (f"{name}{tail}", short),
        (f"{name[: max(8, room - len(tail) - len(short))]}{tail}", short),
    )
    begins, ends = next((row for row in rows if sum(map(len, row)) <= room), rows[-1])
    return f" {begins}{'':{max(1, width - len(begins) - len(ends) - 2)}}{ends}"[:width]


def _tell_left(play: Play) -> str:
    """Return what is left of the limits, in games that show them; else ""."""
    game = play.rules.game
    return f"{remaining(game, play.table)}  " if game.shows_limits else ""
