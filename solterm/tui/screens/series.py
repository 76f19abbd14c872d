"""A contest under way: the games of a tour, match, evening or day, and what they brought."""

from collections.abc import Callable, Sequence
from typing import ClassVar, cast

from solterm.chance import random_deal
from solterm.contests import matches, titles
from solterm.contests.claims import ProofError
from solterm.contests.kinds import MATCH, MIX, TOUR, TOURNAMENT
from solterm.contests.series import Leg, Series
from solterm.contests.tournament import Tournament
from solterm.games import find_known
from solterm.sessions import legs
from solterm.sessions.legs import NextStep
from solterm.store import contests, place, players
from solterm.store.contests import Contest
from solterm.store.errors import StoreError
from solterm.tui.boxes.questions import Choice, Question, TypedLine
from solterm.tui.screens.listed import Key, ListScreen
from solterm.tui.screens.pick import Pick, PickScreen

_HOLE = "{:>5}{:>7}{:>10}{:>8}{:>9}"
"""A line of a golf match's scorecard."""


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
        self._high: list[int | None] | None = None
        """What the games of the best total brought, in a tour or tournament."""

    def on_mount(self) -> None:
        """The cursor stands on the game that comes next."""
        self._go_to_next()
        self._look_up()
        self.repaint()

    def _go_to_next(self) -> None:
        place = self.series.next
        self.here = len(self.series.legs) - 1 if place is None else place

    def _look_up(self) -> None:
        """Learn the best total of the host."""
        try:
            self._high = legs.high(self.solterm.boards(), self.contest)
        except (StoreError, ProofError) as error:
            self.notice = str(error)

    @property
    def series(self) -> Series:
        """The games: of a tournament, those of the turn under way or of the last one."""
        return legs.series_of(self.contest)

    @property
    def _board(self) -> str:
        return str(titles.board_of(self.series))

    def title_text(self) -> str:
        return titles.title(self.series)

    @property
    def entries(self) -> list[tuple[int, Leg]]:
        return list(enumerate(self.series.legs))

    def heading(self, width: int) -> str:
        if self.series.kind is MATCH:
            return _HOLE.format("Hole", "Par", "Strokes", "+/-", "Total")
        name = legs.unit(self.series).name.capitalize()
        room = self._name_room(width)
        if not self._has_high:
            return f"     {'Game':{room}}{name:>8}"
        return f"     {'Game':{room}}{'Yours':>8}{'High':>8}"

    @property
    def _has_high(self) -> bool:
        """Does the best total stand beside one's own?"""
        return self._high is not None or self.series.kind in (TOUR, TOURNAMENT)

    def _name_room(self, width: int) -> int:
        """Columns for the names of the games."""
        return max(12, min(46, width - (21 if self._has_high else 13)))

    def line(self, entry: object, width: int) -> str:
        place, leg = cast(tuple[int, Leg], entry)
        if self.series.kind is MATCH:
            return self._hole(place, leg)
        game = find_known(leg.game)
        name = f"{game.name} ({game.collection})" if game else "(to be chosen)"
        brought = "-" if leg.points is None else str(leg.points)
        if leg.before:  # played again just now
            brought = f"({leg.before.points})"
        high = ""
        if self._has_high:
            best = self._high[place] if self._high else None
            high = f"{'-' if best is None else best:>8}"
        room = self._name_room(width)
        return f"{place + 1:>2}.  {name[: room - 1]:{room}}{brought:>8}{high}"

    def _hole(self, place: int, leg: Leg) -> str:
        """A line of the scorecard: hole, par, strokes, those over par, the total so far."""
        if leg.points is None:
            return _HOLE.format(place + 1, matches.PAR, "-", "", "")
        total = sum(each.points or 0 for each in self.series.legs[: place + 1])
        over = f"{leg.points - matches.PAR:+}"
        return _HOLE.format(place + 1, matches.PAR, leg.points, over, total)

    def notes(self, width: int) -> list[str]:
        series = self.series
        best = f"{legs.total_of(self._high):>8}" if self._high else ""
        lines = [f"  {'Total':{self._name_room(width - 2) + 5}}{series.total:>8}{best}"]
        if series.kind is MATCH:
            over, holes = matches.against_par(series), len(series.legs)
            sums = ("Total", matches.PAR * series.played, series.total, f"{over:+}", "")
            lines = [f"  {_HOLE.format(*sums)}".rstrip()]
            lines.append(f"  {over:+} against par, after {series.played} of {holes} holes")
        lines += ["", self._next_words()]
        if self.room(self.app.size.height, len(lines)) >= len(series.legs):
            return lines
        # Where the games need the rows, all of this stands in one.
        return ["  ".join(" ".join(line.split()) for line in lines if line)[:width]]

    def _next_words(self) -> str:
        place = self.series.next
        if self.series.kind is MIX and place is not None:
            return "Enter plays the game of this row, or lets you choose it."
        match legs.next_step(self.contest):
            case NextStep.ANOTHER_DEAL:
                return "Enter deals another hand for $52, E enters the balance on the board."
            case NextStep.NEXT_PLAYER:
                return "Enter deals the same cards to the next player."
            case NextStep.ENTER:
                return "All are played: E enters the board."
        return f"Enter plays {titles.game_word(self.series.kind, place or 0)}."

    # -- keys ------------------------------------------------------------------------------

    def do_enter(self) -> None:
        """E: enter the board, once all games are played."""
        if legs.is_entered(self.contest):
            self.notice = "This turn is entered: Enter deals to the next player."
        elif self.series.next is None:
            self._finish()
        else:
            self.notice = "First all games are played."

    def choose(self) -> None:
        is_mix = self.series.kind is MIX
        place = self.here if is_mix else self.series.next or 0
        match legs.next_step(self.contest, place if is_mix else None):
            case NextStep.PLAY:
                self._play(place)
            case NextStep.CHOOSE:
                title = f"Which game is played in row {place + 1}?"
                self.solterm.push_screen(PickScreen(Pick(title, 1, 1, self._chosen)))
            case NextStep.AGAIN:
                question = f"Play row {place + 1} again? The better of the two results stays."
                self.prompt = Question(question, lambda: self._again(place))
            case NextStep.ANOTHER_DEAL:
                self.contest = legs.another_deal(self.solterm.store, self.contest, random_deal)
                self._play(len(self.series.legs) - 1)
            case NextStep.NEXT_PLAYER:
                self.contest = legs.next_turn(self.solterm.store, self.contest)
                self._go_to_next()
            case NextStep.ENTER:
                self._finish()

    def _chosen(self, games: Sequence[str], name: str) -> None:
        self._take(self.here, self.series.legs[self.here]._replace(game=games[0]))

    def _again(self, place: int) -> None:
        """Play a row again."""
        self.contest = legs.play_again(self.solterm.store, self.contest, place, random_deal)
        self._play(place)

    def _take(self, place: int, leg: Leg) -> None:
        """Put a game into a row, and play it."""
        self.contest = legs.take(self.solterm.store, self.contest, place, leg)
        self._play(place)

    def _play(self, place: int) -> None:
        self.solterm.play(legs.start_of(self.contest, place))

    def _finish(self) -> None:
        """Enter the board, under the name that a host gave the player or under one to be asked."""
        if not place.is_named_by_host():
            self._ask_name()
        elif said := self._enter(""):
            self.notice = said

    def _ask_name(self, otherwise: Callable[[], object] | None = None) -> None:
        """Ask for the name on the board; ``otherwise`` is what ESC does instead."""
        name = players.name_of(self.solterm.settings.player)
        total, unit = self.series.total, legs.unit(self.series).name
        question = f"{unit.capitalize()}: {total}. What name shall stand on the board?"
        if otherwise:
            question += " ESC leaves without one."
        self.prompt = TypedLine(question, self._enter, name, most=24, otherwise=otherwise)

    def _enter(self, typed: str) -> str | None:
        """Enter the board under a name; a sentence when that is refused."""
        try:
            boards = self.solterm.boards()
            self.contest, entry = legs.enter(self.solterm.store, boards, self.contest, typed)
        except StoreError as error:
            return str(error)
        if isinstance(self.contest.state, Tournament):
            self._look_up()
            self.notice = "Entered. Enter deals the same cards to the next player."
        else:
            self.solterm.show_contests()
        self.solterm.show_board(entry.board, boards.complaint, entry.digest)
        return None

    def do_scores(self) -> None:
        """H: the board."""
        self.solterm.show_board(self._board)

    def do_end(self) -> None:
        """X: end the contest, once that is confirmed."""
        self.prompt = Question("End this contest for good?", self._end)

    def _end(self) -> None:
        """A tour that is left early goes to its board if it is among the best, and has a name."""
        if not legs.is_among_the_best(self.solterm.boards(), self.series):
            self._close()
        elif name := place.nickname():
            question = f"Shall it stand on the board as {name}'s? Y or N; ESC goes on with it."
            keep = {"y": self._finish, "n": self._close}
            self.prompt = Choice(question, "yYnN", lambda answer: keep[answer.lower()]())
        else:
            self._ask_name(otherwise=self._close)

    def _close(self) -> None:
        contests.close(self.solterm.store, self.contest)
        self.solterm.show_contests()

    def leave(self) -> None:
        """ESC: back to the contests; this one is kept."""
        self.solterm.show_contests()
