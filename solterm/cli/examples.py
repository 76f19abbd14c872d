"""The examples and explanations at the end of each help text."""

PROGRAM = """\
examples:
  solterm                                 resume your last game, or choose one
  solterm play kloncan-klondike           resume Klondike, or deal it
  solterm play kloncan-canfield --deal 617 --level 2
  solterm play kloncan-klondike --plain   lines of text for screen readers and pipes
  solterm contest                         tours, tournaments, golf and score sheets
  solterm rules kloncan-canfield
  solterm solve free-cell --deal 164      find a way to win a deal
  solterm export > game.txt               write the record of the current game
  solterm replay game.txt                 replay it step by step
  solterm replay game.txt --cast game.cast
  solterm import game.txt                 keep it as a saved game
  solterm stats                           games won, streaks and times
  solterm verify tour                     check every result of a board
  solterm --player ann                    play as someone else on this account
  solterm backup cards.zip                save all games, scores and settings
  solterm restore cards.zip
  eval "$(solterm completion bash)"       complete commands, games and options with Tab
"""

COMMANDS = {
    "play": """\
examples:
  solterm play demon
  solterm play kloncan-klondike --deal 617 --level 2
  solterm play free-cell --winnable hard
  solterm play farewell-to-kings --option size=small
  solterm play free-cell --plain
""",
    "contest": """\
examples:
  solterm contest
  solterm contest tour
  solterm contest golf 18
""",
    "list": """\
examples:
  solterm list
  solterm list --json
""",
    "rules": """\
examples:
  solterm rules free-cell
""",
    "deal": """\
examples:
  solterm deal free-cell --deal 617
  solterm deal kloncan-klondike --deal 617 --level 2 --json
""",
    "solve": """\
On a terminal it lists the moves of a win in words; in a pipe or a file, or
with --record, it prints a record, which 'solterm replay' checks. If it finds
no win, it says whether the deal is lost or undecided. The solver sees all
cards. Ctrl+C stops the search early.

examples:
  solterm solve free-cell --deal 164
  solterm solve kloncan-klondike --deal 617 --level 2 --seconds 10
  solterm solve free-cell --deal 164 | solterm replay -
""",
    "study": """\
Counts the deals that were won and lost, and gives the 95% interval of the
share of all deals that can be won. Undecided deals widen it on both sides.
The time limit counts processor time, so that a busy machine changes no
verdict. With --hints, it plays each deal by hints alone instead, and counts
those won. Ctrl+C stops and shows the results so far; with --csv, running it
again continues.

examples:
  solterm study free-cell --deals 1-100
  solterm study royale-golf --deals 1-1000 --level 3 --jobs 2 --seconds 10
  solterm study farewell-to-kings --deals 1-50 --option difficulty=easy
  solterm study all --deals 1-20 --csv rows.csv
  solterm study klondike-deal-3 --deals 1-50 --level 3 --hints
""",
    "analyse": """\
Names the move after which the game could no longer be won, and a winning line
from the position before it. If time runs out, it names the range of moves
instead. The solver sees all cards.
Ctrl+C stops and shows the results so far.

examples:
  solterm analyse
  solterm analyse game.txt --seconds 10
  solterm export | solterm analyse -
""",
    "replay": """\
At a terminal, shows the record step by step first. A record whose moves are
not legal, or whose score is not the one they earn, is refused.

examples:
  solterm replay game.txt
  solterm replay game.txt --json
  solterm replay game.txt --cast game.cast
""",
    "export": """\
examples:
  solterm export > game.txt
  solterm export 1                        the latest finished game
""",
    "scores": """\
examples:
  solterm scores
  solterm scores --export tour > results.txt
  solterm scores --import results.txt
""",
    "boards": """\
examples:
  solterm boards
  SOLTERM_SHARED=/srv/cards solterm boards --prepare
""",
    "verify": """\
examples:
  solterm verify tour
  solterm verify results.txt
""",
    "stats": """\
examples:
  solterm stats
  solterm stats --csv > stats.csv
  solterm stats --reset free-cell
""",
    "backup": """\
examples:
  solterm backup cards.zip
""",
    "restore": """\
Your present data moves to another folder, whose name has the date.

examples:
  solterm restore cards.zip
""",
    "import": """\
examples:
  solterm import game.txt
""",
    "serve": """\
Players connect with any ssh client and play at once; their key identifies
them. They get no account, no shell and no files on the host. The host key,
the players and the limits (serve.toml, reread on SIGHUP) are in one folder.

examples:
  solterm serve
  solterm serve --port 22 --data /srv/cards --closed
  solterm serve --status
  solterm serve --message "The host goes down at ten."
""",
    "completion": """\
examples:
  eval "$(solterm completion bash)"       in ~/.bashrc
  eval "$(solterm completion zsh)"        in ~/.zshrc
  solterm completion fish > ~/.config/fish/completions/solterm.fish
""",
    "doctor": """\
examples:
  solterm doctor
""",
}
"""By command."""
