"""Reports on games, deals, records and statistics; backups.

Each function returns a report or a sentence, and raises ``ReportError`` when it cannot.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from solterm.cli.console import Cards, Column, Line, Part, Share, Table
from solterm.cli.progress import Task, progress
from solterm.cli.stopping import stopping
from solterm.cli.surroundings import say
from solterm.contests.sharing import line_of
from solterm.context import Context
from solterm.core.game import Game
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.play.record import Record, RecordError
from solterm.core.plural import count
from solterm.games import catalogue, find, others
from solterm.plain import prose, protocol
from solterm.sessions import figures
from solterm.store import files, locations, recordfiles, saves, statistics
from solterm.store.errors import explain_new_file, show_path
from solterm.store.kept import KeptPlay
from solterm.store.patience import Patience
from solterm.store.statistics import Figures
from solterm.store.store import Store, StoreError


class ReportError(Exception):
    """Why a report failed, in a sentence for the player."""


class GameList(NamedTuple):
    """All games."""

    games: Sequence[Game]

    def text(self) -> str:
        return "\n".join(f"{game.id:28} {game.name} ({game.collection})" for game in self.games)

    def values(self) -> list[dict[str, object]]:
        return [
            {
                "id": game.id,
                "name": game.name,
                "collection": game.collection,
                "family": game.family,
                "packs": game.packs,
                "aka": list(game.also),
            }
            for game in self.games
        ]

    def parts(self) -> Iterator[Part]:
        columns = (
            Column("ID", style="cyan"),
            Column("Game", style="bold"),
            Column("Collection", from_width=76),
            Column("Family", from_width=92),
            Column("Packs", is_right=True, from_width=92),
            Column("Also known as", from_width=112),
        )
        rows = [
            (game.id, game.name, game.collection, game.family, game.packs, ", ".join(game.also))
            for game in self.games
        ]
        yield Table(columns, rows)
        yield Line(
            f"{len(rows)} games. 'solterm play ID' plays one, 'solterm rules ID' explains it."
        )


def list_games() -> GameList:
    """Return all games; report faulty games of other packages on standard error."""
    games = list(catalogue(published=True).values())
    for trouble in others().troubles:
        print(f"solterm: {trouble}", file=sys.stderr)
    return GameList(games)


class Opening(NamedTuple):
    """The opening position of a deal, with every card named."""

    play: Play

    def text(self) -> str:
        return f"{prose.title(self.play)}\n{self._board}"

    def values(self) -> dict[str, object]:
        return protocol.opening(self.play)

    def parts(self) -> Iterator[Part]:
        yield Line(prose.title(self.play), "bold")
        yield Cards(self._board)

    @property
    def _board(self) -> str:
        return prose.board(self.play.rules.game, self.play.table, named=True)


def deal(game: Game, number: int, level: int, options: Mapping[str, str]) -> Opening:
    """Deal a game."""
    return Opening(Play(game, number, level, options=options))


class Replay(NamedTuple):
    """A replayed record and its result."""

    play: Play

    def text(self) -> str:
        result = record.result_of(self.play)
        return f"{prose.title(self.play)}: {result}, {prose.counts(self.play)}."

    def values(self) -> dict[str, object]:
        play = self.play
        return {
            "game": play.game.id,
            "deal": play.deal,
            "level": play.tally.level,
            "outcome": record.result_of(play),
            "score": play.score,
            "moves": play.moves,
            "exceptions": play.tally.exceptions,
            "mark": play.mark,
        }

    def parts(self) -> Iterator[Part]:
        yield Line(self.text())


def replay(context: Context, file: str) -> Replay:
    """Replay a record; ``-`` is standard input."""
    try:
        return Replay(_replay(text_of(context, file)))
    except RecordError as error:
        raise ReportError(f"{name_file(file)}: {error}") from None


def line(context: Context, file: str) -> str:
    """Return a record as the one line that players send to others."""
    return line_of(record_of(context, file)[1].replay(find))


def record_of(context: Context, file: str) -> tuple[str, Record]:
    """Return the title and the record of a file, after replaying all of it."""
    try:
        text = text_of(context, file)
        play = _replay(text)
        return prose.title(play), record.read(text)
    except RecordError as error:
        raise ReportError(f"{name_file(file)}: {error}") from None


def write_film(context: Context, file: str, target: str) -> str:
    """Write a record as an asciinema recording into a new file."""
    from solterm.tui.asciicast import asciicast

    title, read = record_of(context, file)
    text = asciicast(context, title, read)
    with (
        explain_new_file(name_file(target), ReportError),
        Path(target).open("x", encoding="utf-8") as out,
    ):
        out.write(text)
    steps = len(read.events)
    return (
        f"{name_file(target)} shows {title} in {count(steps, 'steps')}; 'asciinema play' plays it."
    )


def _replay(text: str) -> Play:
    """Replay a record; raise ``RecordError`` if its events don't earn the score it claims."""
    read = record.read(text)
    play = read.replay(find)
    claimed = read.tags.get("Score", str(play.mark))
    if claimed != str(play.mark):
        reason = f"it says {claimed!r}, but its events lead to {str(play.mark)!r}."
        raise RecordError(read.lines["Score"], reason)
    return play


def text_of(context: Context, file: str, most: int = recordfiles.LARGEST) -> str:
    """Read a file or standard input; raise ``RecordError`` if it is not UTF-8."""
    try:
        locations.check_files(context)
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
    """Return the name of a file for use in a sentence."""
    return "Standard input" if file == "-" else ascii(file)


def export(context: Context, number: int | None) -> str:
    """Return the record of the current game, or of the Nth latest finished one.

    A record that can't be replayed is returned too, with a warning on standard error.
    """
    with player_store(context) as store:
        saved = store.load_finished(number) if number else store.load_suspended()
        if saved:
            try:
                return KeptPlay.resume(store, saved, find).record()
            except StoreError as error:
                # As stored, so that the player can keep and inspect it.
                print(f"solterm: {error} Its record is written as it is.", file=sys.stderr)
                return str(saved.record)
    if number:
        games = "a game" if number == 1 else f"{number} games"
        raise ReportError(f"You have not finished {games} yet.")
    raise ReportError("No game is being played; 'solterm export 1' writes the latest finished one.")


class Statistics(NamedTuple):
    """The statistics of finished games, by game and lowest level."""

    found: Sequence[Figures]

    def text(self) -> str:
        return figures.overview(self.found) if self.found else "No game is finished yet."

    def values(self) -> list[dict[str, object]]:
        """Return the five fields of docs/protocol.md; the best is the game's own score or mark."""
        return [
            {
                "game": each.game,
                "level": each.level,
                "played": each.played,
                "won": each.won,
                "best": each.best_told,
            }
            for each in self.found
        ]

    def parts(self) -> Iterator[Part]:
        if not self.found:
            yield Line(self.text())
            return
        columns = (
            Column("Game", style="cyan"),
            Column("Level", is_right=True),
            Column("Won", is_right=True),
            Column("%", is_right=True),
            Column("", from_width=108),
            Column("Best", is_right=True, style="bold"),
            Column("Average", is_right=True, from_width=92),
            Column("Mark", is_right=True, from_width=100),
            Column("Streak", from_width=72),
            Column("Time", is_right=True, from_width=80),
        )
        yield Table(columns, [_list_figures(each) for each in self.found])


def _list_figures(each: Figures) -> tuple[str | int | Share, ...]:
    return (
        each.game,
        each.level,
        f"{each.won} of {each.played}",
        f"{each.percentage:.0f}",
        Share(each.percentage / 100),
        figures.best(each),
        f"{figures.average(each):.0f}",
        each.best,
        figures.streak(each.streak),
        figures.duration(each.seconds),
    )


def stats(context: Context) -> Statistics:
    """Return the statistics."""
    with player_store(context) as store:
        return Statistics(statistics.figures(store))


def spreadsheet(context: Context) -> str:
    """Return the statistics as comma-separated values."""
    return figures.spreadsheet(stats(context).found)


def forget(context: Context, game_id: str = "") -> str:
    """Reset the statistics of a game, or of all."""
    with player_store(context) as store:
        statistics.forget(store, game_id)
    return f"The statistics of {game_id or 'all games'} are reset."


def back_up(context: Context, file: str) -> str:
    """Write all of the player's data into one file."""
    from solterm.store.backup import backup

    with _report_errors(), progress(Task("Backing up", hint="Ctrl+C stops")) as shown:
        try:
            count = backup(context, Path(file).absolute(), shown.update, Patience(say))
        except KeyboardInterrupt:
            raise KeyboardInterrupt("Stopped; no backup was written.") from None
    files = f"{count} file{'s' * (count != 1)}"
    return f"{name_file(file)} holds {files}: all of your games, scores and settings."


def restore_backup(context: Context, file: str) -> str:
    """Replace the player's data with a backup."""
    from solterm.store.backup import restore

    task = Task("Restoring", hint="Ctrl+C stops")
    with _report_errors(), stopping() as is_stopped, progress(task) as shown:

        def tell(done: float, total: float | None) -> None:
            shown.update(done, total)
            if is_stopped():  # asked while files are unpacked, before any is replaced
                raise KeyboardInterrupt("Stopped; nothing was changed.")

        aside = restore(context, Path(file).absolute(), tell)
    kept = f" Your earlier data is in {show_path(aside)}." if aside else ""
    return f"Your data is now that of {name_file(file)}.{kept}"


def import_record(context: Context, file: str) -> str:
    """Keep a record as a saved game under the name of its file."""
    try:
        text = text_of(context, file)
        play = _replay(text)
    except RecordError as error:
        raise ReportError(f"{name_file(file)}: {error}") from None
    name = "imported" if file == "-" else Path(file).stem[: saves.LONGEST]
    with player_store(context) as store:
        saves.put(store, name, text)
    return f"{prose.title(play)} is saved as {name!r}; 'open {name}' resumes it."


def table(rows: Sequence[Sequence[object]]) -> str:
    """Return rows of cells as aligned columns.

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
def player_store(context: Context) -> Iterator[Store]:
    """Open the player's store, and raise its errors as ``ReportError``.

    Report a loss of games at once: only the first opening of the file shows it.
    """
    with _report_errors():
        store = Store.open(context=context, patience=Patience(say))
        try:
            yield store
        except ReportError as error:
            raise ReportError(f"{error} {store.loss}".rstrip()) from None
        if store.loss:
            print(f"solterm: {store.loss}", file=sys.stderr)


@contextmanager
def _report_errors() -> Iterator[None]:
    """Raise errors of the store as ``ReportError``."""
    try:
        yield
    except StoreError as error:
        raise ReportError(str(error)) from None
