"""The menu: every game of the catalogue, found by typing, and the ways to all other screens."""

from typing import TYPE_CHECKING, Any, ClassVar, cast

from solterm.core.game import Game
from solterm.games import others
from solterm.sessions import favourites
from solterm.tui.boxes.questions import Choice
from solterm.tui.keys.commands import LEVEL_KEYS, number_of
from solterm.tui.look import chrome
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.screens import gamefilters, menulines
from solterm.tui.screens.gamefilters import Filter
from solterm.tui.screens.listed import ListScreen
from solterm.tui.screens.menufacts import Facts
from solterm.tui.screens.menulines import Line
from solterm.tui.screens.menuways import BAR, way_of
from solterm.tui.screens.painted import Click, Timer

if TYPE_CHECKING:
    from solterm.tui.screens.preview import Preview

_WIDE = 110
"""From this width on a preview stands beside the list."""
_REST = 0.15
"""Seconds without a key before the preview follows the cursor."""


_TURNS = {"left": -1, "right": 1}


class MenuScreen(ListScreen):
    """Choose a game, and how to play it."""

    EMPTY: ClassVar[str] = ""  # the head says what a search does not find
    TOP: ClassVar[int] = 2
    UNDER: ClassVar[int] = 3
    """A row about the chosen line, one for the keys and the bar."""

    def __init__(self, notice: str = "") -> None:
        super().__init__(notice)
        self.search = ""
        self.facts = Facts()
        self._was_left = False
        self._preview: Preview | None = None
        self._rest: Timer | None = None

    def on_mount(self) -> None:
        """Begin at what was played last."""
        with self.saying_trouble():
            self._look_up()
        if self.facts.is_begun and self.filter is gamefilters.ALL:
            self.here = 1
        else:
            self._go_to(self.facts.latest)
        self.notice = self.notice or next(iter(others().troubles), "")
        self._offer_lesson()
        # What takes longer comes behind the first picture.
        self.stage.after(_REST, self._complete)

    def _offer_lesson(self) -> None:
        """Offer the lesson once to somebody who has not played anything yet."""
        app = self.solterm
        if self.facts.is_new and app.settings.lesson and not app.is_lesson_offered:
            # Imported here: the first picture of all others does not wait for it.
            from solterm.tui.boxes.offer import LessonOffer

            app.is_lesson_offered = True
            self.prompt = LessonOffer(app.show_lesson)

    def on_screen_suspend(self) -> None:
        """Off to another screen, where games may be played, ended or forgotten."""
        self._was_left = True

    def on_screen_resume(self) -> None:
        """Back from another screen."""
        if self._was_left:
            with self.saying_trouble():
                self._look_up()
            self._complete()
        self.repaint()

    def _look_up(self) -> None:
        self.facts = Facts.look_up(self.solterm.store, self.solterm.settings)

    def _complete(self) -> None:
        """Fill in what the first picture did not wait for; without a preview, the next has it."""
        self.facts = self.facts.complete()
        if self._preview_line() and self.is_current:
            self.repaint()

    # -- the list --------------------------------------------------------------------------

    @property
    def filter(self) -> Filter:
        """Which games are shown."""
        return self.solterm.filter or gamefilters.ALL

    @property
    def games(self) -> list[Game]:
        """The games that filter and search leave."""
        return gamefilters.search(self.filter.choose(self.facts.player), self.search)

    @property
    def _is_picked(self) -> bool:
        return self.filter is not gamefilters.ALL

    @property
    def entries(self) -> list[Line]:
        games = menulines.list_game_lines(self.games)
        if self.search or self._is_picked or not self.facts.waiting:
            return list(games)
        return [*menulines.list_waiting_lines(self.facts.waiting), *games]

    def is_choice(self, entry: object) -> bool:
        return cast(Line, entry).is_choice

    @property
    def chosen(self) -> Game | None:
        """The game of the line under the cursor; None where there is none."""
        line = cast(Line | None, self.entry)
        return line and line.game

    def list_width(self, canvas: Canvas) -> int:
        return min(canvas.width - 1, menulines.WHOLE + 2)

    def line(self, entry: object, width: int) -> str:
        line = cast(Line, entry)
        if not line.is_choice:
            return line.text
        if line.waiting:
            return menulines.tell_line(line, line.waiting.stands, width)
        return menulines.tell_line(line, self.facts.tell_state(line.game), width)

    def paint_line(self, canvas: Canvas, y: int, entry: object, is_here: bool, width: int) -> None:
        """The name alone is lit under the cursor: a whole row would cost a slow line too much."""
        line = cast(Line, entry)
        if not line.is_choice:
            canvas.text(1, y, line.text[:width], Role.LABEL)
            return
        text = self.line(line, width - 2)
        pointer = canvas.glyphs.pointer[0] if is_here else " "
        is_favourite = (
            line.game and not line.waiting and line.game.id in self.facts.player.favourites
        )
        name = f"{pointer}{'*' if is_favourite else ' '}{text[: menulines.NAME]}"
        canvas.text(1, y, name, Role.BOX if is_here else Role.TABLE)
        canvas.text(1 + len(name), y, text[menulines.NAME :], Role.TABLE)

    # -- what stands round it --------------------------------------------------------------

    def paint_head(self, canvas: Canvas) -> None:
        canvas.text(1, 0, "s o l t e r m", Role.LABEL)
        canvas.text(18, 0, f"Search: {self.search}_", Role.TABLE)
        level = f"Level {self.solterm.settings.level}"
        canvas.text(canvas.width - len(level) - 1, 0, level, Role.LABEL)
        what = f"{self.filter.name} ({len(self.games)})"
        columns = f"{what[:25]:{menulines.NAME}}{'You':{menulines.STATE}}"
        if canvas.width > menulines.WHOLE:
            columns += "What it is"
        canvas.text(3, 1, columns, Role.FAINT)
        if not self.games:
            canvas.text(3, 3, self._nothing()[: canvas.width - 4], Role.TABLE)

    def _nothing(self) -> str:
        """Why no game is listed."""
        if self.search:
            return "No game by that name. Backspace deletes a letter."
        if self.filter is gamefilters.FAVOURITES:
            return "No game is marked yet: * marks one. ESC shows all games."
        return "There is none yet. ESC shows all games."

    def paint_beside(self, canvas: Canvas) -> None:
        """The preview, where there is room."""
        if self._preview and canvas.width >= _WIDE:
            x = menulines.WHOLE + 5
            self._preview.paint(canvas, x, self.TOP, canvas.width - x - 1)

    def paint_foot(self, canvas: Canvas) -> None:
        """What the list has no room for about the chosen line, and the keys."""
        if self.notice:
            chrome.paint_message(canvas, self.notice)
        else:
            canvas.text(1, canvas.height - 3, self._about(canvas.width - 2), Role.FAINT)
            canvas.text(1, canvas.height - 2, self._keys(canvas.width - 2), Role.LABEL)
        chrome.paint_keys(canvas, BAR)

    def _about(self, width: int) -> str:
        """More of the chosen line, where the preview does not say it."""
        line = cast(Line | None, self.entry)
        if line is None or width > _WIDE:
            return ""
        if line.waiting:
            return "" if width > menulines.WHOLE else line.waiting.about
        assert line.game, "what else can be chosen"
        if width > menulines.WHOLE:
            standing = self.facts.standings.get(line.game.id)
            return menulines.tell_standing(line.game, standing) if standing else ""
        return menulines.tell_summary(line.game)

    def _keys(self, width: int) -> str:
        """The keys, as many as there is room for."""
        line = cast(Line | None, self.entry)
        on_sheet = self.chosen is not None and self.chosen.on_sheet
        ways = ("Sheet", "Play") if on_sheet else ("Play", "Sheet")
        enter = "Go on" if line and line.waiting else ways[0]
        told = [f"Enter {enter}", f"Tab {ways[1]}", "A-Z Search", "/ Which games", "* Favourite"]
        if self.solterm.has_host:
            told.insert(2, "@ Who is here")
        while len("  ".join(told)) > width:
            told.pop()
        for more in ("? Rules", "ESC Quit"):
            if len("  ".join((*told, more))) <= width:
                told.append(more)
        return "  ".join(told)

    def show_outcome(self) -> None:
        """Show what came of a key; the preview follows when the keys rest."""
        super().show_outcome()
        if self.is_current and self.app.size.width >= _WIDE:
            if self._rest:
                self._rest.stop()
            self._rest = self.stage.after(_REST, self._follow)

    def _follow(self) -> None:
        if self.is_current and self._preview_line():
            self.repaint()

    def _preview_line(self) -> bool:
        """Let the preview show the line under the cursor; is it another one?"""
        line = cast(Line | None, self.entry)
        if self.app.size.width < _WIDE or not line or not line.game:
            return False
        if self._preview and self._preview.line == line:
            return False
        from solterm.tui.screens.preview import Preview

        standing = self.facts.standings.get(line.game.id)
        level = self.solterm.settings.level
        self._preview = Preview.of(line, standing, self.solterm.store, level)
        return True

    # -- keys ------------------------------------------------------------------------------

    def press(self, key: str, character: str | None) -> None:
        way = way_of(key)
        if self.prompt and not self.prompt.wants(key):
            self.prompt = None
        if self.prompt:
            super().press(key, character)
            return
        self.notice = ""
        if self.search and character and gamefilters.finds_digit(self.search, character):
            self._find(self.search + character)
        elif way:
            getattr(self, f"do_{way.id}")()
        elif number_of(key):
            self.notice = "That key has no use here."
        elif key == "escape" and (self.search or self._is_picked):
            self._show(gamefilters.ALL)
        elif key in _TURNS:
            self._turn(_TURNS[key])
        elif character == "/":
            self._ask_filter()
        elif character == "@" and self.solterm.has_host:
            self.solterm.show_visitors()
        elif character == "*":
            self._mark()
        elif key == "backspace":
            self._find(self.search[:-1])
        elif key == "tab":
            self._play(on_sheet=True)
        elif character == "?":
            if self.chosen:
                self.solterm.show_rules(self.chosen)
        elif character and (character.isalnum() or character in " -'"):
            self._find(self.search + character)
        else:
            super().press(key, character)

    def choose(self) -> None:
        """Enter goes on with what waits, or plays.

        KLONCAN's games are played on their sheet, and free on Tab.
        """
        line = cast(Line | None, self.entry)
        if line and line.waiting:
            self.solterm.go_on(line.waiting)
        else:
            self._play(on_sheet=False)

    def leave(self) -> None:
        """ESC at the last screen there is."""
        self.do_quit()

    def do_play(self) -> None:
        """F1, like Enter."""
        self.choose()

    def _play(self, on_sheet: bool) -> None:
        game = self.chosen
        if game is None:
            return
        if game.on_sheet != on_sheet:
            self.solterm.show_start(game)
        else:
            is_asked = any(option.question for option in game.options)
            deal = self.solterm.show_deal if is_asked else self.solterm.deal
            self.solterm.resume_or(lambda: deal(game), game, "")

    def do_help(self) -> None:
        """F2."""
        self.solterm.show_help_pages(self.chosen)

    def do_contests(self) -> None:
        """F3."""
        self.solterm.show_contests()

    def do_scores(self) -> None:
        """F4."""
        self.solterm.show_scores()

    def do_statistics(self) -> None:
        """F5."""
        self.solterm.show_statistics()

    def do_saves(self) -> None:
        """F6."""
        self.solterm.show_saves()

    def do_settings(self) -> None:
        """F7."""
        self.solterm.show_settings()

    def do_level(self) -> None:
        """F8: the level at which games begin."""
        level = self.solterm.settings.level
        question = f"Games begin at level {level}. Press 1, 2 or 3 (1 = easy, 3 = hard)."
        self.prompt = Choice(question, LEVEL_KEYS, self._begin_at)

    def _begin_at(self, level: str) -> None:
        self.solterm.change_settings(level=int(level))
        self._keep_player(level=int(level))

    def do_deal(self) -> None:
        """F9: a game with its options, or by its number."""
        if self.chosen:
            self.solterm.show_deal(self.chosen)

    def _mark(self) -> None:
        """*: the chosen game is a favourite, or is none any more."""
        if game := self.chosen:
            after, self.notice = favourites.toggle(self.solterm.settings, game)
            self.solterm.change_settings(favourites=after.favourites)
            self._keep_player(favourites=after.favourites.split())

    def _keep_player(self, **changes: Any) -> None:
        self.facts = self.facts._replace(player=self.facts.player._replace(**changes))

    # -- which games are shown -------------------------------------------------------------

    def _ask_filter(self) -> None:
        """/: a list of the filters."""
        from solterm.tui.screens.filters import FiltersScreen

        self.solterm.push_screen(FiltersScreen(self.facts.player, self.filter, self._show))

    def _turn(self, by: int) -> None:
        """Left and Right: the next filter."""
        filters = gamefilters.list_filters(self.facts.player)
        names = [each.name for each in filters]
        at = names.index(self.filter.name) if self.filter.name in names else 0
        self._show(filters[(at + by) % len(filters)])

    def _show(self, chosen: Filter) -> None:
        """Show the games of a filter, the cursor on the same one if it is among them."""
        self.solterm.filter = chosen
        self._find("")

    def _find(self, search: str) -> None:
        present = self.chosen
        self.search = search.lstrip()
        chosen = gamefilters.choose_found(self.games, self.search, present)
        self._go_to(chosen.id if chosen else "")

    def _go_to(self, game_id: str) -> None:
        """Set the cursor on a game, or on the first one there is, with some lines before it."""
        lines = ["" if line.waiting or not line.game else line.game.id for line in self.entries]
        games = [place for place, each in enumerate(lines) if each]
        self.here = lines.index(game_id) if game_id in lines and game_id else next(iter(games), 0)
        self.first = self.here - self.room(self.app.size.height, 0) // 2

    # -- the mouse -------------------------------------------------------------------------

    def on_click(self, at: Click) -> None:
        """A click on the bar of keys is that key; a box that keys pass through gives way to it."""
        if self.prompt and not self.prompt.wants(""):
            self.prompt = None
        if at.y == self.app.size.height - 1:
            self.press(f"f{chrome.key_at(at.x, self.app.size.width)}", None)
            self.show_outcome()
        else:
            super().on_click(at)
