"""A board as a report: its best results, and the numbers that rank them."""

from collections.abc import Sequence

from solterm.contests.boards import Boards
from solterm.contests.result import ContestResult
from solterm.contests.titles import board_name, board_unit
from solterm.games import find
from solterm.sessions.report import Column, Emphasis, Report, Value

EMPTY = "No entries on this board yet."


_WINS_FIRST = (
    "Wins first, then fewer exceptions, a higher mark, more cards home, fewer moves, less time."
)


def read_board(boards: Boards, board: str, most: int = 5) -> Report:
    """Return a board with its best entries, after proving all of them."""
    warning = tell_refused(boards.list_refused(board))
    return tell_board(board, boards.top(board), most)._replace(warning=warning)


def entry_values(entry: ContestResult) -> dict[str, object]:
    """Return an entry as JSON has it (docs/protocol.md)."""
    first = entry.games[0]
    return {
        "board": entry.board,
        "player": entry.player,
        "game": first.game,
        "deal": first.deal,
        "level": entry.level,
        "score": entry.points,
        "date": entry.date,
    }


def tell_board(board: str, entries: Sequence[ContestResult], most: int, me: str = "") -> Report:
    """Return a board as a report; see ``choose_best`` for its rows."""
    (first, *beside), better, numbers = _tabulate(board, entries)
    best = choose_best(entries, most, me)
    # The title of a day's board has the date.
    dates = [] if board_unit(board).wins_first else [Column("date")]
    rows: list[Sequence[Value]] = [
        (place + 1, each.player, *numbers[place], each.level, *[each.date][: len(dates)])
        for place, each in best
    ]
    columns = (
        Column(is_place=True, is_number=True),
        Column("player", look=Emphasis.MAIN, shrinks=True),
        Column(first, is_number=True),
        *(Column(name, is_number=True, from_width=68 if dates else 0) for name in beside),
        Column("level", is_number=True, short="Lvl"),
        *dates,
    )
    return Report(
        title=board_name(board),
        columns=columns,
        rows=rows,
        notes=[better],
        own=frozenset(row for row, (_, each) in enumerate(best) if me and each.profile == me),
        unit=first,
    )


def choose_best(
    entries: Sequence[ContestResult], most: int, me: str = ""
) -> list[tuple[int, ContestResult]]:
    """Return the best entries with their places from 0, and the best of ``me`` if it is lower.

    ``me`` is the profile of a player.
    """
    lower = (each for each in enumerate(entries[most:], most) if me and each[1].profile == me)
    return [*enumerate(entries[:most]), *(each for each, _ in zip(lower, "1", strict=False))]


def tell_refused(whys: Sequence[str]) -> str:
    """Return a sentence on the entries of a board that do not hold, and why; "" for none."""
    if len(whys) < 2:
        return "".join(f"1 entry was refused: {why}" for why in whys)
    return f"{len(whys)} entries were refused. The first: {whys[0]}"


_Numbers = list[tuple[int | None, ...]]
"""The numbers of each entry; None for an unknown one."""


def _tabulate(
    board: str, entries: Sequence[ContestResult]
) -> tuple[tuple[str, ...], str, _Numbers]:
    """Return the numbers of entries, with their units before and what is better in words.

    They are in the board's unit, then the mark or the score by the game's source. Boards sorted by
    the mark have a source's score only if all entries have one.
    """
    unit = board_unit(board)
    better = _WINS_FIRST if unit.wins_first else f"{unit.name.capitalize()}: {unit.better}."
    games = {each.games[0].game for each in entries}
    own = find(games.pop()).own_score if len(games) == 1 else None
    if unit.name == "mark" and own:
        low = "low" if own.lower_is_better else "high"
        better += "" if unit.wins_first else " The board goes by it."
        better += f" {own.unit.capitalize()}: {low} is better."
        return (own.unit, unit.name), better, [(each.own, each.points) for each in entries]
    if unit.wins_first:
        return (unit.name, "cards"), better, [(each.points, each.cards) for each in entries]
    if unit.name in ("mark", "score"):
        return (unit.name,), better, [(each.points,) for each in entries]
    return (unit.name, "mark"), better, [(each.points, each.mark) for each in entries]
