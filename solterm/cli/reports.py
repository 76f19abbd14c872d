"""Reports on games, deals, records and statistics; backups.

Each function returns what to show, and raises ``Refusal`` when it cannot.
"""

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from solterm.capabilities import Terminal
from solterm.cli.arguments import read_start
from solterm.cli.console import (
    Cards,
    CommandAnswer,
    Markdown,
    Output,
    PlainLine,
    Task,
    confirm,
    is_terminal,
    say,
    tell_columns,
)
from solterm.cli.long_tasks import progress, stopping
from solterm.contests.kinds import RACE
from solterm.context import Context
from solterm.core.game import Game
from solterm.core.phrases import capitalize, count
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.play.record import Record, RecordError
from solterm.core.play.replay import Replay
from solterm.core.refusal import Refusal
from solterm.core.words.notation import write_moves
from solterm.games import catalogue, find, others
from solterm.games.kinship import tell_length
from solterm.games.matching import name_variants
from solterm.manual.odds import odds
from solterm.manual.rules_pages import page
from solterm.plain import prose, protocol
from solterm.sessions import sharing, statistics, statistics_report
from solterm.sessions.plays import Start
from solterm.sessions.report import Column, Emphasis, Report
from solterm.sessions.sharing import has_board, has_record, record_in, start_on
from solterm.store import backup, files, locations, recordfiles
from solterm.store.errors import StoreError, explain_new_file, show_path
from solterm.store.kept import KeptPlay
from solterm.store.patience import Patience
from solterm.store.settings import Settings, load_settings
from solterm.store.store import Store

_PICKLE = b"\x80"
"""The first byte of a pickle, which can run code, so that none is read."""
Draw = Callable[[Settings, str, Replay, int], str]
"""Draws a step of a replay as SVG."""
_GAMES = (
    Column("ID", look=Emphasis.ID),
    Column("game", look=Emphasis.MAIN),
    Column("collection", from_width=76),
    Column("family", from_width=92),
    Column("packs", is_number=True, from_width=92),
    Column("also known as", from_width=112),
)


def list_games(args: Namespace, out: Output) -> CommandAnswer:
    """Return the games of a family and length that can be won often enough.

    Reports faulty games of other packages on standard error.
    """
    every = catalogue(published=True).values()
    games = [
        game
        for game in every
        if args.family in (None, game.family)
        and args.length in (None, tell_length(game).lower())
        and (not args.odds or _is_won(game, args.odds))
    ]
    for trouble in others().troubles:
        print(f"solterm: {trouble}", file=sys.stderr)
    named = [each for game in games for each in _with_variants(game)]
    rows = [
        (id, name, game.collection, game.family, game.packs, ", ".join(also))
        for game, id, name, also in named
    ]
    note = f"{len(games)} games. 'solterm play ID' plays one, 'solterm rules ID' explains it."
    return CommandAnswer(
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
    found = odds(game)
    return found is not None and 50 * sum(found) >= percent


def explain_rules(args: Namespace, out: Output) -> CommandAnswer:
    """Return the rules page of a game."""
    return CommandAnswer([Markdown(page(args.game.game.id))])


def show_deal(args: Namespace, out: Output) -> CommandAnswer:
    """Deal a game: the opening position, with every card named."""
    start = read_start(args)
    play = Play(start.game, args.deal, start.level or 3, options=start.options)
    board = prose.board(play.rules.game, play.table, named=True)
    title = PlainLine(prose.title(play), Emphasis.MAIN)
    return CommandAnswer([title, Cards(board)], protocol.opening(play))


# -- records -------------------------------------------------------------------------------


def read_play(context: Context, file: str) -> tuple[Play, Record]:
    """Replay a record, and return it and its play; ``-`` is standard input."""
    try:
        found = record.read(read_record(context, file))
        return sharing.replay(found), found
    except RecordError as error:
        raise Refusal(f"{name_file(file)}: {error}") from None


def tell_replayed(play: Play) -> CommandAnswer:
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
    return CommandAnswer(
        [PlainLine(f"{prose.title(play)}: {result}, {prose.counts(play)}.")], values
    )


def write_picture(context: Context, file: str, target: str, draw: Draw) -> str:
    """Write a picture of the last table of a record into a new file."""
    play, read = read_play(context, file)
    _write_new(target, _draw_last(context, play, read, draw))
    title = prose.title(play)
    return f"{name_file(target)} shows the last table of {title}; any web browser opens it."


def _draw_last(context: Context, play: Play, read: Record, draw: Draw) -> str:
    steps = Replay(read, find)
    return draw(load_settings(context)[0], prose.title(play), steps, len(steps))


def _write_new(target: str, text: str) -> None:
    with (
        explain_new_file(name_file(target)),
        Path(target).open("x", encoding="utf-8") as out,
    ):
        out.write(text)


def read_record(context: Context, file: str) -> str:
    """Return the record in a file or standard input, alone or in a text that players share.

    Raises ``RecordError`` if it is damaged.
    """
    text = text_of(context, file)
    if not (has_record(text) or has_board(text)):
        raise Refusal(f"{name_file(file)} contains no recorded game and no board.")
    return record_in(text)


def read_start_of(args: Namespace, context: Context) -> Start:
    """Return the deal or the board that a command names: a game and ``--deal``, or a file."""
    if isinstance(args.game, Start):
        start = read_start(args)
        if start.deal is None:
            args.parser.error("name the deal with --deal, or a file that has a board")
        if args.of:
            args.parser.error("--game is for a board: the deal has its game already")
        return start
    if args.deal or args.option:
        args.parser.error("a board takes neither --deal nor --option")
    return start_on_board(context, args.game, args.of, args.level)


def start_on_board(context: Context, file: str, of: Start | None, level: int | None) -> Start:
    """Return the start on the board in a file or standard input, of a game if one is named."""
    return start_on(text_of(context, file), of.game if of else None, level)


def text_of(context: Context, file: str, most: int = recordfiles.LARGEST) -> str:
    """Read a file or standard input; raise ``RecordError`` if it is not UTF-8."""
    try:
        locations.check_files(context)
        if file == "-":
            _ask_to_paste()
            data = files.check_size(sys.stdin.buffer.read(most + 1) if sys.stdin else b"", most)
        else:
            data = files.data(Path(file), most)
    except OSError as error:
        raise Refusal(f"{name_file(file)} cannot be read: {error.strerror or error}.") from None
    except files.Unfit as error:
        raise Refusal(f"{name_file(file)} {error}.") from None
    if data.startswith(_PICKLE):
        raise Refusal(f"{name_file(file)} is a saved game of PySolFC. Export its board as text.")
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


def export(args: Namespace, out: Output) -> str:
    """Return the record of the current game, of the Nth latest finished one, or in a file."""
    if isinstance(args.game, str):
        return str(read_play(out.context, args.game)[1])
    return find_record(out.context, args.game)


def draw_game(args: Namespace, out: Output, draw: Draw) -> str:
    """Return a picture of the last position of such a game, as SVG."""
    return _draw_last(out.context, *_read_game(args, out), draw)


def tell_game(args: Namespace, out: Output) -> str:
    """Return the moves that lead to the last position of such a game."""
    play, read = _read_game(args, out)
    steps = Replay(read, find)
    if not len(steps):
        raise Refusal("No move has been made here; 'solterm solve' finds moves that win.")
    if args.format != "text":
        return write_moves(play.game, steps.list_moves(), args.format)
    result = f"{prose.title(play)}: {record.result_of(play)}, {prose.counts(play)}."
    return tell_steps(result, [steps.words(number) for number in range(1, len(steps) + 1)])


def tell_steps(told: str, steps: Sequence[str]) -> str:
    """Return a sentence and steps under it, in as many columns as fit the terminal."""
    width = len(str(len(steps)))
    moves = [f"{number:{width}} {capitalize(words)}" for number, words in enumerate(steps, 1)]
    widest = max(map(len, moves), default=0) + 3
    height = -(-len(moves) // max(1, tell_columns() // widest))
    rows = ("".join(f"{each:{widest}}" for each in moves[row::height]) for row in range(height))
    return "\n".join([told, *map(str.rstrip, rows)])


def _read_game(args: Namespace, out: Output) -> tuple[Play, Record]:
    if isinstance(args.game, str):
        return read_play(out.context, args.game)
    read = record.read(find_record(out.context, args.game))
    return read.replay(find), read


def find_record(context: Context, number: int | None) -> str:
    """Return the record of the current game, or of the ``number``-th latest finished one.

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
        raise Refusal(f"You have not finished {games} yet.")
    raise Refusal("No game is being played; 'solterm export 1' writes the latest finished one.")


def stats(args: Namespace, out: Output) -> CommandAnswer | str:
    """Return the statistics of finished games, by game and lowest level, or reset them."""
    if args.reset is not None:
        confirm(f"Reset the statistics of {args.reset or 'all games'}", args.yes)
    with player_store(out.context) as store:
        if args.reset is not None:
            store.forget(args.reset)
            return f"The statistics of {args.reset or 'all games'} are reset."
        found = statistics.figures(store)
    if args.csv:
        return statistics_report.spreadsheet(found)
    shown = statistics_report.tell_all(found) if found else PlainLine(statistics_report.EMPTY)
    return CommandAnswer([shown], statistics_report.values(found))


# -- all of the data -----------------------------------------------------------------------


def back_up(args: Namespace, out: Output) -> str:
    """Write all of the player's data into one file."""
    with progress(out, Task("Backing up", hint="Ctrl+C stops")) as shown:
        folder, file = backup.find_own_folder(out.context), Path(args.file).absolute()
        try:
            number = backup.backup(folder, file, shown.update, Patience(say))
        except KeyboardInterrupt:
            raise KeyboardInterrupt("Stopped; no backup was written.") from None
    told = f"{name_file(args.file)} holds {count(number, 'files')}"
    return f"{told}: all of your games, scores and settings."


def restore_backup(args: Namespace, out: Output) -> str:
    """Replace the player's data with a backup."""
    folder, file = backup.find_own_folder(out.context), Path(args.file).absolute()
    if not args.yes:
        backup.check(folder, file)  # before the player is asked about it
    confirm("Replace your present data with the backup", args.yes)
    task = Task("Restoring", hint="Ctrl+C stops")
    with stopping() as is_stopped, progress(out, task) as shown:

        def tell(done: float, total: float | None) -> None:
            shown.update(done, total)
            if is_stopped():  # asked while files are unpacked, before any is replaced
                raise KeyboardInterrupt("Stopped; nothing was changed.")

        aside = backup.restore(folder, file, tell)
    kept = f" Your earlier data is in {show_path(aside)}." if aside else ""
    return f"Your data is now that of {name_file(args.file)}.{kept}"


def import_record(args: Namespace, out: Output) -> str:
    """Keep a record as a saved game under the name of its file, or of its game and deal."""
    play, found = read_play(out.context, args.file)
    with player_store(out.context) as store:
        stem = "" if args.file == "-" else Path(args.file).stem
        name = sharing.import_game(store, str(found), stem)
    if play.tally.won:
        ways = "F6 in the menu of 'solterm' replays it."
    else:
        ways = f"F6 in the menu of 'solterm' opens it, and 'open {name}' in line mode."
    return f"{prose.title(play)} is saved as {name!r}. {ways}"


@contextmanager
def player_store(context: Context) -> Iterator[Store]:
    """Open the player's store.

    Report a loss of games at once: only the first opening of the file shows it.
    """
    store = Store.open(context=context, patience=Patience(say))
    try:
        yield store
    except Refusal as refusal:
        raise Refusal(f"{refusal} {store.loss or ''}".rstrip()) from None
    if store.loss:
        print(f"solterm: {store.loss}", file=sys.stderr)


# -- the terminal --------------------------------------------------------------------------


def has_screen(terminal: Terminal) -> bool:
    """Whether standard input and output are a terminal that can show the full program."""
    return terminal.is_tty and not (terminal.cannot_paint or terminal.no_screen)


def regain_screen(context: Context) -> Context:
    """Take keys from the terminal after reading a pipe, as pagers do, if the output goes there."""
    terminal = context.terminal
    if terminal.is_tty or not is_terminal(sys.stdout):
        return context
    try:
        keyboard = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        return context
    os.dup2(keyboard, 0)
    os.close(keyboard)
    return context._replace(terminal=terminal._replace(is_tty=True))
