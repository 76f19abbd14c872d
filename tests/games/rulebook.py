"""Print docs/tables.md, the rules of each game in tables, from the declarations of the games.

`scripts/rulebook` writes the page, and a test compares it.
"""

from collections.abc import Iterator
from pathlib import Path

from solterm.core import cards
from solterm.core.cards import DOWN, article
from solterm.core.declaration import KINDS
from solterm.core.game import Game
from solterm.core.groups import BuilderGroup, Group, list_pairs
from solterm.core.play.history import LEVELS
from solterm.core.table import Pile
from solterm.core.vocabulary.consequences import CourtLeaves
from solterm.core.vocabulary.policies import Lift, Peek
from solterm.games import catalogue
from solterm.games.farewell import KingsLeave
from solterm.games.poker_squares import PokerHand
from solterm.scoring import score
from tests.games import rulewords
from tests.games.rulewords import inside, pile_range

PAGE = Path(__file__).parents[2] / "docs/tables.md"


def renew(page: str) -> str:
    """Return the page with the tables of all games under its introduction."""
    introduction, _, _ = page.partition("\n## ")
    sections = (f"## {name}\n\n{game_rules(game)}\n" for name, game in catalogue().items())
    return "\n".join([introduction, *sections])


def mark_table() -> str:
    """Return the points for a win, and for a card of a lost game, by level and exceptions."""
    lines = ["| level | | 0 | 1 | 2 | 3 | 4 | 5 and more | at least |", f"|{'---|' * 9}"]
    for level in LEVELS:
        wins, rates = [], []
        for number in range(6 if level > min(LEVELS) else 1):
            wins.append(_points(level, number, won=True))
            rates.append(f"{_points(level, number, won=False) / 52:g}")
        least = _points(level, 5, won=True, moves_after=1000)
        blank = [""] * (6 - len(wins))
        lines.append(_row(level, "a win", *wins, *blank, least))
        lines.append(_row("", "a card", *rates, *blank, ""))
    return "\n".join(lines)


def _points(level: int, exceptions: int, *, won: bool, moves_after: int = 0) -> int:
    return score(level=level, exceptions=exceptions, moves_after=moves_after, cards=52, won=won)


def hands_table() -> str:
    rows = [_row(hand.words, hand.value) for hand in sorted(PokerHand, reverse=True) if hand]
    return "\n".join(["| hand | points |", "|---|---|", *rows])


def game_rules(game: Game) -> str:
    """Return the table of a game's piles and the list of its other rules."""
    levels = {level: game.rules(level).game for level in LEVELS}
    lines = [_title(game), "", *_table(levels[3]), ""]
    lines += [f"- **{label}**: {text}" for label, text in _facts(levels[3]).items()]
    for level in (2, 1):
        changes = "; ".join(_differences(levels[level + 1], levels[level]))
        if not changes:
            raise ValueError(f"{game.id}: no words for what level {level} changes.")
        lines.append(f"- **Level {level}**: {'also, ' * (level == 1)}{changes}.")
    for level, exception in sorted(game.exceptions.items(), reverse=True):
        lines.append(f"- **Exception at level {level}**: {rulewords.exception(exception)}.")
    return "\n".join(lines)


def _title(game: Game) -> str:
    packs = "one pack" if game.packs == 1 else "two packs"
    cards_used = f"{game.in_play} cards" if game.pack else packs
    facts = [f"{game.name} ({game.collection})", cards_used, f"version {game.version} of its rules"]
    if game.also:
        facts.append(f"also called {', '.join(game.also)}")
    return f"{'; '.join(facts)}."


# -- the piles ---------------------------------------------------------------------------------

_PHRASES = {
    "builds": "builds {}",
    "empty, it takes": "an empty one takes {}",
    "lifted": "gives {}",
    "goes to": "gives to {}",
}
"""The columns of the table after the deal, with the phrase for a change of each."""


def _table(game: Game) -> list[str]:
    """Return a row for each group of piles, or for several equal ones."""
    rows: dict[tuple[str, ...], list[str]] = {}
    for (name, ids), cells in _cells(game).items():
        rows.setdefault((name, _dealt(game, ids), *cells.values()), []).extend(ids)
    lines = [_row(pile_range(ids), *(each or "–" for each in cells)) for cells, ids in rows.items()]
    return [_row("piles", "", "dealt", *_PHRASES), f"|{'---|' * 7}", *lines]


def _row(*fields: object) -> str:
    return f"| {' | '.join(map(str, fields))} |"


def _cells(game: Game) -> dict[tuple[str, tuple[str, ...]], dict[str, str]]:
    """Return the cells of each group of piles, without the deal."""
    owners: dict[int, list[str]] = {}
    for name in game.ids:
        owners.setdefault(id(game.group(name)), []).append(name)
    groups = [(game.group(ids[0]), tuple(ids)) for ids in owners.values()]
    return {
        (group.name, ids): {
            "builds": rulewords.builds(group),
            "empty, it takes": rulewords.opens(group),
            "lifted": rulewords.lifted(group),
            "goes to": _goes_to(game, group),
        }
        for group, ids in groups
    }


def _goes_to(game: Game, group: Group) -> str:
    targets = [_several(game, kind) for kind in group.goes_to]
    spaces = BuilderGroup.of(group).goes_to_spaces
    return ", ".join([*targets, *(f"empty {_several(game, kind)}" for kind in spaces)])


def _several(game: Game, kind: str) -> str:
    """Return the name of a kind of piles."""
    groups = [each for each in game.groups if each.kind == kind]
    plural = "s" * (sum(each.count for each in groups) > 1)
    return " or ".join(dict.fromkeys(f"{each.name}{plural}" for each in groups)) or KINDS[kind]


def _dealt(game: Game, ids: tuple[str, ...]) -> str:
    """Return how many cards are dealt to some piles, and which are face up."""
    tables = [game.deal(deal).table for deal in range(1, 6)]
    columns = [[table.piles[game.ids.index(name)] for table in tables] for name in ids]
    shapes = [{(len(pile), _down(pile)) for pile in column} for column in columns]
    if any(len(shape) > 1 for shape in shapes):
        return "as they come"
    if all(fixed := [_fixed(column) for column in columns]):
        return ", ".join(fixed)
    counts = [len(column[0]) for column in columns]
    hidden = [_down(column[0]) for column in columns]
    if set(counts) == {0, 1}:
        return f"1 on {pile_range(name for name, n in zip(ids, counts, strict=True) if n)}"
    if len(set(counts)) > 1:
        is_stair = counts[-1] - counts[0] == len(ids) - 1
        each = f"{counts[0]} to {counts[-1]}" if is_stair else ", ".join(map(str, counts))
        if not any(hidden):
            return each
        if all(down == count - 1 for down, count in zip(hidden, counts, strict=True)):
            return f"{each}, all but the last face down"
        return f"{each}, face down {', '.join(map(str, hidden))} of them"
    most, count = max(hidden), counts[0]
    if not count or not most:
        return str(count or "")
    if most == count:
        return f"{count}, face down"
    of = [name for name, down in zip(ids, hidden, strict=True) if down]
    where = f"of {pile_range(of)} " * (len(of) < len(ids))
    return f"{count}, {where}the first {most} face down"


def _down(pile: Pile) -> int:
    return sum(bool(card & DOWN) for card in pile)


def _fixed(piles: list[Pile]) -> str:
    """Return the card always dealt there, or its rank, or an empty text if it varies."""
    if any(len(pile) != 1 or _down(pile) for pile in piles):
        return ""
    if len({cards.text(pile[0]) for pile in piles}) == 1:
        return cards.text(piles[0][0])
    ranks = {cards.rank(pile[0]) for pile in piles}
    return article(ranks.pop()) if len(ranks) == 1 else ""


# -- rules of the whole game -------------------------------------------------------------------


def _facts(game: Game) -> dict[str, str]:
    """Return the other rules by label, without empty ones."""
    actions = {
        group.name[:1].upper() + group.name[1:]: group.action.words
        for group in game.groups
        if group.action
    }
    options = [
        f"`{each.key}`: {', '.join(f'`{v}`' for v in each.choices)}" for each in game.options
    ]
    pairs = [rulewords.pairing(each, to.kind) for to in game.groups for each in list_pairs([to])]
    facts = actions | {
        "In twos": f"{'; '.join(pairs)}." * bool(pairs),
        "Covered": " ".join(filter(None, map(rulewords.covered, game.groups))),
        "Base": inside(game.waits.sentence) if game.waits else "",
        "By itself": " ".join(dict.fromkeys(_by_itself(game))),
        "Drawing": _drawing(game),
        "Shown": " ".join(_shown(game)),
        "Memory": " ".join(filter(None, map(rulewords.memory, game.groups))),
        "Sequences": _sequences(game),
        "Won": f"{rulewords.goal(game.rules().goal)}.",
        "Own score": f"{rulewords.own_score(game)}.",
        "Options": f"{'; '.join(options)}." * bool(options),
    }
    return {label: text for label, text in facts.items() if text}


def _sequences(game: Game) -> str:
    """Return how sequences are carried; "" if none are."""
    for each in map(BuilderGroup.of, game.groups):
        if each.sequences:
            part = "run" if each.lift is Lift.RUN else "card"
            return f"may be carried {part} by {part} over free places with one command."
    return ""


def _by_itself(game: Game) -> Iterator[str]:
    for each in game.consequences:
        if isinstance(each, CourtLeaves):
            yield "When all foundations are complete, what is left goes."
        if isinstance(each, KingsLeave):
            yield "The Kings go last."
        for kind in dict.fromkeys(group.kind for group in game.groups):
            if words := each.words(kind, lambda pile: f"`{pile}`"):
                yield f"`{kind}`: {words}"


def _drawing(game: Game) -> str:
    groups = [BuilderGroup.of(group) for group in game.groups]
    if any(group.draw_once for group in groups):
        return "once in the game, any covered card of the tableau may be played."
    return "the card right under an end card may be played too." * any(
        group.draw > 1 for group in groups
    )


def _shown(game: Game) -> Iterator[str]:
    for kind, number in {each.kind: each.reveals for each in game.groups if each.reveals}.items():
        which = "the next card" if number == 1 else f"the top {number}"
        yield f"{which if number < 10 else 'all cards'} of `{kind}` may be seen."
    if game.peek is Peek.ALL:
        yield "A peek shows all cards of a pile."
    if game.peek_when_scored:
        yield "It may be used in scored games too."


def _differences(before: Game, after: Game) -> Iterator[str]:
    """Yield a phrase for each difference from the level above."""
    changed: dict[tuple[str, str], list[str]] = {}
    for (was, cells), now in zip(_cells(before).items(), _cells(after).values(), strict=True):
        for head, phrase in _PHRASES.items():
            if cells[head] != now[head]:
                words = phrase.format(now[head] or "nothing")
                words = words.replace("an empty one takes at any time", "takes at any time")
                changed.setdefault((was[0], words), []).extend(was[1])
    phrases: dict[tuple[str, ...], list[str]] = {}
    for (_, phrase), ids in changed.items():
        phrases.setdefault(tuple(ids), []).append(phrase)
    for ids, changes in phrases.items():
        yield f"{pile_range(ids)}: {', '.join(changes)}"
    facts, others = _facts(before), _facts(after)
    for label in dict.fromkeys((*facts, *others)):
        if facts.get(label) != others.get(label):
            yield f"{inside(label)}: {inside(others.get(label, 'nothing')).rstrip('.')}"


def main() -> None:
    """Write the tables into the page."""
    PAGE.write_text(renew(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
