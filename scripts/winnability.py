"""The work of `scripts/winnable`: add to the findings of studies, and make what follows from them.

The findings have a line for each rule set and level, with a letter for each of deals 1, 2, 3 and so
on: W won, L lost, ? undecided, - not searched. The file of hints has a line for each rule set and
kind of hint, at level 3. The page for readers follows from both. From the findings, games that have
come into a new list of `solterm/contests/daily.py` get their deals of the day. A game that has them
keeps its row, whatever the findings say by now: a day never changes its deal. Only where a game's
rules change, deals that were not won by the new ones give their places in its row to others.
"""

import csv
import hashlib
import io
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from solterm.cli.studying import HINTED, read_rows
from solterm.contests.daily import WEEK
from solterm.core.levels import LEVELS
from solterm.games import catalogue, find
from solterm.manual.odds import Odds, bound, wilson
from solterm.research import StudyRow

_ROOT = Path(__file__).parent.parent
RAW = _ROOT / "solterm/games/findings.csv"
HINTS = _ROOT / "docs/hints.csv"
PUBLISHED = _ROOT / "docs/published.csv"
TABLE = _ROOT / "docs/winnable.md"
DAYS = _ROOT / "solterm/games/daily.csv"
_MOST = 50
"""The deals of the day of a game: it comes four or five times a year."""
_LETTERS = {"won": "W", "lost": "L", "undecided": "?"}

_HINTS_HEAD = """
## Won by hints alone

How a player does who follows every hint and does nothing else, at level 3 in deals 1, 2, 3 and so
on (`solterm study --hints`). The quick hint answers at once. H searches for a while: at the table
for half a second at most, here for the processor time in the column "s". Each share has its 95%
interval. The last column counts only the deals that the solver can win.

| game | quick hint | H | share | s | of winnable deals |
|---|---|---|---|---|---|
"""
_HINTS_FOOT = """
In the Pyramids few deals can be won, and the order of the hidden stock decides which. A quick hint
on trial, which looked one card ahead and counted the partners left for each card, brought 33.5
cards home instead of 31.5 in Solitaire Royale's and 31.2 instead of 29.0 in Ultimate Solitaire's
(deals 1 to 100), and won two deals more in both together: too little for rules of its own. H wins
half of the deals that can be won.

In Will O' Wisp and the Spiders the quick hint rates whole arrangements of the columns. It won 55 of
the deals 1 to 100 of Will O' Wisp, and none when it looked for the next gain. H follows it where no
choice wins a third of its trials: by trials alone it won none of deals 1 to 8. Spiderette needs
plans across several rows of the stock, which neither the quick hint nor short trials find.

In King's Audience, TriPeaks and Easthaven H wins no more than the quick hint: 9, 12 and 2 of the
deals 1 to 40, like the quick hint. Most of these deals could be won by a player who sees all cards.

In Golf the order of the hidden stock decides most deals, so even a perfect player loses many that
could be won. A search with 100 arrangements of the stock for each choice, and no limit of time, won
a third of the winnable deals among deals 1 to 60.
"""

_PUBLISHED_HEAD = """
## Published figures

Some of these games have been counted before: Clock exactly by Jenkyns and Muller (1981), the others
by Blake and Gent, "The Winnability of Klondike Solitaire and Many Other Patience Games" (JAIR 85,
2026, arXiv 1906.12314). Where their rules give more freedom, their share is the most that ours can
be, and the least where they give less: in their Spiders single cards go home. Their figure for
Carpet is in doubt: it may come from an error of their program, where no card is built on another.

| game | here, at level 3 | published | their rules |
|---|---|---|---|
"""

Findings = dict[tuple[str, int], str]
"""The letters of each game at each level."""

QUICK, FULL = "quick", "full"
"""The hint without a worker, and the one on H."""

_HEAD = """\
# Deals that can be won

How many deals of each rule set a player who sees all cards can win, at its three levels.
`solterm study` searched deals 1, 2, 3 and so on, and `scripts/winnable` made this table of its
findings (`solterm/games/findings.csv`). The interval holds the share of all deals with 95%
certainty. Its lower bound takes undecided deals for lost, its upper bound for won. Whatever can be
won at a level can be won at easier ones: a deal won at one counts there too, and no bound is below
the same bound of a harder level. Where no deal was decided, nothing is known. A player who does not
see the hidden cards wins fewer.

A deal is undecided if five seconds of processor time did not decide it. Deals above 100 of the
games with 1,000 had two seconds, those of Baker's Game and Interregnum at level 3 had twenty. The
Classics were searched with the compiled solver: half a second each, then most of the undecided
deals again for five (not at levels 2 and 1 of Australian Patience, Double Free Cell, Forty Thieves,
Gypsy, Shamrocks, Spider and Terrace), and deals above 100 for five at once. Cruel, and King Albert
above deal 100, had five seconds without compilation. How long older searches of German Patience and
Farewell to Kings at levels 2 and 1, and of Matrimony at level 3, took is not recorded.

Poker is won with 200 points, Concentration whenever all pairs are found.

| game | level | deals | won | lost | undecided | can be won |
|---|---|---|---|---|---|---|
"""


class Hinted(NamedTuple):
    """The results of deals 1, 2, 3 and so on by hints alone."""

    seconds: str
    """Processor time for each hint."""
    letters: str
    scored: float
    """The average score."""

    @property
    def counts(self) -> tuple[int, int]:
        """The deals won, and all deals played."""
        won = self.letters.count("W")
        return won, won + self.letters.count("L")


HintFindings = dict[tuple[str, str], Hinted]
"""By game and kind of hint."""


def read_hints(text: str) -> HintFindings:
    """Read the raw file of hints."""
    return {
        (row["game"], row["hint"]): Hinted(row["seconds"], row["findings"], float(row["scored"]))
        for row in csv.DictReader(text.splitlines())
    }


def write_hints(hints: HintFindings) -> str:
    """Return the raw file of hints."""
    return _csv(
        ("game", "hint", "seconds", "findings", "scored"),
        [
            (game, kind, *hints[game, kind])
            for game in catalogue()
            for kind in (QUICK, FULL)
            if (game, kind) in hints
        ],
    )


def take_up_hints(hints: HintFindings, kind: str, seconds: str, file: Path) -> HintFindings:
    """Replace the findings of each game that has rows in a file of `solterm study --hints`."""
    by_game: dict[str, dict[int, StudyRow]] = {}
    for row in read_rows(file, HINTED):
        if row.level == LEVELS[0] and not row.options:
            by_game.setdefault(row.game, {})[row.deal] = row
    taken = dict(hints)
    for game, rows in by_game.items():
        letters = "".join(
            _LETTERS[rows[deal].finding] if deal in rows else "-"
            for deal in range(1, max(rows) + 1)
        )
        scored = sum(row.best or 0 for row in rows.values()) / len(rows)
        taken[game, kind] = Hinted(seconds, letters, round(scored, 1))
    return taken


def write_hint_table(findings: Findings, hints: HintFindings) -> str:
    """Return the part of the page about hints."""
    lines = []
    for game in catalogue().values():
        if (game.id, FULL) in hints:
            cells = _tell_hints(game.id, findings.get((game.id, LEVELS[0]), ""), hints)
            lines.append(f"| {game.name} ({game.collection}) | {' | '.join(cells)} |\n")
    return _HINTS_HEAD + "".join(lines) + _tell_unwon(findings, hints) + _HINTS_FOOT


def _tell_unwon(findings: Findings, hints: HintFindings) -> str:
    """Return a paragraph on the games of the table that the solver never won, if there are any."""
    unwon = [
        f"{game.name} ({count} deals)"
        for game in catalogue().values()
        if (game.id, FULL) in hints and (letters := findings.get((game.id, LEVELS[0])))
        if not letters.count("W") and (count := Odds.of_letters(letters).deals)
    ]
    if not unwon:
        return ""
    told = "At level 3 the solver, which sees all cards, has won no deal of these games: "
    return "\n" + textwrap.fill(f"{told}{', '.join(unwon)}.", 100) + "\n"


def _tell_hints(game: str, solved: str, hints: HintFindings) -> Sequence[str]:
    """Return the cells of a game."""
    quick, full = hints[game, QUICK], hints[game, FULL]
    won, of = full.counts
    if game == "poker":
        points = (f"{each.scored:.0f} points" for each in (quick, full))
        return (*points, "", full.seconds, "")
    least, most = wilson(won, of)
    pairs = zip(full.letters, solved, strict=False)
    winnable = [letter for letter, found in pairs if found == "W" and letter in "WL"]
    return (
        "{} of {}".format(*quick.counts),
        f"{won} of {of}",
        f"{least:.0%} to {most:.0%}",
        full.seconds,
        f"{winnable.count('W')} of {len(winnable)}" if winnable else "",
    )


def read_raw(text: str) -> Findings:
    """Read the file of findings; those under other rules of a game no longer count."""
    return {
        (row["game"], int(row["level"])): row["findings"]
        for row in csv.DictReader(text.splitlines())
        if int(row["version"]) == find(row["game"]).version
    }


def write_raw(findings: Findings) -> str:
    """Return the file of findings."""
    return _csv(
        ("game", "version", "level", "findings"),
        [
            (game.id, game.version, level, findings[game.id, level])
            for game in catalogue().values()
            for level in LEVELS
            if (game.id, level) in findings
        ],
    )


def take_up(findings: Findings, files: Sequence[Path]) -> Findings:
    """Add the rows of studies to the findings; a decided deal keeps its finding.

    Rows of games played with options are skipped: those are other games.
    """
    taken = {key: list(letters) for key, letters in findings.items()}
    for file in files:
        for row in (each for each in read_rows(file) if not each.options):
            letters = taken.setdefault((row.game, row.level), [])
            letters += "-" * (row.deal - len(letters))
            if letters[row.deal - 1] in "-?":
                letters[row.deal - 1] = _LETTERS[row.finding]
    return {key: "".join(letters) for key, letters in taken.items()}


def carry(findings: Findings) -> Findings:
    """Decide deals by other levels: a win counts at easier ones, and a loss at harder ones.

    A level allows every move of a harder one (``tests/solver/test_stricter.py``). Only deals that
    were searched at a level count there: else those that others decide would be too many.
    """
    carried = {}
    for (game, level), letters in findings.items():
        known = list(letters)
        for other in LEVELS:
            sure = "W" if other > level else "L"
            for place, letter in enumerate(findings.get((game, other), "")[: len(letters)]):
                if known[place] == "?" and letter == sure:
                    known[place] = sure
        carried[game, level] = "".join(known)
    return carried


def find_bounds(findings: Findings, game: str) -> dict[int, tuple[float, float]]:
    """Return the bounds of the share of winnable deals at each level where a deal was decided."""
    levels = (level for level in LEVELS if (game, level) in findings)
    return bound({level: Odds.of_letters(findings[game, level]) for level in levels})


def write_table(findings: Findings, hints: HintFindings) -> str:
    """Return the page for readers."""
    lines = []
    for game in catalogue().values():
        bounds = find_bounds(findings, game.id)
        for level in (level for level in LEVELS if (game.id, level) in findings):
            odds = Odds.of_letters(findings[game.id, level])
            counts = f"{odds.deals} | {odds.won} | {odds.lost} | {odds.undecided}"
            name = f"{game.name} ({game.collection})" if level == LEVELS[0] else ""
            lines.append(f"| {name} | {level} | {counts} | {_tell_bounds(bounds.get(level))} |\n")
    return _HEAD + "".join(lines) + _compare(findings) + write_hint_table(findings, hints)


def _tell_bounds(bounds: tuple[float, float] | None) -> str:
    return "{:.1%} to {:.1%}".format(*bounds) if bounds else "not known"


def _compare(findings: Findings) -> str:
    """Return the part of the page about published figures."""
    lines = []
    for row in csv.DictReader(PUBLISHED.read_text(encoding="utf-8").splitlines()):
        ours = _tell_bounds(find_bounds(findings, row["game"]).get(LEVELS[0]))
        error = f" ± {row['error']}%" if float(row["error"]) else ""
        game = find(row["game"]).name
        lines.append(f"| {game} | {ours} | {row['share']}%{error} | {row['relation']} |\n")
    return _PUBLISHED_HEAD + "".join(lines)


def draw(game: str, findings: str) -> list[int]:
    """Return some deals of a game that were won, in an order that looks random."""

    def digest(deal: int) -> bytes:
        return hashlib.sha256(f"{game} {deal}".encode()).digest()

    won = (deal for deal, letter in enumerate(findings, 1) if letter == "W")
    return sorted(won, key=digest)[:_MOST]


def add_days(days: dict[str, str], findings: Findings) -> str:
    """Return the file of the deals of the day, with rows for the games that lack one."""
    for game in (game for weekday in WEEK for game in weekday.games):
        if game not in days:
            days[game] = " ".join(map(str, draw(game, findings[game, LEVELS[0]])))
    return _csv(("game", "deals"), list(days.items()))


def _csv(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([head, *rows])
    return out.getvalue()


def main(files: Sequence[str]) -> None:
    """Add the rows of files to the findings, and rewrite all files.

    The name of a file of hints begins with their kind and seconds: ``full:0.1:rows.csv``.
    """
    known = read_raw(RAW.read_text(encoding="utf-8")) if RAW.exists() else {}
    hints = read_hints(HINTS.read_text(encoding="utf-8")) if HINTS.exists() else {}
    for file in files:
        kind, _, named = file.partition(":")
        if kind in (QUICK, FULL):
            seconds, _, name = named.partition(":")
            hints = take_up_hints(hints, kind, seconds, Path(name))
    solved = [Path(file) for file in files if file.partition(":")[0] not in (QUICK, FULL)]
    findings = carry(take_up(known, solved))
    RAW.write_text(write_raw(findings), encoding="utf-8")
    HINTS.write_text(write_hints(hints), encoding="utf-8")
    TABLE.write_text(write_table(findings, hints), encoding="utf-8")
    rows = csv.DictReader(DAYS.read_text(encoding="ascii").splitlines())
    DAYS.write_text(add_days({row["game"]: row["deals"] for row in rows}, findings))


if __name__ == "__main__":
    main(sys.argv[1:])
