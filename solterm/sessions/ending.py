"""End games: their results, and the rows of sheets that they are written to."""

from typing import NamedTuple

from solterm.contests import contests
from solterm.contests.contest import Fate
from solterm.contests.kinds import DAILY, SHEET
from solterm.contests.result_words import count_uncounted, figures
from solterm.core.phrases import count, duration, tell_deal
from solterm.core.play.play import Play
from solterm.core.vocabulary.goals import OwnScore
from solterm.games import find_known
from solterm.sessions import contest_steps, statistics
from solterm.sessions.statistics import is_helped
from solterm.sessions.statistics_report import streak
from solterm.store.entries import PlayRow
from solterm.store.kept import KeptPlay
from solterm.store.purpose import FREE


class ResultLine(NamedTuple):
    """A line in the result of a game."""

    name: str
    value: str
    note: str = ""
    """A remark, such as ``low is better``."""


class Comparison(NamedTuple):
    """A result and the others of its game and level."""

    mine: PlayRow
    others: tuple[PlayRow, ...]
    """The other results that count, the oldest first."""

    @property
    def _rivals(self) -> list[PlayRow]:
        """The others whose scores are in the same unit."""
        return [each for each in self.others if (each.own is None) == (self.mine.own is None)]

    @property
    def best(self) -> int | None:
        """The best earlier score; None for a first result."""
        return max(self._rivals, key=_worth).shown_score if self._rivals else None

    @property
    def is_new_best(self) -> bool:
        """Whether it beats all others. A first result beats none."""
        return bool(self._rivals) and self.place == 1 and self.best != self.mine.shown_score

    @property
    def streak(self) -> int:
        """The number of consecutive wins including this one; negative: losses."""
        return statistics.streaks(each.won for each in (*self.others, self.mine))[0]

    @property
    def place(self) -> int:
        """Its rank among all results, the best being 1."""
        return 1 + sum(_worth(each) > _worth(self.mine) for each in self._rivals)

    def lines(self) -> list[ResultLine]:
        """Return the comparison as lines of a result: best, streak and place."""
        count = len(self._rivals) + 1
        lines: list[ResultLine] = []
        if self.is_new_best:
            lines.append(ResultLine("Previous best", str(self.best)))
        elif self.best is not None:
            lines.append(ResultLine("Your best", str(self.best)))
        lines.append(ResultLine("Streak", streak(self.streak)))
        if count > 1 and (self.mine.won or self.mine.own is not None):
            lines.append(ResultLine("Place", f"{self.place} of {count}", "your games"))
        return lines


def compare(kept: KeptPlay) -> Comparison | None:
    """Compare a play that is won, or about to end, with the player's other results.

    Return None if it does not count: no move was made though there were some, two play, it is
    practice of a day's deal or a saved position won again, or it is not stored.
    """
    store, play = kept.store, kept.play
    is_played = play.begun or play.outcome is not None
    if not is_played or play.rules.duel(play.table):
        return None
    mine = store.result(kept.play_id)
    if mine is None:
        return None
    same = store.list_plays_of(mine.game, mine.deal)
    if mine.purpose == FREE and any(each.purpose.kind == DAILY.id for each in same):
        return None  # practice after the try
    # The store counts a won play already, but not an open one.
    counted = store.counted_results(mine.game)
    if mine.won and mine not in counted:
        return None
    others = [each for each in counted if _is_alike(each, mine) and each != mine]
    return Comparison(mine, tuple(others))


def _is_alike(one: PlayRow, other: PlayRow) -> bool:
    return one.level == other.level and statistics.variant_of(one) == statistics.variant_of(other)


def _worth(result: PlayRow) -> int:
    """Sort key: the better score is the higher number."""
    game = find_known(result.game)
    own: OwnScore | None = game.own_score if game else None
    return -result.shown_score if own and own.lower_is_better else result.shown_score


def result(kept: KeptPlay, compared: Comparison | None = None) -> list[ResultLine]:
    """Return the result of a game: its name, the help used, its time, its scores and their place.

    ``compared`` has the player's other results of the game.
    """
    play, row = kept.play, kept.purpose.row
    deal = "own board" if play.game.board else tell_deal(kept.told_deal, "deal ")
    told = figures(play, kept.tour_points)
    is_helped_win = play.tally.won and is_helped(play.game, play.counts)
    helped = _tell_helped(play) if is_helped_win else ""
    return [
        ResultLine("Game played", f"{row} of {SHEET.rows}" if row else deal or "hidden"),
        ResultLine("Level", str(play.tally.level), _tell_level(play)),
        *_list_help(play),
        *([ResultLine("Time", duration(compared.mine.seconds))] if compared else []),
        *(
            ResultLine(
                each.name,
                str(each.value) + (f" of {each.most}" if each.most else ""),
                each.note or helped,
            )
            for each in told
        ),
        *_list_uncounted(play),
        ResultLine("Moves", str(play.moves)),
        ResultLine("Exceptions", str(play.tally.exceptions)),
        *(compared.lines() if compared else []),
    ]


def _tell_helped(play: Play) -> str:
    if play.counts.imported:
        return "imported"
    return "with hints" if play.counts.hints else "with help"


def _tell_level(play: Play) -> str:
    """Return a remark if the game was played at a lower level than the present one."""
    return f"now {play.level}" if play.level > play.tally.level else ""


def _list_uncounted(play: Play) -> list[ResultLine]:
    """Return a line with the cards that went home by themselves and score nothing, if any."""
    cards = count_uncounted(play)
    told = count(cards, "cards")
    return [ResultLine("Without score", told, "F10, automatic")] if cards else []


def _list_help(play: Play) -> list[ResultLine]:
    """Return a line for each kind of help that the player took."""
    counts = play.counts
    used = {
        "Hints": counts.hints,
        "Peeks": counts.peeks,
        "Cheats": counts.cheats,
        "Undos": counts.undos,
    }
    lines = [ResultLine(name, str(number)) for name, number in used.items() if number]
    if counts.imported:
        lines.append(ResultLine("Game record", "imported"))
    if not is_helped(play.game, counts):
        alone = "alone" if play.tally.won else ""
        lines.append(ResultLine("Other help" if lines else "Help used", "none", alone))
    return lines


def fate_of(kept: KeptPlay) -> Fate:
    """Return the effect of ending a play on its sheet."""
    sheet = contest_steps.contest_of(kept.store, kept.purpose)
    fate = contest_steps.fate_of(sheet, kept) if sheet else None
    return fate or Fate.NOTHING


def row_words(kept: KeptPlay, what: Fate) -> str:
    """Return what leaving a game does to its row; "" if the player has to choose."""
    row = kept.purpose.row
    if row is None or what is Fate.WORSENS:
        return ""
    if what is Fate.NOTHING:
        return f"Game {row} of the sheet stays as it is." if not kept.play.acted else ""
    return f"Leaving records it as game {row}."


def replace_question(kept: KeptPlay) -> str:
    """Return the question to ask before replacing a better result."""
    sheet = contests.load(kept.store, kept.purpose.contest)
    points = sheet.games[kept.purpose.place].points
    return (
        f"Game {kept.purpose.row} of the sheet has a score of {points}, which is better."
        " Replace it? Y replaces it, N keeps the better one."
    )
