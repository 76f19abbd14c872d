"""A contest under way: the games of a tour, match, evening or day, and what they brought."""

from typing import ClassVar, cast

from solterm.chance import random_deal
from solterm.contests import matches
from solterm.contests.series import Leg, Series
from solterm.contests.tournament import BEST, Tournament
from solterm.contests.tours import board_of
from solterm.games import catalogue, find, find_by_name
from solterm.store import contests, players
from solterm.store.contests import Contest
from solterm.store.errors import StoreError
from solterm.tui.prompts import Question, TypedLine
from solterm.tui.screens.listed import Key, ListScreen


class SeriesScreen(ListScreen):
    """The score board of a contest; Enter plays its next game."""

    ABOUT = """
The games of this contest, in their order. They are played at level 3 without exceptions, hints or
undo (the deal of the day has levels and exceptions, which its mark counts), and each is played
once: F9 at the table ends it. When all are played, your name is asked for the board.
"""
    ENTER: ClassVar[tuple[str, str]] = ("Go on", "Play the next game, or enter the board")
    KEYS: ClassVar[tuple[Key, ...]] = (
        Key("E", "enter", "Enter the board", "Enter the board, when all games are played"),
        Key("H", "scores", "High scores", "Show the board of this contest"),
        Key("X", "end", "Exit for good", "End this contest for good"),
    )

    def __init__(self, contest: Contest, notice: str = "") -> None:
        super().__init__(notice)
        self.contest = contest

    @property
    def series(self) -> Series:
        """The games: of a tournament, those of the turn under way or of the last one."""
        state = self.contest.state
        return state.turns[-1].series if isinstance(state, Tournament) else state

    @property
    def _board(self) -> str:
        return board_of(self.series)

    def title_text(self) -> str:
        kind = {
            "tour": "Aunt Anne's tour",
            "match": f"Golf, {len(self.series.legs)} holes",
            "reno": "An evening at Reno",
            "daily": "Deal of the day",
            "mix": "Mixed score sheet",
            "tournament": "Tournament",
        }.get(self.series.kind, self.series.kind)
        return f"{kind} {self.series.name}".rstrip()

    @property
    def entries(self) -> list[tuple[int, Leg]]:
        return list(enumerate(self.series.legs))

    def heading(self, width: int) -> str:
        high = "    High" if self._high() else ""
        return f"     {'Game':44}{'Yours':>8}{high}"

    def _high(self) -> Series | None:
        """The games of the best total of a tournament, to compare with."""
        state = self.contest.state
        best = state.best if isinstance(state, Tournament) else ()
        return best[0].series if best else None

    def line(self, entry: object, width: int) -> str:
        place, leg = cast(tuple[int, Leg], entry)
        game = catalogue().get(leg.game)
        name = f"{game.name} ({game.collection})" if game else "(to be chosen)"
        brought = "-" if leg.points is None else str(leg.points)
        best = self._high()
        high = f"{best.legs[place].points or 0:>8}" if best else ""
        return f"{place + 1:>2}.  {name:44}{brought:>8}{high}"

    def notes(self, width: int) -> list[str]:
        series, best = self.series, self._high()
        total = f"{'Total':49}{series.total:>8}" + (f"{best.total:>8}" if best else "")
        lines = [f"  {total}"]
        if series.kind == "match":
            over = matches.against_par(series)
            played = f"after {series.played} of {len(series.legs)} holes"
            lines.append(f"  {over:+} against par, {played}")
        return [*lines, "", self._next_words()]

    def _next_words(self) -> str:
        place = self.series.next
        if self.series.kind == "mix" and place is not None:
            return "Enter plays the game of this row, or lets you choose it."
        if place is not None:
            return f"Enter plays game {place + 1}."
        if self.series.kind == "reno":
            return "Enter deals another hand for $52, E enters the balance on the board."
        if self._is_entered:
            return "Enter deals the same cards to the next player."
        return "All games are played: E enters the board."

    # -- keys ------------------------------------------------------------------------------

    def do_enter(self) -> None:
        """E: enter the board, once all games are played."""
        if self._is_entered:
            self.notice = "This turn is entered: Enter deals to the next player."
        elif self.series.next is None:
            self._ask_name()
        else:
            self.notice = "First all games are played."

    @property
    def _is_entered(self) -> bool:
        """Has the last turn of a tournament its name already?"""
        state = self.contest.state
        return isinstance(state, Tournament) and bool(state.turns[-1].player)

    def choose(self) -> None:
        if self.series.kind == "mix":
            self._row()
        elif self.series.next is None and self.series.kind == "reno":
            state = matches.another_deal(self.series, random_deal)
            self.contest = contests.update(self.solterm.store, self.contest, state)
            self._play(len(self.series.legs) - 1)
        elif self.series.next is not None:
            self._play(self.series.next)
        elif isinstance(self.contest.state, Tournament) and self._is_entered:
            self._next_turn(self.contest.state)
        else:
            self._ask_name()

    def _row(self) -> None:
        """A row of a mixed sheet: its game is chosen, played, or played again."""
        place, leg = self.here, self.series.legs[self.here]
        if leg.points is not None:
            again = Leg(leg.game, random_deal())
            question = f"Play row {place + 1} again? Its result is replaced."
            self.prompt = Question(question, lambda: self._take(place, again))
        elif leg.game:
            self._play(place)
        else:
            self.prompt = TypedLine("Which game? Its name, or a part of it:", self._chosen)

    def _chosen(self, typed: str) -> str | None:
        try:
            game = find_by_name(typed)
        except ValueError as error:
            return str(error)
        self._take(self.here, self.series.legs[self.here]._replace(game=game.id))
        return None

    def _take(self, place: int, leg: Leg) -> None:
        """Put a game into a row, and play it."""
        state = self.series.with_leg(place, leg)
        self.contest = contests.update(self.solterm.store, self.contest, state)
        self._play(place)

    def _play(self, place: int) -> None:
        leg, series = self.series.legs[place], self.series
        context = contests.context_of(self.contest, place)
        game = find(leg.game)
        level = self.solterm.settings.level if series.kind == "mix" else 3
        self.solterm.resume_or(
            lambda: self.solterm.deal(game, leg.deal, level, None, context, series.terms),
            *(game, context),
        )

    def _next_turn(self, state: Tournament) -> None:
        self.contest = contests.update(self.solterm.store, self.contest, state.next_turn())
        self.here = 0

    def _ask_name(self) -> None:
        name = players.name_of(self.solterm.settings.player)
        question = f"Points: {self.series.total}. What name shall stand on the board?"
        self.prompt = TypedLine(question, self._enter, name, most=24)

    def _enter(self, typed: str) -> str | None:
        """Enter the board under a name; a sentence when that is refused."""
        store, series = self.solterm.store, self.series
        try:
            boards = self.solterm.boards()
            played = contests.records(store, series, find)
            boards.enter(self._board, typed, players.profile(), played, series.total)
        except StoreError as error:
            return str(error)
        state = self.contest.state
        if isinstance(state, Tournament):
            self.contest = contests.update(
                store, self.contest, state.named(" ".join(typed.split()))
            )
            self.notice = "Entered. Enter deals the same cards to the next player."
        else:
            contests.close(store, self.contest)
            self.solterm.show_contests()
        self.solterm.show_board(self._board, boards.complaint)
        return None

    def do_scores(self) -> None:
        """H: the board."""
        self.solterm.show_board(self._board)

    def do_end(self) -> None:
        """X: end the contest, once that is confirmed."""
        self.prompt = Question("End this contest for good?", self._end)

    def _end(self) -> None:
        """A tour that is left early goes to its board if it is among the best (``rules.md`` A2)."""
        if self.series.kind == "tour" and self._is_among_the_best():
            self._ask_name()
        else:
            contests.close(self.solterm.store, self.contest)
            self.solterm.show_contests()

    def _is_among_the_best(self) -> bool:
        best = self.solterm.boards().top(self._board, BEST)
        return self.series.total > 0 and (len(best) < BEST or self.series.total > best[-1].score)

    def leave(self) -> None:
        """ESC: back to the contests; this one is kept."""
        self.solterm.show_contests()
