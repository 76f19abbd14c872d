"""The end page: the result of a game, and the choices for the next one."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from solterm.advice.knowledge import HOPELESS
from solterm.advice.pipe import Traced
from solterm.contests.contest import Fate
from solterm.contests.result_words import headline, tell_uncounted
from solterm.core import deals
from solterm.core.phrases import tell_deal
from solterm.core.play import record
from solterm.sessions import day, ending
from solterm.sessions.ending import Comparison, compare
from solterm.sessions.plays import Start
from solterm.sessions.statistics import is_helped
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay, PlayedElsewhere, refuse_secret
from solterm.store.purpose import FREE
from solterm.tui.keys.commands import COMMANDS
from solterm.tui.look.canvas import Role
from solterm.tui.screens.dialogs import Choice
from solterm.tui.screens.list_page import ListPage, ListRow, on_item
from solterm.tui.screens.search_dialog import SearchResult, find_lost, find_winnable
from solterm.tui.table_commands import tell_back
from solterm.tui.textual_themes import rich_styles
from solterm.tui.widgets.lines import Words
from solterm.tui.widgets.lists import LineList
from solterm.tui.widgets.miniature import Miniature

_SERIOUS = 10
"""Moves after which it is worth asking where a game was lost."""
_OFTEN = 3
"""Losses in a row after which a deal that can be won is proposed."""

_MENU, _QUIT = COMMANDS["menu"], COMMANDS["quit"]


_WAYS = {
    "next": ("D", "Play a new deal"),
    "same": ("R", "Play the same deal again"),
    "next_deal": ("N", "Play the deal of the next number"),
    "winnable": ("S", "Find a deal that can be won"),
    "lost": ("L", "Find the move that lost the game, or a way to win"),
    "table": ("U", "Go back to the table"),
    "replay": ("W", "Watch the game again, move by move"),
}
"""The lines of the list: their actions, keys and explanations. The key bar leaves them out."""


class EndScreen(ListPage[None]):
    """Shows the result of a game; Enter goes on with the next one.

    The game is recorded when the player leaves the page. U goes back to the table.
    """

    DEFAULT_CSS = """
    EndScreen {
        & > #headline {
            height: 1;
            margin: 1 0;
            text-align: center;
            color: $message-ink;
            text-style: $message-style;
        }
        & > #end { height: 1fr; }
        & #result { width: 42; padding: 0 1; }
        & #figures { height: auto; }
        & #ways { width: 1fr; }
        & #list { height: 20fr; max-height: 7; }
        & Miniature { margin-top: 1; }
        &.-narrow {
            & > #end { layout: vertical; }
            & #result { width: 100%; height: auto; max-height: 12; }
            & #ways { width: 100%; height: 1fr; }
        }
        &.-narrow.-low {
            & > #headline { margin: 0; }
            & Miniature { display: none; }
        }
    }
    """

    ABOUT = """
The result of your game. The game ends for good when you go on from here; U goes back to it as it
was. The first line is what suits this end. A win counts as won alone unless you took hints, peeks
or cheats.
"""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-high")]
    ARE_COMMANDS = True
    BINDINGS = [
        on_item("enter", "choose", "Choose", "Choose the line under the cursor"),
        *(
            Binding(f"{key.lower()},{key}", action, about, show=False, tooltip=about)
            for action, (key, about) in _WAYS.items()
        ),
        Binding("c,C", "copy", "Copy", tooltip="Copy the result and the record, for a chat"),
        Binding("1", "level(1)", "New deal", key_display="1-3", tooltip="Play at level 1, 2 or 3"),
        Binding("2", "level(2)", show=False),
        Binding("3", "level(3)", show=False),
        Binding("m,M", "menu", "Menu", id=_MENU.binding_id, tooltip="Go to the menu"),
        Binding("q,Q", "quit", "Quit", id=_QUIT.binding_id, tooltip="Quit"),
        Binding("escape", "back", "Table", tooltip="Go back to the table"),
    ]

    def __init__(self, kept: KeptPlay) -> None:
        super().__init__(kept.unsaved or "")
        self.kept = kept
        self._fate = Fate.NOTHING
        self._comparison: Comparison | None = None
        """The player's other results of the game; None if this one does not count."""
        self._written: int | None = None
        """The row of the sheet that leaving the page wrote."""
        self._said = ""
        """Why a full sheet could not enter its board."""

    def title_text(self) -> str:
        play = self.kept.play
        collection = play.game.collection
        return play.title if play.game.name == collection else f"{play.title} ({collection})"

    def compose_content(self) -> ComposeResult:
        yield Static(id="headline", markup=False)
        with Horizontal(id="end"):
            with VerticalScroll(id="result", can_focus=False):
                yield Static(id="figures")
            with Vertical(id="ways"):
                yield LineList(id="list", markup=False)
                yield Miniature(self.kept.play, grows=True)
        yield Words(id="notes")

    def on_mount(self) -> None:
        with self.telling_trouble():
            self._fate = ending.fate_of(self.kept)
            self._comparison = compare(self.kept)
        self.query_one("#headline", Static).update(self._headline())
        self.query_one("#figures", Static).update(self._figures())

    def _headline(self) -> str:
        told = headline(self.kept.play)
        if self._comparison and self._comparison.mine.won and not self.kept.play.tally.won:
            return "You won this game before you undid that, and it counts as won."
        is_best = self._comparison is not None and self._comparison.is_new_best
        if not is_best or is_helped(self.kept.play.game, self.kept.play.counts):
            return told
        return f"{told} New best!" if self.kept.play.tally.won else f"{told} Your best so far."

    def _figures(self) -> Table:
        lines = ending.result(self.kept, self._comparison)
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True)
        table.add_column(justify="right", no_wrap=True)
        table.add_column(style=rich_styles(self.skin.palette)[Role.FAINT], no_wrap=True)
        rows = [(each.name, each.value, each.note and f"({each.note})") for each in lines]
        for row in rows:
            table.add_row(*map(Text, row))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        self.query_one("#result").styles.min_width = sum(widths) + 2 * len(widths)
        return table

    # -- what to do next -------------------------------------------------------------------

    def rows(self) -> Iterable[ListRow]:
        first, *others = self._list_ways()
        written = ending.row_words(self.kept, self._fate)
        about = f"{written} {tell_uncounted(self.kept.play)}".strip() or self._tell_rest()
        labels = {
            "next": self._next_words,
            "same": f"{self.kept.play.name_deal()} again",
            "next_deal": f"Deal {self._next_number} (the next)",
            "winnable": "A deal that can be won",
            "lost": self._lost_words,
            "table": "Back to the table",
            "replay": "Watch the replay",
        }
        yield ListRow((f"Enter {_WAYS[first][0]}  {labels[first]}",), first, about)
        for action in others:
            yield ListRow((f"{_WAYS[action][0]:9}{labels[action]}",), action, about)

    def _tell_rest(self) -> str:
        """Return whether the deal is known to be lost, and whether its game counts, and as what."""
        play = self.kept.play
        is_played = play.begun or play.outcome or self.kept.purpose.row
        told = [HOPELESS] if self._may_analyse and self._is_hopeless else []
        if play.game.board:
            told += ["A game on your own board counts in no statistics."]
        elif not is_played:
            told += ["Without a move the game counts in no statistics."]
        is_practice = self.kept.purpose == FREE and day.is_practice(self.seat.store, play)
        told += ["Practice of a deal of the day: it counts for no board."] * is_practice
        return " ".join(told)

    def _list_ways(self) -> Sequence[str]:
        """Return the action that suits this end, then the others that the game offers."""
        off = {"lost"} if self._is_hopeless else set()
        ways = [each for each in _WAYS if each not in off and self.offers(each)]
        proposed = self._propose()
        return sorted(ways, key=lambda action: action != proposed)

    def _propose(self) -> str:
        """Return the action that suits this end."""
        comparison = self._comparison
        if not self._may_analyse or self.kept.purpose.row:
            return "next"
        if self._is_hopeless:
            return "winnable"
        if self.kept.play.moves < _SERIOUS:
            return "next"
        has_lost_often = comparison is not None and comparison.streak <= -_OFTEN
        return "winnable" if has_lost_often else "lost"

    @property
    def _next_words(self) -> str:
        if self.kept.purpose.row:
            return "Score sheet"
        return f"A new deal, level {self.kept.play.level}"

    @property
    def _lost_words(self) -> str:
        has_ended = self.kept.play.outcome or self.kept.play.is_idle
        return "Where it was lost" if has_ended else "Could it still be won?"

    @cached_property
    def _next_number(self) -> int | None:
        play = self.kept.play
        is_free = play.tally.won and not self.kept.purpose.row and not play.game.board
        return play.deal + 1 if is_free and play.deal < deals.LAST else None

    @cached_property
    def _may_analyse(self) -> bool:
        # U leads back to the game, so a scored one gets no help.
        is_off = self.solterm.context.is_solver_off
        return not (self.kept.play.tally.won or self.kept.play.mode or is_off)

    @property
    def _is_hopeless(self) -> bool:
        """Whether B or H has proved that the deal cannot be won without exceptions."""
        play = self.kept.play
        return self.seat.knowledge.is_deal_lost(play)

    def offers(self, do: str, item: object = None) -> bool:
        """Return whether this game has a use for a key."""
        match do:
            case "same":
                return not self.kept.play.mode
            case "winnable":
                play = self.kept.play
                return not (play.tally.won or play.mode or self.kept.purpose.row)
            case "level":
                return item in self.kept.play.game.offered_levels
            case "next_deal":
                return self._next_number is not None
            case "lost":
                return self._may_analyse
        return True

    def choose(self, action: str) -> None:
        self.call_later(self.run_action, action)

    # -- going back and looking on ---------------------------------------------------------

    def action_back(self) -> None:
        self.action_table()

    def action_table(self) -> None:
        self.game_doors.show_table(self.kept, self._tell_ways_on(), is_result_read=True)

    def _tell_ways_on(self) -> str:
        """Return what can be done at the table after this page."""
        play, key = self.kept.play, self.skin.name_key
        ways = [f"{key('new')} shows the result" if play.outcome else f"{key('new')} ends it"]
        if not play.mode:
            ways = [*([f"{key('undo')} undoes"] if play.can_undo else []), *ways]
            ways.append(f"{key('deal')} deals again")
        ends = play.outcome and self.kept.purpose == FREE
        ways.append(f"{key('menu')} {'ends it' if ends else 'opens the menu'}")
        begins = "Game over" if play.outcome else "The game goes on"
        return f"{begins}. {', '.join(ways)}."

    def action_replay(self) -> None:
        found = record.read(self.kept.record())
        play = self.kept.play
        title = f"{play.title}{tell_deal(play.number_told(self.kept.told_deal))}"
        self.doors.show_replay(title, found)

    def action_copy(self) -> None:
        refuse_secret(self.kept.told_deal)
        self.doors.copy_game(self.kept.play)

    def action_lost(self) -> None:
        if self._is_hopeless:
            self.notice = "No step lost it: no play of this deal wins."
            return
        text = record.write(self.kept.play)
        find_lost(self.solterm, self.kept.play, partial(self._tell_lost, text))

    def _tell_lost(self, text: str, found: SearchResult) -> None:
        self.doors.show_lost(text, found.answer, found.is_stopped, self._play_on)

    def _play_on(self, found: Traced) -> None:
        """Play on from the last position that could be won. Hints follow the way to win."""
        self.seat.take(self.kept)
        self.seat.go_back(found)  # knowing where it was lost helps as a hint does
        undos, redo = found.undos, self.skin.name_key("redo")
        told = tell_back(self.kept.play, found, redo) if undos else ""
        self.game_doors.show_table(self.kept, told, is_result_read=not undos)

    # -- leaving the game ------------------------------------------------------------------

    def action_next(self) -> None:
        self.action_level(self.kept.play.level)

    def action_level(self, level: int) -> None:
        play = self.kept.play
        if self.kept.purpose.row:
            self._leave_for(lambda: self._show_sheet(level), deals_anew=True)
        else:
            options = play.options_without_board
            deal = partial(self.game_doors.deal, Start(play.game, None, level, options))
            self._leave_for(deal, deals_anew=True)

    def action_same(self) -> None:
        self._deal(self.kept.play.deal, self.kept.play.options)

    def action_winnable(self) -> None:
        play = self.kept.play
        options = play.options_without_board
        find_winnable(self.solterm, play.game, play.level, options, self._deal)

    def action_next_deal(self) -> None:
        if number := self._next_number:
            self._deal(number, self.kept.play.options_without_board)

    def _deal(self, number: int, options: Mapping[str, str], notice: str = "") -> None:
        play = self.kept.play
        start = Start(play.game, number, play.level, options)
        self._leave_for(partial(self.game_doors.deal, start, notice), deals_anew=True)

    def action_menu(self) -> None:
        self._leave_for(self.doors.go_to_menu)

    def action_quit(self) -> None:
        self._leave_for(lambda: self.app.exit(0))

    def _show_sheet(self, level: int) -> None:
        game = self.kept.play.game
        self.doors.go_to_sheet(game, level, self._said, self._written)

    def _leave_for(self, way: Callable[[], object], deals_anew: bool = False) -> None:
        if self._fate is not Fate.WORSENS:
            self._leave(way, deals_anew, replace=True)
            return
        question = ending.replace_question(self.kept)
        answers = [("y", "Write this result"), ("n", "Keep the better one")]
        self.prompt(
            Choice(question, answers, back="Back"),
            lambda answer: self._leave(way, deals_anew, replace=answer == "y"),
        )

    def _leave(self, way: Callable[[], object], deals_anew: bool, replace: bool) -> None:
        try:
            _, self._said = self.seat.end(self.kept, replace=replace)
        except PlayedElsewhere as news:
            self.game_doors.show_table(self.kept, str(news))
            return
        except StoreError as error:
            if deals_anew:
                raise  # deal no new game over an unsaved result
            self.solterm.complain(str(error))
        else:
            if self._fate is Fate.WRITES or (self._fate is Fate.WORSENS and replace):
                self._written = self.kept.purpose.row
        way()
