"""What the menu knows of its player: what waits, what was played, what is marked."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from solterm.contests.purpose import Purpose
from solterm.contests.titles import short
from solterm.core.game import Game
from solterm.sessions.waiting import Waiting, complete, list_waiting, today
from solterm.store.settings import Settings
from solterm.store.standings import Standing, list_standings
from solterm.store.store import Store
from solterm.tui.screens import menulines
from solterm.tui.screens.gamefilters import PlayerFacts


class Facts(NamedTuple):
    """All of it as it was when it was looked up."""

    waiting: Sequence[Waiting] = ()
    """What there is to go on with."""
    standings: Mapping[str, Standing] = {}
    """What was played and won, by game."""
    in_progress: Mapping[str, str] = {}
    """What a game is being played for, by game."""
    player: PlayerFacts = PlayerFacts()
    """What filters ask about the player."""

    @classmethod
    def look_up(cls, store: Store, settings: Settings) -> "Facts":
        """The facts of today; raises ``StoreError`` as the store does."""
        waiting, standings = list_waiting(store, today()), list_standings(store)
        in_progress: dict[str, str] = {}
        for each in waiting:
            if each.context is not None:
                in_progress.setdefault(each.game, short(Purpose.parse(each.context)) or "free")
        lately = _list_lately(waiting, standings)
        player = PlayerFacts(settings.favourites.split(), lately, settings.level)
        return cls(waiting, standings, in_progress, player)

    def complete(self) -> "Facts":
        """The same, with what takes longer to find out."""
        return self._replace(waiting=complete(list(self.waiting), today()))

    @property
    def latest(self) -> str:
        """The id of the game played last; empty where none was."""
        return next(iter(self.player.lately), "")

    @property
    def is_begun(self) -> bool:
        """Is anything begun that waits to be gone on with?"""
        return any(each.touched for each in self.waiting)

    @property
    def is_new(self) -> bool:
        """Is it somebody who has played nothing yet?"""
        return not self.standings and not self.is_begun

    def tell_state(self, game: Game | None) -> str:
        """Where the player stands in a game, for the second column."""
        if game is None:
            return ""
        return menulines.tell_state(game, self.in_progress, self.standings.get(game.id))


def _list_lately(waiting: Sequence[Waiting], standings: Mapping[str, Standing]) -> list[str]:
    """The games that were played, the one played last first."""
    moments = {game_id: each.touched for game_id, each in standings.items()}
    for each in waiting:
        if each.game and each.touched:
            moments[each.game] = max(moments.get(each.game, ""), each.touched)
    return sorted(moments, key=lambda game_id: moments[game_id], reverse=True)
