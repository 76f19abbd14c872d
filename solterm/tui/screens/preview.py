"""The preview in the menu: a small table, the player's results and the odds."""

from contextlib import suppress
from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.games import find
from solterm.games.kinship import tell_kind
from solterm.manual.odds import tell_odds
from solterm.manual.rules_pages import opening_line
from solterm.sessions.statistics import Standing
from solterm.store.purpose import FREE
from solterm.store.store import Store
from solterm.tui.screens.menu_lines import Line, tell_standing
from solterm.tui.widgets.miniature import SAMPLE, Miniature


class PreviewData(NamedTuple):
    """The content of the preview."""

    game: Game
    play: Play
    """The game in progress, or a sample deal."""
    caption: str
    notes: tuple[str, ...]

    @classmethod
    def at(cls, line: Line, standing: Standing | None, store: Store, level: int) -> "PreviewData":
        """Return the preview of a line that has a game."""
        game, waiting = line.game, line.waiting
        assert game, "asked for only then"
        play, caption = None, f"Deal {SAMPLE}, as a sample:"
        with suppress(Refusal):
            saved = None
            if waiting and waiting.play:
                saved = store.load(waiting.play)
            elif not (waiting or line.is_sheet):  # Enter goes on with it, even without a move
                saved = store.load_suspended(game.id, FREE, line.options)
            if saved and saved.record.events:
                play, caption = saved.record.replay(find), "Your game now:"
        notes = [tell_kind(game), tell_standing(game, standing)]
        if not line.options and (odds := tell_odds(game, level)):
            notes.append(f"{odds[:1].upper()}{odds[1:]} at level {level}.")
        return cls(
            game, play or Play(game, SAMPLE, level, options=line.options), caption, tuple(notes)
        )


class Preview(Vertical):
    """Shows a ``PreviewData``."""

    DEFAULT_CSS = """
    Preview {
        width: 1fr;
        padding: 0 1 0 2;
        & > Static { height: auto; }
        & > #game { color: $label-ink; text-style: $label-style; }
        & > #about-game { margin-bottom: 1; }
        & > #caption { margin-bottom: 1; color: $faint-ink; text-style: $faint-style; }
    }
    """

    def compose(self) -> ComposeResult:
        yield Static(id="game", markup=False)
        yield Static(id="about-game", markup=False)
        yield Static(id="caption", markup=False)
        yield Miniature()

    def show(self, glance: PreviewData) -> None:
        told = "\n".join([opening_line(glance.game.id), "", *glance.notes])
        title = f"{glance.play.title} ({glance.game.collection})"
        self.query_one("#game", Static).update(title if glance.play.options else f"{glance.game}")
        self.query_one("#about-game", Static).update(told)
        self.query_one("#caption", Static).update(glance.caption)
        self.query_one(Miniature).show_play(glance.play)
