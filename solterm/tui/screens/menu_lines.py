"""What the menu lists: what the player may go on with, the games and the score sheets.

Everything here is looked up at once, so that no key waits for the store.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from solterm.contests.kinds import ROWS, SHEET
from solterm.contests.purpose import Purpose
from solterm.contests.titles import short
from solterm.core.game import Game
from solterm.games import every_game, find_known
from solterm.sessions.waiting import Waiting, complete, list_waiting, today
from solterm.store import sheets
from solterm.store.settings import Settings
from solterm.store.standings import Standing, list_sheets, list_standings
from solterm.store.store import Store
from solterm.tui.screens.filters import PlayerFacts

NAME = 26
"""Columns of a name."""
STATE = 11
"""Columns of where the player stands."""
SUMMARY = 40
"""Columns of what a game is."""
WHOLE = NAME + STATE + SUMMARY
"""Columns of a line that has all three."""

_MOST = 5
"""Lines to go on with that stand above the games; a filter shows the others."""


class Line(NamedTuple):
    """A line of the list: a game, its score sheet, something to go on with, or a heading."""

    text: str
    game: Game | None = None
    waiting: Waiting | None = None
    is_sheet: bool = False
    """Whether it stands for the game's score sheet."""

    @property
    def is_choice(self) -> bool:
        """Whether the cursor may stand on it."""
        return self.game is not None or self.waiting is not None

    @property
    def is_game(self) -> bool:
        """Whether it stands for a game and nothing else."""
        return self.game is not None and self.waiting is None and not self.is_sheet


class Facts(NamedTuple):
    """What the menu knows of its player."""

    waiting: Sequence[Waiting] = ()
    """What there is to go on with."""
    standings: Mapping[str, Standing] = {}
    """What was played and won, by game."""
    in_progress: Mapping[str, str] = {}
    """What a game is being played for, by game."""
    sheets: Mapping[str, str] = {}
    """How far the present score sheet is, by game."""
    player: PlayerFacts = PlayerFacts()
    """What filters ask about the player."""

    @classmethod
    def look_up(cls, store: Store, settings: Settings) -> "Facts":
        """Return the facts of today; raises ``StoreError``."""
        waiting, standings = list_waiting(store, today()), list_standings(store)
        in_progress: dict[str, str] = {}
        for each in waiting:
            if each.context is not None:
                in_progress.setdefault(each.game, short(Purpose.parse(each.context)) or "free")
        lately = _list_lately(waiting, standings)
        player = PlayerFacts(settings.favourites.split(), lately, settings.level)
        return cls(waiting, standings, in_progress, dict(_tell_sheets(store, waiting)), player)

    def complete(self) -> "Facts":
        """Return the same with what takes longer to find out."""
        return self._replace(waiting=complete(list(self.waiting), today()))

    @property
    def latest(self) -> str:
        """The id of the game played last; empty where none was."""
        return next(iter(self.player.lately), "")

    @property
    def is_begun(self) -> bool:
        """Whether anything is begun that waits to be gone on with."""
        return any(each.touched for each in self.waiting)

    @property
    def is_new(self) -> bool:
        """Whether the player has not played anything yet."""
        return not self.standings and not self.is_begun

    def list_lines(self, games: Sequence[Game], *, is_whole: bool) -> list[Line]:
        """Return the lines for some games; those to go on with stand above all of them."""
        waiting = list_waiting_lines(self.waiting) if is_whole and self.waiting else []
        return [*waiting, *list_game_lines(games, self.sheets)]

    def tell_state(self, line: Line) -> str:
        """Return where the player stands, for the second column."""
        if line.waiting:
            return line.waiting.stands
        if line.game is None or line.is_sheet:
            return ""
        return tell_state(line.game, self.in_progress, self.standings.get(line.game.id))


def _list_lately(waiting: Sequence[Waiting], standings: Mapping[str, Standing]) -> list[str]:
    moments = {game_id: each.touched for game_id, each in standings.items()}
    for each in waiting:
        if each.game and each.touched:
            moments[each.game] = max(moments.get(each.game, ""), each.touched)
    return sorted(moments, key=lambda game_id: moments[game_id], reverse=True)


def _tell_sheets(store: Store, waiting: Sequence[Waiting]) -> Iterator[tuple[str, str]]:
    under_way = {
        each.game: Purpose.parse(each.context).row
        for each in waiting
        if each.kind is SHEET and each.context is not None
    }
    begun = {each.game for each in list_sheets(store)}
    for game in every_game().values():
        if not game.on_sheet:
            continue
        row = under_way.get(game.id)
        if row is None and game.id in begun:
            row = sheets.present(store, game.id).sheet.next or 0
        match row:
            case None:
                yield game.id, "new"
            case 0:
                yield game.id, "complete"
            case _:
                yield game.id, f"game {row} of {ROWS}"


def list_waiting_lines(waiting: Sequence[Waiting], most: int = _MOST) -> list[Line]:
    """Return what to go on with under its heading; the deal of the day is always among it."""
    *shown, last = waiting[:most]
    if len(waiting) > most:
        last = next((each for each in waiting[most:] if not each.touched), last)
    more = len(waiting) - most
    heading = f"Go on with ({more} more under Contests and Saves)" if more > 0 else "Go on with"
    return [
        Line(heading),
        *(Line(each.name, find_known(each.game), each) for each in (*shown, last)),
    ]


def list_game_lines(games: Sequence[Game], told: Mapping[str, str] | None = None) -> list[Line]:
    """Return games under the names of their collections, and after them their score sheets.

    ``told`` says how far the sheet of a game is.
    """
    lines: list[Line] = []
    pending: list[Line] = []
    collection = ""
    for game in games:
        if game.collection != collection:
            collection = game.collection
            lines += [*pending, Line(collection)]
            pending = []
        lines.append(Line(game.name, game))
        if told and game.id in told:
            name = f"{game.name} score sheet: {told[game.id]}"
            pending.append(Line(name, game, is_sheet=True))
    return lines + pending


def tell_line(line: Line, state: str, width: int) -> str:
    """Return a line in its three columns, or in two where the last one would be cut."""
    if line.is_sheet:
        text = f"{line.text[: NAME + STATE - 1]:{NAME + STATE}}"
    else:
        text = f"{line.text[: NAME - 1]:{NAME}}{state[: STATE - 1]:{STATE}}"
    return text + tell_about(line) if width >= WHOLE else text


def tell_about(line: Line) -> str:
    """Return what a line stands for, for the third column."""
    if line.is_sheet:
        return "Six games, one total"
    return line.waiting.about if line.waiting else tell_summary(line.game)


def tell_summary(game: Game | None) -> str:
    """Return what a game is in at most ``SUMMARY`` columns; empty where its maker wrote none."""
    summary = game.summary if game else ""
    return summary if len(summary) <= SUMMARY else ""


def tell_state(game: Game, in_progress: Mapping[str, str], standing: Standing | None) -> str:
    """Return where the player stands in ten characters: in play, won of played, the best."""
    if context := in_progress.get(game.id):
        return f"> {context}"
    if standing is None:
        return ""
    if standing.won:
        return f"won {standing.won}/{standing.played}"
    return f"best {standing.best}"


def tell_standing(game: Game, standing: Standing | None) -> str:
    """Return where the player stands in a game, in a sentence."""
    if standing is None:
        return "Not finished yet."
    unit = game.own_score.unit if game.own_score else "mark"
    return f"Won {standing.won} of {standing.played}. Best {unit}: {standing.best}."
