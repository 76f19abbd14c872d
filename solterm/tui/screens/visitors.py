"""The players on the host now, the way to watch them, their pages, and the latest results."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime

from textual.app import ComposeResult
from textual.binding import Binding

from solterm.core.play import record
from solterm.core.play.record import Record
from solterm.games import find
from solterm.hall.messages import (
    AskPlayer,
    AskResults,
    AskRun,
    AskWho,
    Challenge,
    FinishedRun,
    Leave,
    Message,
    PlayerPage,
    Result,
    Results,
    Run,
    Visitor,
    Watch,
    Who,
    WhoChanged,
)
from solterm.hall.roll import Roll, place_of
from solterm.sessions import news
from solterm.sessions.life import WHO
from solterm.sessions.news import (
    is_racing,
    name_game,
    name_player,
    tell_result,
    tell_visitor,
    toggle_ignored,
)
from solterm.sessions.report import Column, Value
from solterm.sessions.watching import Watching
from solterm.tui.screens.dialogs import TextDialog
from solterm.tui.screens.list_page import Listing, ListPage, ListRow, on_item
from solterm.tui.screens.pick_games import Pick, PickScreen
from solterm.tui.screens.scores import race, show_record
from solterm.tui.screens.watching_screen import WatchScreen
from solterm.tui.widgets.lists import LineLook
from solterm.tui.widgets.miniature import Miniatures, ShownTable

_MOST = 200
"""Players on a page of the list."""
_GLANCE = 0.2
"""Seconds that the cursor rests on a player before the table is shown."""
_ROUND = 10.0
"""Seconds until the tables of other players are looked at again."""
_WIDE, _HIGH = 100, 30
"""The window that shows the tables of several players."""
_TABLES = 9
"""Tables of several players at most."""
_RESULTS = 100
"""Results in the list of them."""


class VisitorsScreen(ListPage[None]):
    """Lists who is here; Enter watches."""

    ABOUT = """
All players on this host now, the most watched first, then other tables to watch. The small table is
that of the player under the cursor, move by move; a large window shows those of others, too, and
looks at them every ten seconds. Nobody is told that you look. Enter watches the table in full, in
your own colours; what its player has not seen stays hidden. Players who close their door stay on
the list, but you cannot watch them. You can watch the deal of the day and those of tournaments once
you have played them.
"""
    EMPTY = "Waiting for the host ..."
    COLUMNS = (
        Column("name", shrinks=True),
        Column("game", shrinks=True),
        Column("level", is_number=True, short="Lvl"),
        Column("here", is_number=True),
        Column("door"),
        Column("watched by", is_number=True, from_width=70),
    )
    DEFAULT_CSS = """
    VisitorsScreen {
        & > #list { height: auto; max-height: 50%; }
        & > #notes { margin-bottom: 1; }
        & > Miniatures { height: 1fr; margin: 0 2; }
    }
    """
    BINDINGS = [
        on_item("enter", "watch_visitor", "Watch", "Watch the game"),
        on_item("p,P", "show_player", "Page", "Show the page of the player, with games to replay"),
        on_item("c,C", "challenge", "Race", "Challenge the player to a race"),
        Binding("slash", "search", "Search", tooltip="Find players by a part of their name"),
        Binding("right", "turn(1)", "Next page", tooltip="The next page of a long list"),
        Binding("left", "turn(-1)", "Page before", tooltip="The page before", show=False),
        Binding("r,R", "results", "Results", tooltip="The latest results"),
        Binding("d,D", "door", "Door", tooltip="Open or close your own door"),
        on_item("i,I", "ignore", "Ignore", "Hide or show the player's phrases, challenges"),
    ]

    def __init__(self, wanted: str = "") -> None:
        """With a name or a session, watch that player at once."""
        super().__init__()
        self._wanted = wanted
        self._search = ""
        """The part of a name to search for."""
        self._first = 0
        """The place of the first player on the page, from 0."""
        self._roll = Roll()
        self._glanced = ""
        """The session whose table is shown in small."""
        self._watching = Watching("")
        self._tables: dict[str, Watching] = {}
        """What was seen of tables, by session."""
        self._seen: set[str] = set()
        """The sessions that were looked at in this round."""

    def compose_content(self) -> ComposeResult:
        yield from super().compose_content()
        yield Miniatures()

    def on_mount(self) -> None:
        self.set_interval(_ROUND, self._look_round)

    def look_up(self) -> None:
        name = self._wanted or self._search
        self.seat.host.say(AskWho(name, self._first, _MOST, follow=not name))

    def on_unmount(self) -> None:
        self.seat.host.say(WHO)  # ends the updates; the menu tells the answer

    def take_host_message(self, message: Message) -> bool:
        if self._glanced and self._watching.hear(message):
            self._tables[self._glanced] = self._watching
            self.call_later(self._glance)
            return True
        if not isinstance(message, Who | WhoChanged):
            return False
        is_first = self.item is None
        self._roll.hear(message)
        self.show_rows()
        if is_first and len(self.shown.rows) > 1 and self._is_own(self.item):
            self.go_to(1)
        if self._wanted:
            self._watch_wanted()
        elif self._search and not self.shown.rows:
            self.notice = "No player by that name is here. Esc shows everybody."
        return True

    def _watch_wanted(self) -> None:
        wanted, self._wanted = self._wanted.lower(), ""
        rows: list[Visitor] = [row.item for row in self.shown.rows]
        found = [each for each in rows if wanted in (each.player.lower(), each.session)]
        if found:
            self.go_to(rows.index(found[0]))
            self.watch_visitor(found[0])
        else:
            self.notice = "This player is not here."
        self.look_up()

    # -- the tables under the list ---------------------------------------------------------

    def show_notes(self) -> None:
        super().show_notes()
        self.set_timer(_GLANCE, self._glance)

    def _look_round(self) -> None:
        self._seen.clear()
        if not self._watching.is_heard:
            self._glanced = ""
        self._glance()

    def _glance(self) -> None:
        """Look at the table under the cursor, after those that were not seen in this round.

        A session watches one table at a time, so the others stand still meanwhile. An answer does
        not say whose table it is, so wait for it before asking for the next one.
        """
        shown = self._list_shown()
        self._show_tables(shown)
        if not self.is_active or (self._glanced and not self._watching.is_heard):
            return
        others = [each for each in shown if each != self.item and each.session not in self._seen]
        visitor = next((each for each in [*others, self.item] if each in shown), None)
        wanted = visitor.session if visitor else ""
        if wanted != self._glanced:
            self._seen.add(wanted)
            self._glanced, self._watching = wanted, Watching(visitor.player if visitor else "")
            self.seat.host.say(Watch(wanted, is_glance=True) if wanted else Leave())

    def _list_shown(self) -> list[Visitor]:
        """Return whose tables to show, in the order of the list."""
        every: list[Visitor] = [each.item for each in self.shown.rows]
        found = [each for each in every if each.is_open and each.game and not self._is_own(each)]
        if self.size.width < _WIDE or self.size.height < _HIGH:
            return [each for each in found if each == self.item]
        first = found[:_TABLES]
        return first if self.item in first or self.item not in found else [*first[1:], self.item]

    def _show_tables(self, shown: Sequence[Visitor]) -> None:
        tables = []
        for each in shown:
            if watching := self._tables.get(each.session):
                with self.telling_trouble():
                    while watching.go_on():
                        pass
                if watching.shown and watching.shown.rules.game.id == each.game:
                    caption = f"{name_player(each.player)}: {name_game(each.game)}"
                    tables.append(ShownTable(watching.shown, caption, each == self.item))
        self.query_one(Miniatures).show_tables(tables)

    def on_screen_suspend(self) -> None:
        super().on_screen_suspend()
        self._glanced = ""

    # -- the list --------------------------------------------------------------------------

    def title_text(self) -> str:
        """Say how many players are here, and whether this player's door is open."""
        door = "open" if self.solterm.settings.door else "closed"
        many = f"{self._roll.total}"
        if self._search:
            many = f"{many} like {self._search}"
        if self._roll.total > _MOST:
            many = f"{many}, from {self._first + 1}"
        return f"Who is here ({many})   Your door is {door}."

    def rows(self) -> Iterator[ListRow]:
        for each in sorted(self._roll.visitors, key=lambda x: (not self._is_own(x), place_of(x))):
            is_own = self._is_own(each)
            about = "That is you." if is_own else tell_visitor(each)
            look = LineLook.OWN if is_own else LineLook.PLAIN
            yield ListRow(_tell_cells(each), each, about, look)

    def key_of(self, item: Visitor) -> str:
        return item.session

    def _is_own(self, visitor: Visitor) -> bool:
        return visitor.session == self._roll.own

    # -- keys ------------------------------------------------------------------------------

    def watch_visitor(self, visitor: Visitor) -> None:
        if self._is_own(visitor):
            self.say_trouble("That is your own game.")
        elif not visitor.is_open:
            until = " You can watch again when it ends." if is_racing(visitor) else ""
            self.say_trouble(f"{tell_visitor(visitor)}{until}")
        else:
            self.app.push_screen(WatchScreen(visitor))

    def action_search(self) -> None:
        self.prompt(TextDialog("Part of a name?", self._search, most=20), self._find)

    def _find(self, part: str) -> None:
        self._search, self._first = part.strip().lower(), 0
        self.look_up()

    def offers(self, do: str, item: object) -> bool:
        return do != "turn" or self._roll.total > _MOST

    def action_turn(self, by: int) -> None:
        pages = -(-self._roll.total // _MOST)
        self._first = (self._first // _MOST + by) % pages * _MOST
        self.look_up()

    def action_back(self) -> None:
        if self._search:
            self._find("")
        else:
            super().action_back()

    def show_player(self, visitor: Visitor) -> None:
        if visitor.player:
            self.app.push_screen(PlayerScreen(visitor.player))
        else:
            self.say_trouble("A guest has no page.")

    def challenge(self, visitor: Visitor) -> None:
        """Ask for a game, and challenge a player."""
        if self._is_own(visitor) or not visitor.player:
            self.say_trouble("Choose another player: you can't race yourself, nor a guest.")
            return

        def challenge(games: Sequence[str], _: str) -> None:
            level = min(self.solterm.settings.level, find(games[0]).hardest)
            self.app.pop_screen()
            self.seat.host.say(Challenge(visitor.player, games[0], level))
            races = self.skin.name_key("races")
            self.notice = f"You challenge {visitor.player}. {races} shows the races."

        title = f"Which game do you want to race {visitor.player} at?"
        self.app.push_screen(PickScreen(Pick(title, 1, 1, challenge)))

    def ignore(self, visitor: Visitor) -> None:
        """Hear no phrases and challenges of a player, or hear them again."""
        if self._is_own(visitor) or not visitor.player:
            self.say_trouble("Choose another player: guests have no name to ignore.")
            return
        settings, self.notice = toggle_ignored(self.solterm.settings, visitor.player)
        self.solterm.change_settings(ignored=settings.ignored)

    def action_results(self) -> None:
        self.doors.show_latest()

    def action_door(self) -> None:
        is_open = not self.solterm.settings.door
        self.solterm.change_settings(door=is_open)
        self.notice = "Others can watch you now." if is_open else "Others cannot watch you now."
        self.look_again()


def _tell_cells(visitor: Visitor) -> Sequence[Value]:
    return (
        name_player(visitor.player) + (f"@{visitor.host}" if visitor.host else ""),
        name_game(visitor.game) if visitor.game else ("-" if visitor.is_open else ""),
        visitor.level if visitor.game else "",
        _tell_stay(visitor.since),
        "open" if visitor.is_open else ("racing" if is_racing(visitor) else "closed"),
        visitor.watchers or "",
    )


def _tell_stay(since: str) -> str:
    try:
        came = datetime.fromisoformat(since)
    except ValueError:
        return ""
    came = came if came.tzinfo else came.replace(tzinfo=UTC)
    minutes = max(0, int((datetime.now(UTC) - came).total_seconds()) // 60)
    return f"{min(minutes // 60, 99)}:{minutes % 60:02}"


class LatestScreen(ListPage[None]):
    """Lists results, the latest first."""

    TITLE = "Latest results"
    ABOUT = """
The latest wins on this host, and the games of sheets and contests, won or not; new ones appear at
once. Enter shows the board of a sheet or contest, with the records of all its results.
"""
    EMPTY = "No results yet."
    COLUMNS = (
        Column("time"),
        Column("name", shrinks=True),
        Column("game", shrinks=True),
        Column("level", is_number=True, short="Lvl"),
        Column("result"),
        Column("mark", is_number=True),
    )
    BINDINGS = [
        on_item("enter", "show_board", "Board", "Show the board it counts on"),
        on_item("p,P", "show_player", "Player", "Show the page of the player"),
        Binding("w,W", "who", "Who is here", tooltip="See who is here now"),
    ]

    _results: Sequence[Result] = ()

    def on_mount(self) -> None:
        self.seat.host.say(AskResults())
        self.seat.host.tell_wishes(self.solterm.settings, follows_results=True)

    def on_unmount(self) -> None:
        self.seat.host.tell_wishes(self.solterm.settings)

    def take_host_message(self, message: Message) -> bool:
        if isinstance(message, Results):
            self._results = message.results
            self.show_rows()
        elif isinstance(message, Result):
            self._results = [message, *self._results][:_RESULTS]
            self.show_rows(self.here + 1 if self.here else 0)
        else:
            return False
        return True

    def rows(self) -> Iterator[ListRow]:
        for each in self._results:
            name, game = name_player(each.player), name_game(each.game)
            ended = "won" if each.won else "played"
            cells = (each.moment[11:16], name, game, each.level, ended, each.mark)
            deal = f"Deal {each.deal}, " if each.deal else ""
            yield ListRow(cells, each, f"{tell_result(each)} {deal}{each.moment[:10]} (UTC).")

    def show_board(self, result: Result) -> None:
        if result.board:
            self.doors.show_board(result.board)
        elif result.purpose:
            self.say_trouble("The host does not know the board of this game.")
        else:
            self.say_trouble("This was a free game: it is on no board.")

    def offers(self, do: str, item: Result) -> bool:
        return do != "show_player" or bool(item.player)

    def show_player(self, result: Result) -> None:
        self.app.push_screen(PlayerScreen(result.player))

    def action_who(self) -> None:
        self.doors.show_visitors()


class PlayerScreen(ListPage[None]):
    """Shows a player of this host; Enter replays a game."""

    ABOUT = """
A player of this host, and the latest finished games. Enter replays one, from the deal to its end;
R races it. Players who close their door show no games. You can replay the deal of the day, and
those of tournaments, once you have played them.
"""
    EMPTY = "No games to replay."
    BINDINGS = [
        on_item("enter", "ask_to_replay", "Replay", "Replay it, step by step"),
        on_item("r,R", "ask_to_race", "Race", "Race this run, at its own pace"),
    ]

    def __init__(self, player: str) -> None:
        super().__init__()
        self._player = player
        self._page: PlayerPage | None = None
        self._then: Callable[[Record, int], None] = self._replay
        """What to do with the game that the host sends."""

    def on_mount(self) -> None:
        self.seat.host.say(AskPlayer(self._player))

    def take_host_message(self, message: Message) -> bool:
        if isinstance(message, PlayerPage):
            self._page = message
            self.show_rows()
        elif isinstance(message, Run):
            with self.telling_trouble():
                self._then(record.read(message.record), message.seconds)
        else:
            return False
        return True

    def title_text(self) -> str:
        return news.tell_player(self._page) if self._page else self._player

    def listing(self) -> Listing:
        if self._page is None:
            return Listing(self.title_text(), (), ())
        return Listing.of(news.tell_runs(self._page), self._page.runs)._replace(
            title=self.title_text()
        )

    def ask_to_replay(self, run: FinishedRun) -> None:
        self._then = self._replay
        self.seat.host.say(AskRun(self._player, run.id))

    def ask_to_race(self, run: FinishedRun) -> None:
        self._then = self._race
        self.seat.host.say(AskRun(self._player, run.id))

    def _replay(self, found: Record, seconds: int) -> None:
        show_record(self, found)

    def _race(self, found: Record, seconds: int) -> None:
        race(self, found, self._player, seconds)
