"""The status line: game, level, deal, score, moves and exceptions."""

from solterm.core.play.play import Play


def status(play: Play, score: int, width: int, extra: str = "") -> str:
    """Return the line for a window of ``width`` columns, shortened to fit."""
    room = width - 4
    name, collection, exceptions = play.game.name, play.game.collection, play.tally.exceptions
    title = name if name == collection else f"{name} ({collection})"
    waits = "  Cheat waits" if play.cheating else "  X waits" if play.armed else ""
    counts = f"Score {score}  Moves {play.moves}  Exc {exceptions}{waits}"
    if duel := play.rules.duel(play.table):
        counts = f"{duel.standing}  Moves {play.moves}  Exc {exceptions}{waits}"
    short = f"S {score}  M {play.moves}  E {exceptions}{waits.removesuffix(' waits')}"
    tail = f"{extra}  L{play.level}  {play.deal}"
    rows = (
        (f"{title}{extra}  Level {play.level}  Deal {play.deal}", counts),
        (f"{name}{extra}  Level {play.level}  Deal {play.deal}", counts),
        (f"{name}{tail}", counts),
        (f"{name}{tail}", short),
        (f"{name[: max(8, room - len(tail) - len(short))]}{tail}", short),
    )
    left, right = next((row for row in rows if sum(map(len, row)) <= room), rows[-1])
    return f" {left}{'':{max(1, width - len(left) - len(right) - 2)}}{right}"[:width]
