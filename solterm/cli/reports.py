"""What the commands that only tell something tell: deals, records, statistics, backups.

Each function answers with the text to print, as JSON where that is asked for, and raises
``ReportError`` when it cannot.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from solterm.contests.mark import mark
from solterm.contests.score import score
from solterm.contests.sharing import line_of
from solterm.core.game import Game
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.play.record import Record, RecordError
from solterm.games import every_game, find, others
from solterm.plain import prose, protocol
from solterm.sessions import figures
from solterm.store import files, place, recordfiles, saves, statistics
from solterm.store.errors import explain_new_file, show_path
from solterm.store.kept import KeptPlay
from solterm.store.store import Store, StoreError


class ReportError(Exception):
    """There is nothing to tell: why, in a sentence for the player."""


def list_games(as_json: bool = False) -> str:
    """All games; what is wrong with those that other packages publish is told on stderr."""
    games = every_game().values()
    for trouble in others().troubles:
        print(f"solterm: {trouble}", file=sys.stderr)
    if not as_json:
        return "\n".join(f"{game.id:28} {game.name} ({game.collection})" for game in games)
    listed = [
        {
            "id": game.id,
            "name": game.name,
            "collection": game.collection,
            "family": game.family,
            "packs": game.packs,
            "aka": list(game.also),
        }
        for game in games
    ]
    return json.dumps(listed)


def deal(
    game: Game, number: int, level: int, options: Mapping[str, str], as_json: bool = False
) -> str:
    """The opening position of a deal at a level and with options, every card named."""
    play = Play(game, number, level, options=options)
    at_level = play.rules.game
    if as_json:
        return json.dumps(protocol.opening(play))
    return f"{prose.title(play)}\n{prose.board(at_level, play.table, named=True)}"


def replay(file: str, as_json: bool = False) -> str:
    """What a record proves; ``-`` is standard input."""
    try:
        play = _replay(text_of(file))
    except RecordError as error:
        raise ReportError(f"{name_file(file)}: {error}") from None
    proved = {
        "game": play.game.id,
        "deal": play.deal,
        "level": play.tally.level,
        "outcome": record.result_of(play),
        "score": score(play),
        "moves": play.moves,
        "exceptions": play.tally.exceptions,
        "mark": mark(play),
    }
    if as_json:
        return json.dumps(proved)
    return f"{prose.title(play)}: {proved['outcome']}, {prose.counts(play)}."


def line(file: str) -> str:
    """A record as the one line that is sent to others."""
    return line_of(record_of(file)[1].replay(find))


def record_of(file: str) -> tuple[str, Record]:
    """The title and the record of a file, which holds from the first event to the last."""
    try:
        text = text_of(file)
        play = _replay(text)
        return prose.title(play), record.read(text)
    except RecordError as error:
        raise ReportError(f"{name_file(file)}: {error}") from None


def write_film(file: str, target: str) -> str:
    """Write the film of a record into a new file."""
    from solterm.tui.terminal.cast import film

    title, read = record_of(file)
    text = film(title, read)
    with (
        explain_new_file(name_file(target), ReportError),
        Path(target).open("x", encoding="utf-8") as out,
    ):
        out.write(text)
    steps = len(read.events)
    return f"{name_file(target)} shows {title} in {steps} steps: 'asciinema play' plays it."


def _replay(text: str) -> Play:
    """The play of a record, whose claimed score must be the one its events earn."""
    read = record.read(text)
    play = read.replay(find)
    claimed = read.tags.get("Score", str(mark(play)))
    if claimed != str(mark(play)):
        reason = f"it says {claimed!r}, but its events lead to {str(mark(play))!r}."
        raise RecordError(read.lines["Score"], reason)
    return play


def text_of(file: str, most: int = recordfiles.LARGEST) -> str:
    """The text of a file, or of standard input; raises ``RecordError`` where it is not UTF-8."""
    try:
        place.check_files()
        if file == "-":
            data = files.check_size(sys.stdin.buffer.read(most + 1) if sys.stdin else b"", most)
        else:
            data = files.data(Path(file), most)
    except StoreError as error:
        raise ReportError(str(error)) from None
    except OSError as error:
        raise ReportError(f"{name_file(file)} cannot be read: {error.strerror or error}.") from None
    except files.Unfit as error:
        raise ReportError(f"{name_file(file)} {error}.") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(data.count(b"\n", 0, error.start) + 1, "it is not UTF-8.") from None


def name_file(file: str) -> str:
    """What a file is called in a sentence."""
    return "Standard input" if file == "-" else ascii(file)


def export(number: int | None) -> str:
    """The record of the current game, or of the so manieth latest finished one.

    One that cannot be replayed is answered all the same, and what is wrong is told on stderr.
    """
    with player_store() as store:
        saved = store.load_finished(number) if number else store.load_suspended()
        if saved:
            try:
                return KeptPlay.resume(store, saved, find).record()
            except StoreError as error:
                # As it is stored, so that it can be kept elsewhere, and looked into.
                print(f"solterm: {error} Its record is written as it is.", file=sys.stderr)
                return str(saved.record)
    if number:
        games = "a game" if number == 1 else f"{number} games"
        raise ReportError(f"You have not finished {games} yet.")
    raise ReportError("No game is being played; 'solterm export 1' writes the latest finished one.")


def stats(as_json: bool = False, as_csv: bool = False) -> str:
    """What the finished games add up to, by game and lowest level."""
    with player_store() as store:
        found = statistics.figures(store)
    if as_csv:
        return figures.spreadsheet(found)
    if as_json:
        # The contract's five fields and no more; the best is the source's own, else the mark.
        told = ("game", "level", "played", "won")
        return json.dumps(
            [
                {name: getattr(each, name) for name in told} | {"best": each.best_told}
                for each in found
            ]
        )
    return figures.overview(found) if found else "No game is finished yet."


def forget(game_id: str = "") -> str:
    """Begin the statistics of a game, or of all, anew."""
    with player_store() as store:
        statistics.forget(store, game_id)
    return f"The statistics of {game_id or 'all games'} begin anew."


def back_up(file: str) -> str:
    """Write all of the player's data into one file."""
    from solterm.store.backup import backup

    with _report_errors():
        place.check_files()
        count = backup(Path(file).absolute())
    files = f"{count} file{'s' * (count != 1)}"
    return f"{name_file(file)} holds {files}: all of your games, scores and settings."


def restore_backup(file: str) -> str:
    """Put a backup in the place of the player's data."""
    from solterm.store.backup import restore

    with _report_errors():
        place.check_files()
        aside = restore(Path(file).absolute())
    kept = f" What was there is in {show_path(aside)}." if aside else ""
    return f"Your data is what {name_file(file)} holds.{kept}"


def import_record(file: str) -> str:
    """Keep a record as a saved game under the name of its file."""
    try:
        text = text_of(file)
        play = _replay(text)
    except RecordError as error:
        raise ReportError(f"{name_file(file)}: {error}") from None
    name = "imported" if file == "-" else Path(file).stem[: saves.LONGEST]
    with player_store() as store:
        saves.put(store, name, text)
    return f"{prose.title(play)}, is saved as {name!r}: 'open {name}' brings it back."


def table(rows: Sequence[Sequence[object]]) -> str:
    """Rows of cells in aligned columns.

    >>> print(table([("game", "won"), ("royale-golf", 3)]))
    game         won
    royale-golf  3
    """
    widths = [max(len(str(cell)) for cell in column) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(f"{cell!s:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


@contextmanager
def player_store() -> Iterator[Store]:
    """The player's store; what it raises is why there is no report.

    That its games are gone is said beside the report: opened once, the file does not show it.
    """
    with _report_errors():
        store = Store.open()
        try:
            yield store
        except ReportError as error:
            raise ReportError(f"{error} {store.loss}".rstrip()) from None
        if store.loss:
            print(f"solterm: {store.loss}", file=sys.stderr)


@contextmanager
def _report_errors() -> Iterator[None]:
    """What goes wrong with the player's data is why there is no report."""
    try:
        yield
    except StoreError as error:
        raise ReportError(str(error)) from None
