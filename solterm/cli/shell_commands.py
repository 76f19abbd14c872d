"""The commands of the shell, in the order of ``--help``: what each takes, and what runs it.

Only ``solterm.cli.main`` loads the module of a command, and only to run it, so that the first
screen comes quickly.
"""

from solterm.cli import arguments
from solterm.cli.host_commands import HOST_COMMANDS, PLACE
from solterm.cli.parser import ShellCommand, argument, switch
from solterm.core import deals

# -- arguments of several commands ----------------------------------------------------------

_LEVELS = "1 (easy), 2 or 3 (default)"

SHELLS = ("bash", "zsh", "fish")
"""The shells that have a completion script."""

GAME = argument("game", "ID", "the id or name of a game", type=arguments.start)
JSON = switch("--json", "print JSON")
OPTION = argument(
    "--option",
    "KEY=VALUE",
    "a choice that the game offers",
    type=arguments.option,
    action="append",
    default=[],
)
DEAL = (
    GAME,
    argument("--deal", "N", "the number of the deal", type=deals.parse, required=True),
    argument("--level", "LEVEL", _LEVELS, type=arguments.level),
    OPTION,
)
SECONDS = argument(
    "--seconds",
    "S",
    "how long to search, in seconds of processor time (60)",
    type=arguments.seconds,
    default=60.0,
)
RECORD = argument("file", "FILE", "the record; - reads standard input")


COMMANDS: dict[str, ShellCommand] = {
    "play": ShellCommand(
        "resume a game, or deal it",
        "main.play",
        GAME.but(nargs="?"),
        argument("--deal", "N", "start a new game with this deal", type=deals.parse),
        argument("--board", "FILE", "start a new game with the board of a text; - reads it"),
        argument("--level", "LEVEL", _LEVELS, type=arguments.level),
        OPTION.but(help="a choice that the game offers; starts a new game"),
        switch("--winnable", "start a new game that can be won"),
        switch("--random", "play a game at random, of all or of the family of ID"),
        switch("--plain", "play in lines of text"),
        JSON.but(help="play in JSON lines, for programs; implies --plain"),
        examples=(
            "solterm play demon",
            "solterm play kloncan-klondike --deal 617 --level 2",
            "solterm play free-cell --winnable",
            "solterm play farewell-to-kings --option size=small",
            "solterm play free-cell --plain",
            "solterm play --board board.txt",
            "solterm play --random",
            "solterm play spider --random",
        ),
    ),
    "daily": ShellCommand(
        "play the deal of the day",
        "main.play_daily",
        argument("day", "DAY", "another day, as 2026-12-24", nargs="?", default=""),
        switch("--plain", "play in lines of text"),
        JSON.but(help="play in JSON lines, for programs; implies --plain"),
        about="""\
One game a day, the same for everyone, with one try. On the page of another
day you find your result; a deal you missed in the last seven days can be
practised.""",
        examples=("solterm daily", "solterm daily 2026-12-24", "solterm daily --plain"),
    ),
    "contest": ShellCommand(
        "play contests in lines of text: tours, golf, Reno",
        "main.play_contest",
        argument("words", "WORD", "the first line to run, such as 'tour' or 'golf 18'", nargs="*"),
        switch("--plain", "play in lines of text, as it always does"),
        JSON.but(help="play in JSON lines, for programs"),
        examples=("solterm contest", "solterm contest tour", "solterm contest golf 18"),
    ),
    "list": ShellCommand(
        "list all games",
        "reports.list_games",
        argument("--family", "FAMILY", "only games of this family", type=arguments.family),
        argument(
            "--length", None, "only games that last this long", choices=("short", "medium", "long")
        ),
        argument(
            "--odds",
            "PERCENT",
            "only games of which at least so many deals can be won",
            type=arguments.percent,
            default=0,
        ),
        JSON,
        about="""\
A short game has fewer than 52 moves, a long one 104 or more. The odds are
those of level 3, if you see all cards.""",
        examples=(
            "solterm list",
            "solterm list --family spider",
            "solterm list --length short --odds 80",
            "solterm list --json",
        ),
    ),
    "rules": ShellCommand(
        "explain the rules of a game",
        "reports.explain_rules",
        GAME,
        examples=("solterm rules free-cell",),
    ),
    "deal": ShellCommand(
        "show a deal with every card named",
        "reports.show_deal",
        *DEAL,
        JSON,
        examples=(
            "solterm deal free-cell --deal 617",
            "solterm deal kloncan-klondike --deal 617 --level 2 --json",
        ),
    ),
    "solve": ShellCommand(
        "find a way to win a deal or a board",
        "solver_commands.solve_deal",
        argument("game", "ID|FILE", "a game, or a file with a board", type=arguments.start_or_file),
        DEAL[1].but(required=False),
        argument("--game", "ID", "the game of the board", type=arguments.start, dest="of"),
        *DEAL[2:],
        SECONDS,
        switch("--record", "print a record on a terminal too"),
        argument(
            "--format",
            None,
            "how to write a win: text (on a terminal), record (else), moves, fc-solve",
            choices=("text", "record", "moves", "fc-solve"),
        ),
        JSON,
        about="""\
On a terminal it lists the moves of a win in words; in a pipe or a file, or
with --record, it prints a record, which 'solterm replay' checks. The format
moves has them as they are typed, and fc-solve in the standard notation of
Free Cell: 26 a5 1h. If it finds no win, it says whether the deal is lost or
undecided. The solver sees all cards. Ctrl+C stops the search early.

A board is a text with a row of cards for each pile, such as '4C 2C 9C 8C', or
a saved game of Solvitaire or KPatience; - reads standard input. Its shape tells
the game, unless --game does.""",
        examples=(
            "solterm solve free-cell --deal 164",
            "solterm solve kloncan-klondike --deal 617 --level 2 --seconds 10",
            "solterm solve free-cell --deal 164 | solterm replay -",
            "solterm solve board.txt",
            "solterm deal spider --deal 5 | solterm solve -",
        ),
    ),
    "study": ShellCommand(
        "count how many deals of a game can be won",
        "studying.study_asked",
        argument("game", "ID|all", "a game, or all of the catalogue", type=arguments.start_or_all),
        argument(
            "--deals",
            "N-M|N,M|FILE",
            "the numbers of the deals, or a file with a number on each line",
            type=arguments.deal_numbers,
            required=True,
        ),
        argument("--level", "LEVEL", "one level instead of all three", type=arguments.level),
        OPTION,
        argument("--jobs", "J", "how many processes to use (1)", type=arguments.jobs, default=1),
        SECONDS.but(
            default=None,
            help="processor time for each deal, in seconds (5), or with --hints for each hint (1)",
        ),
        argument("--positions", "P", "limit work, not time", type=arguments.positions),
        switch("--hints", "count the deals won by following hints alone"),
        argument("--csv", "FILE", "keep a row for each deal, and resume from them"),
        JSON.but(help="print a row for each deal as JSON"),
        about="""\
Counts the deals that were won and lost, and gives the 95% interval of the
share of all deals that can be won. Undecided deals widen it on both sides.
The time limit counts processor time, so that a busy machine changes no
verdict; a limit of positions gives the same results on all machines. With
--hints, it plays each deal by hints alone instead, and counts those won.
Ctrl+C stops and shows the results so far; with --csv, running it again
continues.

Behind a number, a file may have a verdict, such as '11982,lost'. Those that
the study contradicts are listed.""",
        examples=(
            "solterm study free-cell --deals 1-100",
            "solterm study free-cell --deals 11982,146692 --level 3",
            "solterm study free-cell --deals published.csv --level 3",
            "solterm study royale-golf --deals 1-1000 --level 3 --jobs 2 --seconds 10",
            "solterm study farewell-to-kings --deals 1-50 --option difficulty=easy",
            "solterm study all --deals 1-20 --csv rows.csv",
            "solterm study klondike-deal-3 --deals 1-50 --level 3 --hints",
        ),
    ),
    "analyse": ShellCommand(
        "find the move that lost a game",
        "solver_commands.analyse_game",
        argument("file", "FILE", "a record (default: the latest finished game)", nargs="?"),
        SECONDS,
        JSON,
        about="""\
Names the move after which the game could no longer be won, and a winning line
from the position before it. If time runs out, it names the range of moves
instead. The solver sees all cards.
Ctrl+C stops and shows the results so far.""",
        examples=(
            "solterm analyse",
            "solterm analyse game.txt --seconds 10",
            "solterm export | solterm analyse -",
        ),
    ),
    "replay": ShellCommand(
        "replay a record and show its result",
        "main.replay",
        RECORD,
        JSON,
        argument("--svg", "FILE", "write a picture of the last table (SVG)"),
        about="""\
At a terminal, shows the record step by step first, also one from a pipe. A
record whose moves are not legal, or whose score is not the one they earn, is
refused. The text that C copies on the screen is a record too, with other text
around it or not.""",
        examples=(
            "solterm replay game.txt",
            "solterm replay game.txt --json",
            "solterm export 1 | solterm replay - --svg game.svg",
        ),
    ),
    "export": ShellCommand(
        "print a game: its record, its moves or a picture",
        "main.export",
        argument(
            "game",
            "N|FILE",
            "the Nth latest finished game, or a record or board (default: the current game)",
            nargs="?",
            type=arguments.count_or_file,
        ),
        argument(
            "--format",
            None,
            "what to print: record (default), text, moves, fc-solve, svg",
            choices=("record", "text", "moves", "fc-solve", "svg"),
            default="record",
        ),
        about="""\
The moves are those that lead to the last position: in words (text), as they are
typed (moves), or in the standard notation of Free Cell (fc-solve). The picture
(svg) shows this position, also that of a board.""",
        examples=(
            "solterm export > game.txt",
            "solterm export 1                        the latest finished game",
            "solterm export 1 --format text",
            "solterm export board.txt --format svg > board.svg",
        ),
    ),
    "scores": ShellCommand(
        "show the score sheets and the boards",
        "score_commands.scores",
        JSON,
        examples=("solterm scores", "solterm scores --json"),
    ),
    "boards": ShellCommand(
        "show where shared boards are kept",
        "score_commands.show_boards",
        switch("--prepare", "set up the folder in SOLTERM_SHARED for all players"),
        examples=("solterm boards", "SOLTERM_SHARED=/srv/cards solterm boards --prepare"),
    ),
    "stats": ShellCommand(
        "show games won, streaks and times",
        "reports.stats",
        JSON,
        switch("--csv", "print comma-separated values for spreadsheets"),
        argument(
            "--reset",
            "ID",
            "reset the statistics of a game, or of all",
            nargs="?",
            type=arguments.game_id_or_all,
            const="",
        ),
        switch("--yes", "reset without asking"),
        examples=(
            "solterm stats",
            "solterm stats --csv > stats.csv",
            "solterm stats --reset free-cell",
        ),
    ),
    "backup": ShellCommand(
        "save all of your data in one file",
        "reports.back_up",
        argument("file", "FILE", "the new file"),
        examples=("solterm backup cards.zip",),
    ),
    "restore": ShellCommand(
        "replace your data with a backup",
        "reports.restore_backup",
        argument("file", "FILE", "the backup"),
        switch("--yes", "restore without asking"),
        about="""\
Your present data moves to another folder, whose name has the date.""",
        examples=("solterm restore cards.zip",),
    ),
    "import": ShellCommand(
        "keep a record as a saved game",
        "reports.import_record",
        RECORD,
        about="""\
The text that C copies on the end page is a record too. With -, paste it and
press Ctrl+D.""",
        examples=("solterm import game.txt", "solterm import -"),
    ),
    "serve": ShellCommand(
        "run a card room that players reach with ssh",
        "serving.serve",
        argument("--host", "ADDR", "the address to listen on (all)", default=""),
        argument("--port", "N", "the port (2222)", type=arguments.port, default=2222),
        argument("--data", "DIR", "the folder for the host key and the players"),
        argument("--keys", "FILE", "admit only the keys in this file (like authorized_keys)"),
        switch("--closed", "refuse guests: admit only players with a key"),
        argument("--database", "URL", "keep players in PostgreSQL, to share them between hosts"),
        argument(
            "--sessions-database",
            "URL",
            "the same database for the sessions' own role, which can do less",
        ),
        argument("--schedule", "FILE", "begin the contests in this file by the clock"),
        argument("--log", "FILE", "log to this file instead of standard error"),
        argument(
            "--metrics",
            "[HOST:]PORT",
            "serve figures for Prometheus over HTTP (on 127.0.0.1)",
            type=arguments.address,
        ),
        argument(
            "--web",
            "[HOST:]PORT",
            "serve browsers over HTTP too (on 127.0.0.1)",
            type=arguments.address,
        ),
        switch("--even-as-root", "run as root (not recommended)"),
        about="""\
Players connect with any ssh client and play at once; their key identifies
them. They get no account, no shell and no files on the host. The host key,
the players and the limits (serve.toml, reread on SIGHUP) are in one folder.""",
        examples=(
            "solterm serve",
            "solterm serve --port 22 --data /srv/cards --closed",
            "solterm host --help                     what else a host's administrator can do",
        ),
    ),
    "host": ShellCommand(
        "administer a card room, also while it runs",
        "",
        *PLACE,
        commands=HOST_COMMANDS,
        about="""\
Each command writes a line to audit.log in the host's folder.""",
        examples=(
            "solterm host status",
            "solterm host ban ann --for 3d",
            "solterm host backup cards.zip",
        ),
    ),
    "completion": ShellCommand(
        "print a completion script for a shell",
        "completion.print_script",
        argument("shell", "SHELL", "bash, zsh or fish", choices=SHELLS),
        examples=(
            'eval "$(solterm completion bash)"       in ~/.bashrc',
            'eval "$(solterm completion zsh)"        in ~/.zshrc',
            "solterm completion fish > ~/.config/fish/completions/solterm.fish",
        ),
    ),
    "doctor": ShellCommand(
        "check your data and your terminal",
        "doctor.examine",
        examples=("solterm doctor",),
    ),
}
