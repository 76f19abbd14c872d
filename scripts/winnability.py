"""What `scripts/winnable` does: raw findings in, a table for readers and one for the program out.

The raw file has a line for each rule-set and level: what became of deals 1, 2, 3 ..., a letter
each: W won, L lost, ? undecided, - not looked at.
"""

import csv
import io
import sys
from collections.abc import Sequence
from pathlib import Path

from solterm.cli.studying import read_rows
from solterm.games import catalogue
from solterm.manual.odds import Odds

_ROOT = Path(__file__).parent.parent
RAW = _ROOT / "docs/winnable.csv"
TABLE = _ROOT / "docs/winnable.md"
ODDS = _ROOT / "solterm/games/odds.csv"
LEVELS = (3, 2, 1)
_LETTERS = {"won": "W", "lost": "L", "undecided": "?"}

Findings = dict[tuple[str, int], str]
"""The letters of each game at each level."""

_HEAD = """\
# Deals that can be won

How many deals of each rule-set can be won by somebody who sees all cards, at its three levels.
`solterm study` looked at deals 1, 2, 3 and so on; `scripts/winnable` made this table of
[what it found](winnable.csv). The interval holds the share of all deals with 95 % certainty, if
every deal left undecided is taken to be lost for its lower bound and to be won for its upper one.
A player who does not see the hidden cards wins fewer.

Poker is won with 200 points, Concentration whenever all pairs are found.

| game | level | deals | won | lost | undecided | can be won |
|---|---|---|---|---|---|---|
"""


def read_raw(text: str) -> Findings:
    """The findings of the raw file."""
    rows = csv.DictReader(text.splitlines())
    return {(row["game"], int(row["level"])): row["findings"] for row in rows}


def write_raw(findings: Findings) -> str:
    """The raw file."""
    return _csv(
        ("game", "level", "findings"),
        [
            (game, level, findings[game, level])
            for game in catalogue()
            for level in LEVELS
            if (game, level) in findings
        ],
    )


def take_up(findings: Findings, files: Sequence[Path]) -> Findings:
    """The findings with the rows of studies; a deal once decided stays so.

    Games played with options are others: their rows are left.
    """
    taken = {key: list(letters) for key, letters in findings.items()}
    for file in files:
        for row in (each for each in read_rows(file) if not each.options):
            letters = taken.setdefault((row.game, row.level), [])
            letters += "-" * (row.deal - len(letters))
            if letters[row.deal - 1] in "-?":
                letters[row.deal - 1] = _LETTERS[row.finding]
    return {key: "".join(letters) for key, letters in taken.items()}


def odds_of(letters: str) -> Odds:
    """What the findings of a game at a level come to."""
    won, lost = letters.count("W"), letters.count("L")
    return Odds(won + lost + letters.count("?"), won, lost)


def write_table(findings: Findings) -> str:
    """The page for readers."""
    lines = []
    for game in catalogue().values():
        for level in LEVELS:
            if letters := findings.get((game.id, level)):
                odds = odds_of(letters)
                counts = f"{odds.deals} | {odds.won} | {odds.lost} | {odds.undecided}"
                name = f"{game.name} ({game.collection})" if level == LEVELS[0] else ""
                share = f"{odds.least:.1%} to {odds.most:.1%}"
                lines.append(f"| {name} | {level} | {counts} | {share} |\n")
    return _HEAD + "".join(lines)


def write_odds(findings: Findings) -> str:
    """The program's own table."""
    counted = {key: odds_of(letters) for key, letters in findings.items()}
    return _csv(
        ("game", "level", "deals", "won", "lost"),
        [
            (game, level, *counted[game, level])
            for game in catalogue()
            for level in LEVELS
            if (game, level) in counted
        ],
    )


def _csv(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([head, *rows])
    return out.getvalue()


def main(files: Sequence[str]) -> None:
    """Take up rows, and write all three files anew."""
    known = read_raw(RAW.read_text(encoding="utf-8")) if RAW.exists() else {}
    findings = take_up(known, [Path(file) for file in files])
    RAW.write_text(write_raw(findings), encoding="utf-8")
    TABLE.write_text(write_table(findings), encoding="utf-8")
    ODDS.write_text(write_odds(findings), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
