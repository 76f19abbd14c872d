"""The command palette: games, help pages, settings, commands, saved games, contests and boards.

Games are found by the same search as everywhere else, and the other entries by the same degrees of
fit.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from textwrap import shorten
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from textual.command import Hit, Hits, Provider
from textual.widgets import OptionList

from solterm.contests.days import today
from solterm.contests.titles import board_name
from solterm.core.game import Game
from solterm.core.phrases import capitalize
from solterm.games import catalogue, find
from solterm.games.matching import Rank, find_matches, rank_text, read_wanted, tell_options
from solterm.manual import odds
from solterm.sessions import shelf
from solterm.sessions.resumable import list_resumable
from solterm.store.settings import SETTINGS, Setting
from solterm.tui.keys import offers
from solterm.tui.keys.commands import TABLE
from solterm.tui.look.themes import LOOKS
from solterm.tui.screens.base_screen import BaseScreen, RoomScreen
from solterm.tui.screens.help_pages import TITLES, list_sections, page_text
from solterm.tui.screens.settings_page import tell_label, tell_value
from solterm.tui.screens.table_screen import TableScreen
from solterm.tui.table.lesson import find_lesson
from solterm.tui.textual_hooks import HookedPalette

if TYPE_CHECKING:
    from solterm.tui.app import SoltermApp

_SEARCH = "Search games, settings, help ..."


def _score(rank: Rank, drawback: float) -> float:
    """Return a score that orders by rank, then by a drawback from 0 to below 1."""
    return len(Rank) + 1.0 - rank - drawback


class Palette(HookedPalette):
    """Textual's palette; the notice covers it while the window is too small."""

    DEFAULT_CSS = """
    Palette, Palette:ansi {
        background: transparent;
        align: center top;
        & CommandList {
            /* Textual cannot wrap or page a list without cells. */
            min-width: 8;
            min-height: 3;
        }
        & > Vertical {
            margin: 2 0 0 0;
            width: 80;
            max-width: 100%;
            height: auto;
            max-height: 90%;
            visibility: visible;
            border: double $box-ink;
            background: $box-paper;
        }
        & #--input, & #--input.--list-visible {
            height: 1;
            border: none;
            background: $key-number-paper;
        }
        & SearchIcon { display: none; }
        & Input, & Input:focus {
            height: 1;
            border: none;
            padding: 0 1;
            background: $key-number-paper;
            color: $key-number-ink;
        }
        & #--results {
            margin: 0;
            overlay: none;
            background: $box-paper;
        }
        & CommandList, & CommandList:focus {
            scrollbar-size-vertical: 1;
            border: none;
            padding: 0 1;
            height: 1fr;
            max-height: 16;
            background: $box-paper;
            color: $box-ink;
            text-style: $box-style;
            & > .option-list--option { padding: 0 1; background: $box-paper; color: $box-ink; }
            & > .option-list--option-disabled { color: $label-ink; text-style: $label-style; }
            & > .option-list--option-highlighted {
                background: $key-number-paper;
                color: $key-number-ink;
                text-style: $box-style;
            }
        }
        & LoadingIndicator { display: none; }
    }
    """

    def __init__(self, covered: BaseScreen[Any]) -> None:
        super().__init__(_PROVIDERS, placeholder=_SEARCH, id="--command-palette")
        self._covered = covered

    def on_resize(self) -> None:
        self._ask_for_room()

    def on_screen_resume(self) -> None:
        self._ask_for_room()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        # Textual's list cannot turn a page before it has a size.
        if action == "command_list":
            return any(each.scrollable_content_region for each in self.query(OptionList))
        return super().check_action(action, parameters)

    def _ask_for_room(self) -> None:
        if self.is_current and self._covered.required_size():
            self.app.push_screen(RoomScreen(self._covered))


class PaletteEntry(NamedTuple):
    """A line of the palette."""

    text: str
    """The text to show and to match."""
    do: Callable[[], object]
    about: str = ""
    words: str = ""
    """More words to find it by."""


_ALSO = {"copy": "share send", "exception": "cheat", "regain": "winnable lost", "new": "give up"}
_ALSO |= {"watch": "demo computer automatic autoplay"}
"""More words to find commands by."""

_SCREENS = frozenset(("saves", "stats", "settings"))
"""Commands of the table that open a screen from anywhere; they stand among the places."""

_MARKUP = re.compile(r"[*`]|\[|\]\(\S*\)|(?<!\S)[|:#-]+(?!\S)")
"""The signs of Markdown in a help page, and the addresses of links."""
_RARE = 0.09
"""How far a section falls behind that has the word nowhere but in other forms."""
_QUOTED = 72
"""The most characters that a search quotes from a help page."""
_FUNCTION_KEY = re.compile("[fF][0-9]")
_TELLING = 3
"""The letters from which a search finds words of the help pages."""


class _Entries(Provider):
    @property
    def solterm(self) -> "SoltermApp":
        return cast("SoltermApp", self.app)

    @property
    def table(self) -> TableScreen | None:
        return self.screen if isinstance(self.screen, TableScreen) else None

    def add_key(self, text: str, command: str) -> str:
        """Add the key of a command that works here."""
        key = self.solterm.skin.name_key(command) if self.table else ""
        return f"{text}  [{key}]" if key else text

    best = Rank.ID
    """The best rank that its entries can have, unless several words name one."""
    drawback = 0.0
    """From 0 to below 1: how far its entries come behind others that fit as well."""
    searches_about = False
    """Whether a search finds an entry by what is said about it, too."""
    first: int | None = None
    """Its place among the providers before a letter is typed; None: its entries wait for one."""

    def entries(self) -> Iterator[PaletteEntry]:
        """Yield the entries for the present screen."""
        raise NotImplementedError

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for entry in self.entries():
            about = entry.about if self.searches_about else ""
            if rank := rank_text(query, entry.text, f"{entry.words} {about}"):
                is_named = rank <= Rank.WORDS and len(query.split()) > 1
                drawback, about = self.judge(entry, query)
                score = _score(rank if is_named else max(rank, self.best), drawback)
                shown = matcher.highlight(entry.text)
                yield Hit(score, shown, entry.do, entry.text, about)

    def judge(self, entry: PaletteEntry, query: str) -> tuple[float, str]:
        """Return the drawback of an entry that fits, and what to say about it."""
        return self.drawback, entry.about

    async def discover(self) -> Hits:
        if self.first is not None:
            for place, entry in enumerate(self.discoveries()):
                # The list is sorted by score, whichever provider answers first.
                score = 1 / (self.first + 1 - 1 / (place + 2))
                yield Hit(score, entry.text, entry.do, entry.text, entry.about)

    def discoveries(self) -> Iterator[PaletteEntry]:
        """Yield the entries to list before a letter is typed."""
        return self.entries()


class Games(_Entries):
    """Every game, with its summary and its odds."""

    async def search(self, query: str) -> Hits:
        games = catalogue(published=True).values()
        wanted = read_wanted(query, games)
        numbered = f", deal {wanted.deal}" if wanted.deal else ""
        found = find_matches(wanted.words, games)
        for place, match in enumerate(found):
            game = match.game
            chance = odds.tell_odds(game)
            about = f"{game.summary}. {capitalize(chance)}" if chance else game.summary
            name = f"Play {game.name}{numbered} ({game.collection})"
            play = partial(self.solterm.game_doors.play_free, game, {}, wanted)
            yield Hit(_score(match.rank, 0.5 * place / len(found)), name, play, name, about)
        for game in games:
            for options in game.variants:
                titled = game.titled(options)
                if rank := rank_text(wanted.words, titled, tell_options(options)):
                    name = f"Play {titled}{numbered} ({game.collection})"
                    play = partial(self.solterm.game_doors.play_free, game, options, wanted)
                    yield Hit(_score(rank, 0.5), name, play, name, game.summary)


class Commands(_Entries):
    """The commands that work at the table now, with their keys."""

    first = 1

    def entries(self) -> Iterator[PaletteEntry]:
        if table := self.table:
            is_hosted = self.solterm.seat.host.has_host
            for command in TABLE:
                is_listed = command.menu and command.id not in _SCREENS
                if is_listed and offers.has(table.play, command, is_hosted):
                    label = self.add_key(offers.label(table.play, command), command.id)
                    do = partial(table.commands.run, command.id)
                    also = _ALSO.get(command.id, "")
                    yield PaletteEntry(label, do, "", f"{command.menu} {also}")


class Places(_Entries):
    """The screens: help pages, statistics, contests, boards, saved games."""

    drawback = 0.1
    first = 2
    searches_about = True

    def entries(self) -> Iterator[PaletteEntry]:
        app, doors, table = self.solterm, self.solterm.doors, self.table
        game = table.play.game if table else None
        yield PaletteEntry("Menu of all games", self.solterm.doors.go_to_menu)
        words = "setup options colours colors theme player name"
        settings = self.add_key("Settings", "settings")
        yield PaletteEntry(settings, doors.show_settings, "Colours, cards, keys, sound", words)
        yield PaletteEntry(
            "Keys", doors.show_own_keys, "Give commands other keys", "keyboard keymap"
        )
        words = "figures wins best average"
        yield PaletteEntry("Statistics", doors.show_statistics, "Games won, streaks, times", words)
        words = "history record share copy friend"
        yield PaletteEntry("Finished games", doors.show_finished, "Replay or copy them", words)
        every = [*catalogue(published=True).values()]
        play = partial(app.game_doors.play_random, every)
        yield PaletteEntry("A random game", play, "One of all games", "any surprise chance")
        about = "Tours, golf, tournaments, Reno"
        yield PaletteEntry("Contests", doors.go_to_contests, about, "tour golf")
        about = "The same for everyone, one try"
        yield PaletteEntry("Deal of the day", app.game_doors.play_daily, about, "daily")
        yield PaletteEntry("Boards", doors.show_boards, "The best results", "scores high")
        yield PaletteEntry(
            self.add_key("Saved games", "saves"),
            partial(doors.show_saves, table.kept if table else None),
            "Save this game, open another, import one",
            "open load import export share paste friend record file",
        )
        yield PaletteEntry(
            "The lesson", *self._lesson(game or getattr(self.screen, "chosen", None))
        )
        yield PaletteEntry(
            "Help pages",
            partial(doors.show_help_pages, game),
            "How to play, keys, words",
            "guide manual",
        )
        if not table:
            pages = [each for each in app.screen_stack if isinstance(each, BaseScreen)]
            yield PaletteEntry("Quit", pages[-1].ask_to_quit, "", "exit leave")  # below any dialog
        if game:
            yield PaletteEntry(f"Rules of {game.name}", partial(doors.show_rules, game), "", "help")
        for each in catalogue(published=True).values():
            if each.on_sheet:
                show = partial(app.game_doors.play_sheet, each)
                yield PaletteEntry(f"Score sheet of {each}", show, "Six games, one total", "rows")
        if app.seat.host.has_host:
            yield PaletteEntry("Who is here", doors.show_visitors, "", "visitors watch players")
            about = "The same cards against others"
            yield PaletteEntry("Races", doors.show_races, about, "rival ghost")

    def _lesson(self, game: Game | None) -> tuple[Callable[[], object], str, str]:
        taught = find(find_lesson(game).game)
        about = f"Two minutes of {taught.name}, key by key"
        return partial(self.solterm.doors.show_lesson, taught), about, f"learn {taught.name}"


def _quote(text: str, place: int) -> str:
    """Return what a text says at a place, from the start of the sentence if that is near."""
    start = text.rfind(". ", 0, place)
    begin = start + 2 if start >= 0 else 0
    if place - begin <= _QUOTED // 2:
        return shorten(text[begin:], _QUOTED, placeholder=" ...")
    rest = text[text.find(" ", place - _QUOTED // 3) :]
    return shorten(f"...{rest}", _QUOTED, placeholder=" ...")


class Sections(_Entries):
    """The sections of the help pages, found by any word in them, after all else."""

    best = Rank.SUMMARY
    drawback = 0.9

    async def search(self, query: str) -> Hits:
        if len(query) >= _TELLING or _FUNCTION_KEY.fullmatch(query):
            async for hit in super().search(query):
                yield hit

    def judge(self, entry: PaletteEntry, query: str) -> tuple[float, str]:
        """Prefer sections that say the word often, and quote the first place with it."""
        text = " ".join(_MARKUP.sub("", entry.words).split())
        found = [each.start() for each in re.finditer(re.escape(query), text, re.IGNORECASE)]
        quoted = _quote(text, found[0]) if found else entry.about
        return self.drawback + _RARE / (1 + len(found)), quoted

    def entries(self) -> Iterator[PaletteEntry]:
        for name, title in TITLES.items():
            if name != "host" or self.solterm.seat.host.has_host:
                for heading, text in list_sections(name):
                    show = partial(self._show, name, heading)
                    yield PaletteEntry(f"Help: {heading}", show, title, text)

    def _show(self, name: str, heading: str) -> None:
        self.solterm.doors.show_text(TITLES[name], page_text(name), True, heading)


class SettingValues(_Entries):
    """Settings and their values, after commands and screens."""

    best = Rank.SUMMARY
    drawback = 0.75

    def entries(self) -> Iterator[PaletteEntry]:
        for setting in SETTINGS:
            if not isinstance(setting.among, tuple | range):
                continue
            now = getattr(self.solterm.settings, setting.name)
            for value in setting.among:
                if value != now:
                    turn = "turn " if isinstance(value, bool) else ""
                    name = f"{tell_label(setting)}: {turn}{tell_value(setting, value)}"
                    change = partial(self._change, setting, value)
                    about = LOOKS[str(value)] if setting.name == "theme" else setting.about
                    words = (
                        "setting colours colors dark light"
                        if setting.name == "theme"
                        else "setting"
                    )
                    yield PaletteEntry(name, change, about, words)

    def _change(self, setting: Setting, value: object) -> None:
        self.solterm.change_settings(**{setting.name: value})
        told = f"{tell_label(setting)} is now {tell_value(setting, value)}."
        if value is True:
            told += f" {setting.about}."
        if setting.name == "level":
            told = f"New games begin at level {value} now."
        if isinstance(self.screen, BaseScreen):
            self.screen.say(told)


class Kept(_Entries):
    """Games and contests under way, saved games, and boards."""

    drawback = 0.2
    first = 0

    def discoveries(self) -> Iterator[PaletteEntry]:
        on_table = self.table.kept.play_id if self.table else None
        for each in list_resumable(self.solterm.seat.store, today()):
            if not each.is_under_way or (each.play and each.play == on_table):
                continue
            resume = partial(self.solterm.game_doors.go_on, each)
            yield PaletteEntry(
                f"Resume {each.name}", resume, f"{each.stands}  {each.about}", "continue"
            )

    def entries(self) -> Iterator[PaletteEntry]:
        yield from self.discoveries()
        for saved in shelf.list_saves(self.solterm.seat.store):
            name = f"Saved games: {saved.name}"
            yield PaletteEntry(name, self.solterm.doors.show_saves, "", "open load")
        for name in self.solterm.seat.boards.names_and_cups():
            show = partial(self.solterm.doors.show_board, name)
            yield PaletteEntry(f"Board: {board_name(name)}", show, "The best results", "scores")


_PROVIDERS = (Games, Commands, Places, Sections, SettingValues, Kept)
