"""The menu: all games, a search, and the keys to the other screens."""

from collections.abc import Sequence
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widgets import Static

from solterm.contests.days import today
from solterm.contests.kinds import RACE
from solterm.core.game import Game
from solterm.games import catalogue, find, listed, others
from solterm.games.listed import GameWords
from solterm.games.matching import FoundGame, Wanted, find_matches, read_wanted
from solterm.hall.messages import Message, Race, Who
from solterm.sessions.life import QUESTIONS, WHO, LifeLine, challenge_rival, read_boards
from solterm.sessions.race_client import challenge_host
from solterm.sessions.report import Column
from solterm.sessions.tags import toggle_favourite
from solterm.tui.keys.commands import COMMANDS, LEVEL_KEYS, TABLE
from solterm.tui.screens import menu_lines
from solterm.tui.screens.base_screen import BaseScreen
from solterm.tui.screens.dialogs import Choice
from solterm.tui.screens.list_page import Listing, ListRow, SearchedPage, SearchInput, heading
from solterm.tui.screens.menu_lines import Line, MenuData, Variant
from solterm.tui.screens.preview import Preview, PreviewData
from solterm.tui.widgets.key_bar import FunctionBar, KeyBar
from solterm.tui.widgets.lines import MessageLine, MiddleBox
from solterm.tui.widgets.lists import LineList

_QUIT, _RACES = COMMANDS["quit"], COMMANDS["races"]
_WIDE = 110
"""The width from which the menu has a preview."""
_PAUSE = 0.15
"""Seconds without a key before the preview follows the cursor."""
_LIST = 80
"""The most columns of the list, as in the style sheet."""
_LIFE_SECONDS = 60.0
"""How often to ask the host about today."""

_LESSON = (
    "New here?",
    "L  - A two-minute lesson: Klondike, key by key",
    "Any other key goes on. F2 has the lesson, too.",
)

WAYS = (
    (1, "choose", "Play"),
    (2, "help", "Help"),
    (3, "contests", "Contst"),
    (4, "scores", "Scores"),
    (5, "statistics", "Stats"),
    (6, "saves", "Saves"),
    (7, "settings", "Setup"),
    (8, "level", "Level"),
    (9, "deal", "Deal"),
    (10, "quit", "Quit"),
)
"""The function keys: number, action, label. The digits are the same keys."""


def _function_key(number: int, action: str, label: str) -> Binding:
    keys = next(each.key_names for each in TABLE if each.number == number)
    return Binding(",".join(keys), action, label, show=False)


class MenuScreen(SearchedPage[None], inherit_bindings=False):
    """Chooses a game to play."""

    TITLE = "s o l t e r m"
    EMPTY = (
        "No game by that name. Backspace deletes a letter. Ctrl+P finds all else. Esc ends the"
        " search; digits and signs are keys again."
    )
    BESIDE = 2
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (_WIDE, "-wide")]

    DEFAULT_CSS = """
    MenuScreen {
        & #head { height: 1; }
        & #title { width: 18; }
        & #level {
            width: 10;
            padding: 0 1;
            text-align: right;
            color: $label-ink;
            text-style: $label-style;
        }
        & #body { height: 1fr; }
        &.-narrow Preview { display: none; }
        & #list { width: 80; max-width: 100%; padding: 0 0 0 1; }
        & MessageLine.-long { margin: 0 2 2 2; }
        & MessageLine.-about { color: $faint-ink; text-style: $faint-style; }
        & KeyBar {
            background: $table-paper;
            color: $label-ink;
            text-style: $label-style;
        }
    }
    """

    BINDINGS = [
        *BaseScreen.BINDINGS,
        *SearchedPage.BINDINGS,
        Binding("enter", "choose", "Play"),
        Binding("enter", "fold_or_unfold", "Games"),
        Binding("right", "vary(1)", "Variant", key_display="Left Right"),
        Binding("tab", "sheet", "Score sheet"),
        Binding("at", "who", "Who is here", key_display="@"),
        Binding(
            ",".join(_RACES.key_names),
            "race_ghost",
            "Race the host",
            id=_RACES.binding_id,
            tooltip="Race the host's ghost, as nobody else is here",
        ),
        Binding("asterisk", "mark", "Favourite", key_display="*"),
        Binding("question_mark", "rules", "Rules", key_display="?"),
        Binding("escape", "show_all", "All", tooltip="Clear the search"),
        Binding("escape", "back", show=False),
        Binding("q,Q", "quit_by_letter", "Quit", id=_QUIT.binding_id),
        Binding("ctrl+r", "random", "Random", key_display="Ctrl+R"),
        Binding("left", "vary(-1)", "Variant", show=False),
        Binding("left", "fold(True)", "Fold", show=False),
        Binding("right", "fold(False)", "Unfold", show=False),
        *(_function_key(*way) for way in WAYS),
        _function_key(1, "fold_or_unfold", "Games"),
    ]

    def __init__(self, notice: str = "") -> None:
        super().__init__(notice)
        self.facts = MenuData()
        self._matches: list[FoundGame] = []
        """The games that fit the search, the best first; none without a search."""
        self.lines: list[Line] = []
        """The lines of the list."""
        self._wanted = Wanted("")
        """What the search asks for."""
        self._first_letter = ""
        """The letter that asked whether to quit, and may begin a search instead."""
        self._timer: Timer | None = None
        """Runs until the preview follows the cursor."""
        self._most = menu_lines.MOST
        """How many unfinished games to list."""
        self._variants: dict[str, Variant] = {}
        """The variants chosen on rows, by the id of the first one."""
        self._unfolded: set[str] = set()
        """The collections whose games are listed."""
        self._shown: tuple[Line, int] | None = None
        """The line and level in the preview."""
        self._told_life: list[LifeLine] = []
        """The lines in the list about today's life on the host."""
        self._wants_ghost = False
        """Whether to race the host's ghost if the host still knows nobody else."""

    def compose(self) -> ComposeResult:
        with Horizontal(id="head"):
            yield Static(id="title", markup=False)
            yield SearchInput(placeholder="type to search", compact=True)
            yield Static(id="level")
        yield Static(id="columns", markup=False)
        with Horizontal(id="body"):
            yield LineList(id="list", markup=False)
            if self.app.size.width >= _WIDE:
                yield Preview()
        yield MessageLine()
        yield KeyBar()
        yield FunctionBar()
        yield MiddleBox()

    # -- framework -------------------------------------------------------------------------

    def on_mount(self) -> None:
        self.notice = self.notice or next(iter(others().troubles), "")
        if self.seat.host.has_host:
            self._told_life = self.solterm.life.lines(self.seat.zone)
            self.set_interval(_LIFE_SECONDS, self._ask_life)
        self.call_next(self._offer_lesson)

    def look_reopened(self) -> bool:
        return self.seat.store.load_suspended(but=RACE.id) is None

    def _offer_lesson(self) -> None:
        is_wanted = self.facts.is_new and self.solterm.settings.lesson
        self._show_offer(is_wanted and self.solterm.shows_first("lesson"))

    def _show_offer(self, wanted: bool) -> None:
        """Show or close the box that offers the lesson to new players."""
        self.query_one(MiddleBox).show(_LESSON if wanted else (), self.app.size)

    @property
    def _has_offer(self) -> bool:
        return bool(self.query_one(MiddleBox).display)

    def on_resize(self, event: events.Resize) -> None:
        if event.size.width >= _WIDE and not self.query(Preview):
            self.query_one("#body").mount(Preview())
        self._preview_soon()
        self._show_offer(self._has_offer)

    def look_up(self) -> None:
        self.facts = MenuData.look_up(self.seat.store, self.solterm.settings)
        if not self.is_mounted and (latest := listed().get(self.facts.latest)):
            self._unfolded.add(latest.collection)

    def look_again(self) -> None:
        super().look_again()
        if self.is_mounted:
            self._complete()
        else:  # the slower facts follow the first picture
            self.call_after_refresh(self._complete)

    def _complete(self) -> None:
        with self.telling_trouble():
            before, self.facts = self.facts, self.facts.complete()
            if self.facts != before:
                self.show_rows()
            self._follow()
            if self.seat.host.has_host:
                self._ask_life()
                self._read_life()

    def _ask_life(self) -> None:
        """Ask the host about today."""
        if self.is_current:
            for question in QUESTIONS:
                self.seat.host.say(question)

    def _read_life(self) -> None:
        """Read what the boards say about today and yesterday."""
        self.solterm.life.boards = read_boards(self.seat.boards, today())
        self._tell_life()

    def _tell_life(self) -> None:
        if (told := self.solterm.life.lines(self.seat.zone)) != self._told_life:
            self._told_life = told
            self.show_rows()
            self.refresh_bindings()

    def take_host_message(self, message: Message) -> bool:
        was_alone = self.solterm.life.is_alone
        is_taken = self.solterm.life.hear(message)
        if is_taken:
            self._tell_life()
        if was_alone and isinstance(message, Race):  # somebody has come
            self.seat.host.say(WHO)
        if self._wants_ghost and isinstance(message, Who):
            self._wants_ghost = False
            self._race_ghost()
        return is_taken

    # -- the list --------------------------------------------------------------------------

    @property
    def games(self) -> list[GameWords]:
        """The games in the list: those that fit the search, the best first, or all."""
        found = [listed()[match.game.id] for match in self._matches]
        return found if self._wanted.words.strip() else [*listed().values()]

    @property
    def line(self) -> Line | None:
        """The line under the cursor; None in an empty list."""
        found: Line | None = self.item
        return found

    @property
    def chosen(self) -> Game | None:
        return self.line.game if self.line else None

    def listing(self) -> Listing:
        words = self._wanted.words.strip()
        self._matches = find_matches(words, catalogue(published=True).values()) if words else []
        present, self.lines = self.line, self._list_lines()
        is_hidden = present and present.is_game and self.find_item(present) is None
        if present and present.words and is_hidden and not self.search:
            self._unfolded.add(present.words.collection)
            self.lines = self._list_lines()
        self.query_one("#level", Static).update(f"Level {self.solterm.settings.level}")
        head = Column(self._tell_head(), shrinks=True)
        return Listing(self.title_text(), [head], list(map(self._row, self.lines)))

    def find_item(self, item: Line | None) -> int | None:
        """Return the line itself, or else the first one of the same game."""
        if item in self.lines:
            return self.lines.index(item)
        games = (at for at, line in enumerate(self.lines) if line.is_game and item)
        return next((at for at in games if item and item.words in self.lines[at].games), None)

    def _list_lines(self) -> list[Line]:
        return self.facts.list_lines(
            self.games,
            typed=self._wanted.words,
            is_deal=self._wanted.deal is not None,
            most=self._most,
            unfolded=self._unfolded,
            life=self._told_life,
            chosen=self._variants,
        )

    @property
    def _room(self) -> int:
        """The columns of a line behind its star."""
        return max(1, self.list_width - self.BESIDE - 1)

    @property
    def list_width(self) -> int:
        return min(self.app.size.width, _LIST)  # the preview has the rest

    def _row(self, line: Line) -> ListRow:
        if not line.is_choice:
            return heading(line.text)
        sign = " "
        if line.collected:
            sign = "-" if line.text in self._unfolded else "+"
        elif line.is_game and line.words and line.words.id in self.facts.player.favourites:
            sign = "*"
        text = menu_lines.tell_line(line, self.facts.tell_state(line), self._room)
        return ListRow((sign + text,), line)

    def _tell_head(self) -> str:
        found = sum(line.is_choice for line in self.lines)
        what = f"{found} found" if self.search else f"All games ({len(self.games)})"
        summary = "What it is" if self._room >= menu_lines.WHOLE else ""
        return f" {what[:25]:{menu_lines.NAME}}{'You':{menu_lines.STATE}}{summary}"

    # -- the line under the cursor ---------------------------------------------------------

    def show_notes(self) -> None:
        """Say more about the line under the cursor, and show its preview a little later."""
        self.show_notice()
        self._preview_soon()

    def notice_line(self, sentence: str) -> None:
        """Say a sentence, else what the list has no room for."""
        about = "" if sentence else self._about(self.app.size.width - 2)
        line = self.query_one(MessageLine)
        line.set_class(bool(about), "-about")
        line.say(self.skin.glyphs.sentence(sentence or about))

    def _about(self, width: int) -> str:
        line = self.line
        if line is None or width > _WIDE:
            return ""
        if width <= menu_lines.WHOLE:
            return menu_lines.tell_about(line)
        standing = self.facts.find_standing(line) if line.is_game else None
        return menu_lines.tell_standing(line.game, standing) if standing and line.game else ""

    def _preview_soon(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None
        if self.app.size.width >= _WIDE:
            self._timer = self.set_timer(_PAUSE, self._follow)

    def _follow(self) -> None:
        line, level = self.line, self.solterm.settings.level
        preview = next((each for each in self.query(Preview) if each.is_mounted), None)
        has_room = self.app.size.width >= _WIDE and self.is_current and self.is_attached
        if has_room and preview is None:
            self._preview_soon()
        elif preview and has_room and line and line.game and self._shown != (line, level):
            with self.telling_trouble():
                standing = self.facts.find_standing(line)
                glance = PreviewData.at(line, standing, self.seat.store, level)
                preview.show(glance)
                self._shown = line, level

    # -- keys ------------------------------------------------------------------------------

    def advise(self, key: str) -> str:
        return "F2 opens the help."

    def take_key(self, event: events.Key) -> bool:
        had_offer = self._has_offer
        self._show_offer(False)
        character = event.character or ""
        self._first_letter = ""
        if had_offer and event.key in ("l", "L", "escape"):
            if event.key != "escape":
                self.doors.show_lesson()
        elif not self.search and event.key in self.skin.keys.find("quit").keys:
            self._first_letter = character if character.isalpha() else ""
            return False
        else:
            return super().take_key(event)
        return True

    def on_paste(self, event: events.Paste) -> None:
        event.prevent_default()  # other pages say that the menu takes it
        with self.telling_trouble():
            if not self.doors.open_pasted(event.text, bool(self.search)):
                self.find(self.search + " ".join(event.text.split()))

    def on_click(self, event: events.Click) -> None:
        """Close the offer of the lesson; a click on it takes it."""
        self._show_offer(False)
        if isinstance(event.widget, MiddleBox):
            self.doors.show_lesson()

    def offers(self, do: str, item: object) -> bool:
        """Hide the list of players without a host, and what Enter does not do on this line.

        In a search, the keys that print a sign belong to it.
        """
        match do:
            case "who":
                is_alone = self.solterm.life.is_alone
                return self.seat.host.has_host and not is_alone and not self.search
            case "race_ghost":
                is_free = self.solterm.life.is_alone and not self.seat.races.is_racing
                return is_free and not self.search
            case "mark" | "rules" | "quit_by_letter":
                return not self.search
            case "choose" | "fold_or_unfold":
                return (do == "choose") != self._is_on_collection
            case "show_all" | "back":
                return (do == "show_all") == bool(self.search)
            case "fold":
                return self._is_on_collection
            case "vary":
                return bool(self.line and self.line.variants)
        return True

    @property
    def _is_on_collection(self) -> bool:
        return bool(self.line and self.line.collected)

    def action_choose(self) -> None:
        if self.line and self.line.news:
            self._follow_news(self.line.news)
        elif self.line and self.line.waiting:
            self.game_doors.go_on(self.line.waiting)
        elif self.line and self.line.is_more:
            self._list_all()
        elif self.line and self.line.collected:
            self.action_fold_or_unfold()
        elif self.line and self.line.is_sheet:
            self.action_sheet()
        elif self.line and self.line.game:
            self.game_doors.play_free(self.line.game, self.line.options, self._wanted)

    def _follow_news(self, news: LifeLine) -> None:
        match news.place:
            case "daily":
                self.game_doors.play_daily()
            case "contests":
                self.doors.go_to_contests()
            case "evening":
                self.doors.go_to_evening(self.solterm.life.tonight)
            case "run":
                store, boards = self.seat.store, self.seat.boards
                self.seat.host.say(challenge_rival(store, boards, news.board))
                self.notice = "The race begins soon."
            case "ghost":
                self.action_race_ghost()
            case "races":
                self.doors.show_races()
            case "visitors":
                self.doors.show_visitors()

    def action_vary(self, by: int) -> None:
        """Show another variant on the row under the cursor, and where else the game stands."""
        if line := self.line:
            self._variants[line.variants[0].game.id] = line.turn(by)
            self.show_rows(self.here)

    def action_race_ghost(self) -> None:
        """Race the host's ghost, unless somebody has come meanwhile."""
        self._wants_ghost = self.seat.host.say(WHO)

    def _race_ghost(self) -> None:
        """Race it at the game under the cursor, else at the first of the list."""
        if not self.solterm.life.is_alone:
            self.doors.show_races()
            return
        game = self.chosen or next((line.game for line in self.lines if line.words), None)
        if game and self.seat.host.say(challenge_host(game, self.solterm.settings.level)):
            self.notice = f"The host plays {game}. Your race begins in a moment."

    def action_fold_or_unfold(self) -> None:
        if self.line:
            self.action_fold(self.line.text in self._unfolded)

    def action_fold(self, is_wanted: bool) -> None:
        """Fold or unfold the collection under the cursor, which stays there."""
        if line := self.line:
            (self._unfolded.discard if is_wanted else self._unfolded.add)(line.text)
            self.show_rows()
            if not is_wanted:  # its games may be below the edge
                self.call_after_refresh(self.list.scroll_to_highlight, top=True)

    def _list_all(self) -> None:
        """List all unfinished games; the cursor goes to the first that was not listed."""
        self._most = len(self.facts.waiting)
        self.show_rows(self.here)

    def _ask_for_game(self) -> Game | None:
        """Return the game under the cursor, or say that this line has none."""
        if not self.chosen:
            self.notice = "There is no game on this line. Put the cursor on one first."
        return self.chosen

    def action_sheet(self) -> None:
        if game := self._ask_for_game():
            self.game_doors.play_sheet(game)

    def action_rules(self) -> None:
        if game := self._ask_for_game():
            self.doors.show_rules(game)

    def action_help(self) -> None:
        self.doors.show_help_pages(self.chosen)

    def action_contests(self) -> None:
        self.doors.go_to_contests(self.solterm.life.tonight)

    def action_scores(self) -> None:
        self.doors.show_boards()

    def action_statistics(self) -> None:
        self.doors.show_statistics()

    def action_saves(self) -> None:
        self.doors.show_saves()

    def action_level(self) -> None:
        level = self.solterm.settings.level
        question = f"Games begin at level {level} (1 = easy, 3 = hard)."
        levels = [(key, f"Begin at level {key}") for key in LEVEL_KEYS]
        self.prompt(Choice(question, levels, "Back"), self._begin_at)

    def _begin_at(self, level: str) -> None:
        self.solterm.change_settings(level=int(level))
        self._keep_player(level=int(level))

    def action_deal(self) -> None:
        if (game := self._ask_for_game()) and self.line:
            self.doors.show_deal_options(game, self.line.options or None)

    def action_quit(self) -> None:
        self.ask_to_quit()

    def action_quit_by_letter(self) -> None:
        first = self._first_letter
        self.ask_to_quit(search=(lambda letter: self.find(first + letter)) if first else None)

    def action_random(self) -> None:
        """Play a game at random: of the list under the cursor, of those found, or of all."""
        found = [line.words for line in self.lines if line.words and self.search]
        collected = self.line.collected if self.line else ()
        among = collected or found or listed().values()
        self.game_doors.play_random([find(each.id) for each in among])

    def action_who(self) -> None:
        self.doors.show_who()

    def action_mark(self) -> None:
        if game := self._ask_for_game():
            after, said = toggle_favourite(self.solterm.settings, game)
            self.solterm.change_settings(favourites=after.favourites)
            self._keep_player(favourites=after.favourites.split())
            self.notice = said

    def _keep_player(self, **changes: Any) -> None:
        self.facts = self.facts._replace(player=self.facts.player._replace(**changes))
        self.show_rows()

    # -- the search ------------------------------------------------------------------------

    def action_show_all(self) -> None:
        self.find("")

    def action_back(self) -> None:
        self.notice = f"{self.skin.name_key('quit')} twice quits."

    def find(self, typed: str) -> None:
        present, before = self.line, self._wanted.words
        self.set_search(typed.lstrip())
        self._wanted = read_wanted(self.search, catalogue(published=True).values())
        self.show_rows()
        words = self._wanted.words
        found: Sequence[int] = range(len(self.lines))
        if words.strip():
            found = menu_lines.find_line(self.lines, words, self._matches)
        is_same = words.strip() == before.strip()
        if self._wanted.deal and not is_same:
            present = None  # it was found by a number that is part of a name
        there = [place for place in found if self.lines[place] == present]
        same = [place for place in found if present and self.lines[place].words == present.words]
        stays = [self.lines.index(present)] if is_same and present in self.lines else []
        self.go_to(next(iter([*stays, *there, *same, *found]), 0))
        self.notice = self._tell_deal()

    def _tell_deal(self) -> str:
        """Return what Enter does with the number of a deal in the search; "" without one."""
        line, wanted = self.line, self._wanted
        if wanted.deal is None or not (line and line.game and (line.is_game or line.options)):
            return ""
        if fault := wanted.fault(line.game):
            return fault
        name = line.game.titled({**wanted.options, **line.options})
        level = f", level {wanted.level}" if wanted.level else ""
        return f"Enter plays {name}, deal {wanted.deal}{level}."
