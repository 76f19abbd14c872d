"""End games: their results, and the rows of sheets that they are written to."""

from solterm.contests.contest import Fate, Row
from solterm.contests.result_words import figures
from solterm.core.play.play import Play
from solterm.sessions import contest_steps
from solterm.sessions.comparing import Comparison, ResultLine
from solterm.sessions.figures import duration
from solterm.sessions.statistics import is_helped
from solterm.store.kept import KeptPlay
from solterm.store.store import Store


def result(kept: KeptPlay, compared: Comparison | None = None) -> list[ResultLine]:
    """Return the result of a game: its name, the help used, its time, its scores and their place.

    ``compared`` has the player's other results of the game.
    """
    play, row = kept.play, kept.purpose.row
    told = figures(play, kept.tour_points)
    is_helped_win = play.tally.won and is_helped(play.game, play.counts)
    helped = _tell_helped(play) if is_helped_win else ""
    return [
        ResultLine("Game played", str(row) if row else f"deal {play.deal}"),
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
        ResultLine("Moves", str(play.moves)),
        ResultLine("Exceptions", str(play.tally.exceptions)),
        *(compared.lines() if compared else []),
    ]


def _tell_helped(play: Play) -> str:
    if play.counts.imported:
        return "imported"
    return "with hints" if play.counts.hints else "with help"


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


def fate_of(store: Store, kept: KeptPlay) -> Fate:
    """Return the effect of leaving a play on its sheet."""
    sheet = contest_steps.contest_of(store, kept.purpose)
    return (contest_steps.fate_of(sheet, kept) if sheet else None) or Fate.NOTHING


def standing_row(store: Store, kept: KeptPlay) -> Row | None:
    """Return the present result in a play's row."""
    sheet = contest_steps.contest_of(store, kept.purpose)
    return sheet.rows[kept.purpose.place] if sheet else None


def row_words(kept: KeptPlay, what: Fate) -> str:
    """Return what leaving a game does to its row; "" if the player has to choose."""
    row = kept.purpose.row
    if row is None or what is Fate.WORSENS:
        return ""
    if what is Fate.NOTHING:
        return f"Game {row} of the sheet stays as it is." if not kept.play.acted else ""
    return f"Leaving records it as game {row}."


def replace_question(kept: KeptPlay, there: Row) -> str:
    """Return the question to ask before replacing a better result."""
    return (
        f"Game {kept.purpose.row} of the sheet has a score of {there.score}, which is better."
        " Replace it? Y replaces it, N keeps the better one."
    )
