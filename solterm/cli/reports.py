"""Reports on games, deals, records and statistics; backups.

Each function returns an answer or a sentence, and raises ``Failure`` when it cannot.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from solterm.cli.answers import Answer, Cards, Line, Task
from solterm.cli.console import Failure, Output
from solterm.cli.progress import progress
from solterm.cli.stopping import stopping
from solterm.cli.surroundings import say
from solterm.contests.kinds import RACE
from solterm.context import Context
from solterm.core.game import Game
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.play.record import Record, RecordError
from solterm.core.play.replay import Replay
from solterm.games import catalogue, find, others
from solterm.games.kinship import tell_length
from solterm.games.matching import name_variants
from solterm.plain import prose, protocol
from solterm.sessions import figures, sharing, statistics
from solterm.sessions.report import Column, Look, Report
from solterm.sessions.sharing import has_record, record_in
from solterm.sessions.statistics import Figures
from solterm.store import files, locations, recordfiles
from solterm.store.errors import explain_new_file, show_path
from solterm.store.kept import KeptPlay
from solterm.store.patience import Patience
from solterm.store.store import Store, StoreError

_GAMES = (
    Column("ID", look=Look.ID),
    Column("game", look=Look.MAIN),
    Column("collection", from_width=76),
    Column("family", from_width=92),
    Column("packs", is_number=True, from_width=92),
    Column("also known as", from_width=112),
)


def list_games(family: str | None = None, length: str | None = None, percent: int = 0) -> Answer:
    """Return the games of a family and length that can be won often enough.

    Reports faulty games of other packages on standard error.
    """
    every = catalogue(published=True).values()
    games = [
        game
        for game in every
        if family in (None, game.family)
        and length in (None, tell_length(game).lower())
        and (not percent or _is_won(game, percent))
    ]
    for trouble in others().troubles:
        print(f"solterm: {trouble}", file=sys.stderr)
    named = [each for game in games for each in _with_variants(game)]
    rows = [
        (id, name, game.collection, game.family, game.packs, ", ".join(also))
        for game, id, name, also in named
    ]
    note = f"{len(games)} games. 'solterm play ID' plays one, 'solterm rules ID' explains it."
    return Answer(
        [Report("", _GAMES, rows, [note])],
        [
            {
                "id": game.id,
                "name": game.name,
                "collection": game.collection,
                "family": game.engine.engine_name,
                "packs": game.packs,
                "aka": list(game.also),
                "variants": list(name_variants(game)),
            }
            for game in games
        ],
        "\n".join(f"{id:28} {name} ({game.collection})" for game, id, name, _ in named),
    )


def _with_variants(game: Game) -> Iterator[tuple[Game, str, str, Sequence[str]]]:
    """Yield a game and each of its variants: its id, its name, and its other names."""
    yield game, game.id, game.name, game.also
    for variant_id, options in name_variants(game).items():
        yield game, variant_id, game.titled(options), ()


def _is_won(game: Game, percent: int) -> bool:
    from solterm.manual.odds import odds

    found = odds(game)
    return found is not None and 50 * sum(found) >= percent


def deal(game: Game, number: int, level: int, options: Mapping[str, str]) -> Answer:
    """Deal a game: the opening position, with every card named."""
    play = Play(game, number, level, options=options)
    board = prose.board(play.rules.game, play.table, named=True)
    return Answer([Line(prose.title(play), Look.MAIN), Cards(board)], protocol.opening(play))


def replay(context: Context, file: str) -> tuple[Play, Record]:
    """Replay a record, and return it and its play; ``-`` is standard input."""
    try:
        found = record.read(read_record(context, file))
        return sharing.replay(found), found
    except RecordError as error:
        raise Failure(f"{name_file(file)}: {error}") from None


def tell_replayed(play: Play) -> Answer:
    """Return the result of a replayed record."""
    result = record.result_of(play)
    values = {
        "game": play.game.id,
        "deal": play.deal,
        "level": play.tally.level,
        "outcome": result,
        "score": play.score,
        "moves": play.moves,
        "exceptions": play.tally.exceptions,
        "mark": play.mark,
    }
    return Answer([Line(f"{prose.title(play)}: {result}, {prose.counts(play)}.")], values)


def write_picture(context: Context, file: str, target: str) -> str:
    """Write a picture of the last table of a record into a new file."""
    from solterm.store.settings import load_settings
    from solterm.tui.svg import draw_table

    play, read = replay(context, file)
    title, steps = prose.title(play), Replay(read, find)
    _write_new(target, draw_table(load_settings(context)[0], title, steps, len(steps)))
    return f"{name_file(target)} shows the last table of {title}; any web browser opens it."


def _write_new(target: str, text: str) -> None:
    with (
        explain_new_file(name_file(target), Failure),
        Path(target).open("x", encoding="utf-8") as out,
    ):
        out.write(text)


def read_record(context: Context, file: str) -> str:
    """Return the record in a file or standard input, alone or in a text that players share.

    Raises ``RecordError`` if it is damaged.
    """
    text = text_of(context, file)
    if not has_record(text):
        raise Failure(f"{name_file(file)} contains no recorded game.")
    return record_in(text)


def text_of(context: Context, file: str, most: int = recordfiles.LARGEST) -> str:
    """Read a file or standard input; raise ``RecordError`` if it is not UTF-8."""
    try:
        locations.check_files(context)
        if file == "-":
            _ask_to_paste()
            data = files.check_size(sys.stdin.buffer.read(most + 1) if sys.stdin else b"", most)
        else:
            data = files.data(Path(file), most)
    except StoreError as error:
        raise Failure(str(error)) from None
    except OSError as error:
        raise Failure(f"{name_file(file)} cannot be read: {error.strerror or error}.") from None
    except files.Unfit as error:
        raise Failure(f"{name_file(file)} {error}.") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(data.count(b"\n", 0, error.start) + 1, "it is not UTF-8.") from None


def _ask_to_paste() -> None:
    if sys.stdin and sys.stdin.isatty():
        print("Paste the text, then press Enter and Ctrl+D.", file=sys.stderr)


def name_file(file: str) -> str:
    """Return the name of a file for use in a sentence."""
    return "Standard input" if file == "-" else ascii(file)


def export(context: Context, number: int | None) -> str:
    """Return the record of the current game, or of the Nth latest finished one.

    A record that can't be replayed is returned too, with a warning on standard error.
    """
    with player_store(context) as store:
        saved = store.load_finished(number) if number else store.load_suspended(but=RACE.id)
        if saved:
            try:
                return KeptPlay.resume(store, saved, find).record()
            except StoreError as error:
                # As stored, so that the player can keep and inspect it.
                print(f"solterm: {error} Its record is written as it is.", file=sys.stderr)
                return str(saved.record)
    if number:
        games = "a game" if number == 1 else f"{number} games"
        raise Failure(f"You have not finished {games} yet.")
    raise Failure("No game is being played; 'solterm export 1' writes the latest finished one.")


def stats(context: Context) -> Answer:
    """Return the statistics of finished games, by game and lowest level."""
    found = _figures(context)
    shown = figures.tell_all(found) if found else Line(figures.EMPTY)
    return Answer([shown], figures.values(found))


def _figures(context: Context) -> list[Figures]:
    with player_store(context) as store:
        return statistics.figures(store)


def spreadsheet(context: Context) -> str:
    """Return the statistics as comma-separated values."""
    return figures.spreadsheet(_figures(context))


def forget(context: Context, game_id: str = "") -> str:
    """Reset the statistics of a game, or of all."""
    with player_store(context) as store:
        statistics.forget(store, game_id)
    return f"The statistics of {game_id or 'all games'} are reset."


def back_up(out: Output, file: str) -> str:
    """Write all of the player's data into one file."""
    from solterm.store.backup import backup, find_own_folder

    with _report_errors(), progress(out, Task("Backing up", hint="Ctrl+C stops")) as shown:
        folder = find_own_folder(out.context)
        try:
            count = backup(folder, Path(file).absolute(), shown.update, Patience(say))
        except KeyboardInterrupt:
            raise KeyboardInterrupt("Stopped; no backup was written.") from None
    files = f"{count} file{'s' * (count != 1)}"
    return f"{name_file(file)} holds {files}: all of your games, scores and settings."


def check_backup(context: Context, file: str) -> None:
    """Raise ``Failure`` for a file that is no backup, before the player is asked about it."""
    from solterm.store.backup import check, find_own_folder

    with _report_errors():
        check(find_own_folder(context), Path(file).absolute())


def restore_backup(out: Output, file: str) -> str:
    """Replace the player's data with a backup."""
    from solterm.store.backup import find_own_folder, restore

    task = Task("Restoring", hint="Ctrl+C stops")
    with _report_errors(), stopping() as is_stopped, progress(out, task) as shown:
        folder = find_own_folder(out.context)

        def tell(done: float, total: float | None) -> None:
            shown.update(done, total)
            if is_stopped():  # asked while files are unpacked, before any is replaced
                raise KeyboardInterrupt("Stopped; nothing was changed.")

        aside = restore(folder, Path(file).absolute(), tell)
    kept = f" Your earlier data is in {show_path(aside)}." if aside else ""
    return f"Your data is now that of {name_file(file)}.{kept}"


def import_record(context: Context, file: str) -> str:
    """Keep a record as a saved game under the name of its file, or of its game and deal."""
    play, found = replay(context, file)
    with player_store(context) as store:
        name = sharing.import_game(store, str(found), "" if file == "-" else Path(file).stem)
    if play.tally.won:
        ways = "F6 in the menu of 'solterm' replays it."
    else:
        ways = f"F6 in the menu of 'solterm' opens it, and 'open {name}' in line mode."
    return f"{prose.title(play)} is saved as {name!r}. {ways}"


@contextmanager
def player_store(context: Context) -> Iterator[Store]:
    """Open the player's store, and raise its errors as ``Failure``.

    Report a loss of games at once: only the first opening of the file shows it.
    """
    with _report_errors():
        store = Store.open(context=context, patience=Patience(say))
        try:
            yield store
        except Failure as error:
            raise Failure(f"{error} {store.loss}".rstrip()) from None
        if store.loss:
            print(f"solterm: {store.loss}", file=sys.stderr)


@contextmanager
def _report_errors() -> Iterator[None]:
    """Raise errors of the store as ``Failure``."""
    try:
        yield
    except StoreError as error:
        raise Failure(str(error)) from None
