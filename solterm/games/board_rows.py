"""Read the rows of cards of a board, in the forms in which people and programs write boards.

A form is text with a row of cards for each pile, what Solvitaire and Klondike-Solver print, an
object of JSON (Solvitaire, ``solterm deal --json``), or a saved game of KPatience (XML). Which game
it is, and whether it can be a board of that game, is decided by ``board_text``.
"""

import json
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from xml.etree import ElementTree

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.refusal import Refusal

Place = Card | None
"""A card of a row, or None for an empty place."""


class BoardRow(NamedTuple):
    """The cards of a pile, the bottom card first."""

    pile: str
    """An id such as ``t3``, or the letter of a kind if the text does not number its piles."""
    places: tuple[Place, ...]
    line: int = 0
    """The line of the text; 0 if the form has none."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards without the empty places."""
        return tuple(place for place in self.places if place is not None)


class BoardRows(NamedTuple):
    """What a text says about a board."""

    rows: Sequence[BoardRow]
    heading: str = ""
    """Words in front of the rows, which may name the game."""


_LABELS = {
    "f": "foundation foundations founds found aces home goal target hole legs",
    "r": "freecell freecells free cell cells fc reserve",
    "s": "stock talon deck hand redeals",
    "w": "waste discard pile",
    "t": "tableau column columns col stack play store pile piles",
}
_KIND_OF = {word: kind for kind, words in reversed(_LABELS.items()) for word in words.split()}
"""The kind of pile of each word in a label."""

_RUNS = "foundations"
"""The pile of a line with all foundations, of which it may name the top cards alone."""

_RANKS = {"1": "A", "10": "T", "11": "J", "12": "Q", "13": "K"}
_SUITS = str.maketrans("\u2663\u2667\u2666\u2662\u2665\u2661\u2660\u2664", "CCDDHHSS")
_CARD = re.compile(r"(1[0-3]|[A02-9TJQK1])([CDHS])", re.IGNORECASE)
_SUIT_FIRST = re.compile(r"\b([CDHS])(1[0-3]|[A2-9TJQK])\b")
_NO_SUIT = re.compile(r"10|[A2-9TJQK]")
_FEWEST = 10
"""Ranks that make a text a board whose cards lack suits."""
_TOP = re.compile(r"([CDHS])-(1[0-3]|[A0-9TJQK])", re.IGNORECASE)
"""A foundation in the notation of fc-solve: ``H-5``, or ``H-0`` for an empty one."""
_EMPTY = re.compile(r"-+|_+|\.+|empty|none", re.IGNORECASE)
_HIDDEN = re.compile(r"\?+|#+|xx", re.IGNORECASE)
_STARS = re.compile(r"(?<!\S)\*+(?!\S)")
"""A hidden card, not the marks of bold text."""
_RULED = re.compile(r"\s*[-=]*=[-=]{4,}\s*")
"""What fc-solve and Solvitaire print above a state of a solution."""
_SECTION = re.compile(r"\s*-{2,} *([A-Za-z][A-Za-z |]*?) *-{2,}")
"""What Solvitaire prints above the piles of a kind, which stand side by side behind tabs."""
_NUMBERED = re.compile(r"[ >]*(\d{1,2}):(.*)")
_NUMBERS = "w" + 7 * "t" + "s" + 4 * "f"
"""The kinds of the piles 0 to 12 of Klondike-Solver, which names the top card first."""
_PACK = re.compile(r"(?<!\d)(?:(?:0[1-9]|1[0-3])[1-4]){52}(?!\d)")
"""A pack for Klondike-Solver: digits of ranks and suits, in the order of the deal."""
_QUOTE = re.compile(r"^(?:\s*>)+|^\s*(?:[-*+]|\d+[.)])\s+(?=\S)")
"""The marks of a quotation, or of a list, in front of a line."""
_LABEL = re.compile(r"^\s*(?:([a-z]\d{0,2})(-[a-z]\d+)?,?\s+)?([A-Za-z][A-Za-z ]*)?\d*\s*[:=]")
"""The name of a pile in front of its cards: ``t3 column 3:``, ``Freecells:``, ``3:`` or ``:``."""
_ID = re.compile(r"^\s*([dfghrstw]\d{0,2})(?=\s|$)")
"""The name of a pile in solterm's texts of positions."""
_FACE_DOWN = re.compile(r"\d+ face down \(([^)]*)\)|(\w\w) face down")
_UNTOLD = re.compile(r"(\d+) face down")
_EMPTY_CELLS = re.compile(r"(\d+) empty")
_TALON = re.compile(r"[>\s]*talon\b", re.IGNORECASE)
"""The stock of PySolFC's boards, whose first card is the next one."""
_TAG = re.compile(r"<([^\s>]*)")
"""How XML begins, and a row whose first card PySolFC marks as face down: ``<5S> 4H``."""
_RANK_WORDS = (
    *("ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king"),
)
_IN_WORDS = re.compile(
    rf"\b({'|'.join(_RANK_WORDS)}|[2-9]|10) of ({'|'.join(cards.SUIT_NAMES)})\b", re.IGNORECASE
)
"""A card as people say it: ``ten of clubs``."""
_LONGEST = 2000
"""Characters of a line that may be a row; one of two packs has 312, and in words 1,800."""
_DIGITS = 4
"""Digits of the largest number in a saved game."""
_NO_SAVE = "This XML is no saved game of KPatience, or one of an old version."
_PUNCTUATION = re.compile(r"[\[\](){}<>=,;|*`'\"\u2018\u2019\u201c\u201d\ufe0e\ufe0f]")


def read_rows(text: str) -> BoardRows:
    """Return the rows of a board. Raises ``Refusal`` with a sentence for a text without one."""
    stripped = text.strip()
    if stripped.startswith("{"):
        return _read_json(stripped)
    if (tag := _TAG.match(stripped)) and not _CARD.fullmatch(tag[1]):
        return _read_xml(stripped)
    return _read_lines(text)


# -- rows of cards -------------------------------------------------------------------------


def _read_lines(text: str) -> BoardRows:
    if pack := _PACK.search(text):
        return _deal_pack(pack[0])
    lines = text.translate(_SUITS).splitlines()
    if numbered := _read_numbered(lines):
        return numbered
    rows: list[BoardRow] = []
    heading, kinds, beside = "", [""], 0
    for number, line in enumerate(lines, 1):
        if len(line) > _LONGEST:
            continue
        if _RULED.fullmatch(line):
            if _is_state(rows):
                break  # another one of the solution follows
            rows, kinds = [], [""]
            continue
        if section := _SECTION.match(line):
            words = [word.strip().lower().split()[:1] for word in section[1].split("|")]
            kinds = [_KIND_OF.get("".join(word), "t") for word in words]
            beside = len(rows)
            continue
        if kinds[0]:
            _add_beside(rows, line, kinds, beside, number)
            continue
        line = _IN_WORDS.sub(_abbreviate, line)
        line = _SUIT_FIRST.sub(r"\2\1", _STARS.sub("??", line))
        pile, told = _split_label(_QUOTE.sub("", line))
        if pile or _is_row(told):
            places = tuple(_read_places(told, number))
            if _TALON.match(line):
                places = places[::-1]
            rows.append(BoardRow(pile or "t", places, number))
        elif not rows and told.strip(" `"):
            heading = told.strip(" `#")
    if not rows and sum(map(_count_ranks, lines)) >= _FEWEST:
        raise Refusal("These cards have no suits. Write each one with its suit, as in KH.")
    told_runs = [row for row in rows if row.pile == _RUNS]
    others = [row for row in rows if row.pile != _RUNS]
    lying = {card & ~DOWN for row in others for card in row.cards}
    return BoardRows([*(run for row in told_runs for run in _split(row, lying)), *others], heading)


def _is_state(rows: Sequence[BoardRow]) -> bool:
    """Whether rows are more than the end of a state."""
    has_foundations = any(row.pile == _RUNS for row in rows)
    return has_foundations or sum(len(row.cards) for row in rows) >= _FEWEST


def _abbreviate(words: re.Match[str]) -> str:
    """Return a card in words as its letters."""
    rank, suit = words[1].lower(), words[2][0].upper()
    number = int(rank) if rank.isdecimal() else _RANK_WORDS.index(rank) + 1
    return cards.RANKS[number - 1] + suit


def _count_ranks(line: str) -> int:
    """Return how many ranks a line consists of; 0 if it has anything else."""
    words = _words(line)
    return len(words) if all(map(_NO_SUIT.fullmatch, words)) else 0


def _add_beside(
    rows: list[BoardRow], line: str, kinds: Sequence[str], beside: int, number: int
) -> None:
    """Add a line of cards to the piles that stand side by side: the rows from ``beside`` on."""
    for place, word in enumerate(line.rstrip().split("\t")):
        if place >= len(rows) - beside:
            kind = kinds[min(place, len(kinds) - 1)]
            rows.append(BoardRow(_RUNS if kind == "f" else kind, (), number))
        row = rows[beside + place]
        rows[beside + place] = row._replace(places=(*row.places, *_read_places(word, number)))


def _read_numbered(lines: Sequence[str]) -> BoardRows | None:
    """Read the piles that Klondike-Solver prints: ``2: 5H -JS`` has JS face down under 5H."""
    found = {
        int(match[1]): (match[2], n)
        for n, line in enumerate(lines, 1)
        if (match := _NUMBERED.match(line))
    }
    if list(found) != list(range(len(_NUMBERS))):
        return None
    rows = []
    for kind, (told, number) in zip(_NUMBERS, found.values(), strict=True):
        up, _, down = told.partition("-")
        words = [*up.split(), *down.replace("-", " ").lower().split()]
        read = [_read_card(word, f"Line {number}") for word in reversed(words)]
        rows.append(BoardRow(kind, tuple(read), number))
        if kind == "f" and len({cards.suit(card) for card in read}) > 1:
            return None  # thirteen columns of another game
    return BoardRows(rows, "Klondike, draw 1")


def _deal_pack(digits: str) -> BoardRows:
    """Deal a pack for Klondike-Solver, row by row."""
    pack = [
        cards.card(int(digits[at : at + 2]), int(digits[at + 2]) - 1)
        for at in range(0, len(digits), 3)
    ]
    columns: list[list[Card]] = [[] for _ in range(7)]
    for row in range(7):
        for column in range(row, 7):
            columns[column].append(pack.pop(0))
    rows = [BoardRow("t", tuple(column)) for column in columns]
    return BoardRows([*rows, BoardRow("s", tuple(reversed(pack)))], "Klondike, draw 1")


def _split_label(line: str) -> tuple[str, str]:
    """Return the pile that a line names and the rest of it; "" and the line if it names none."""
    label = _LABEL.match(line)
    if label is None and (own := _ID.match(line)):
        return own[1], line[own.end() :]
    if label is None:
        return "", line
    own_id, end, words = label.groups()
    told = line[label.end() :]
    if own_id:
        return own_id[0] if end else own_id, told
    known = next(filter(None, map(_KIND_OF.get, (words or "").lower().split())), "")
    known = _RUNS if known == "f" else known
    if known and (not told.strip() or _is_row(told)):
        return known, told
    is_row = _is_row(told) or (not words and (not told.strip() or _has_card(told)))
    return ("t", told) if is_row else ("", line)


def _is_row(told: str) -> bool:
    """Whether most words of a line are cards or empty places, and not only dashes around words."""
    words = _words(_FACE_DOWN.sub(r"\1\2", told))
    empty = sum(_EMPTY.fullmatch(word) is not None for word in words)
    filled = sum(any(form.fullmatch(word) for form in (_CARD, _TOP, _HIDDEN)) for word in words)
    is_row = 2 * (filled + empty) > len(words) and (filled > 0 or empty == len(words))
    return is_row or _UNTOLD.search(told) is not None


def _has_card(told: str) -> bool:
    return any(map(_CARD.fullmatch, _words(told)))


def _words(told: str) -> list[str]:
    return _PUNCTUATION.sub(" ", told).split()


def _read_places(told: str, number: int) -> Iterator[Place]:
    """Yield the places of a row; raise ``Refusal`` that names a word that is no card."""
    told = _FACE_DOWN.sub(lambda found: (found[1] or found[2]).lower(), told)
    if untold := _UNTOLD.search(told):
        raise Refusal(f"Line {number} hides {untold[1]} cards. A board needs the name of each one.")
    told = _EMPTY_CELLS.sub(lambda found: "- " * int(found[1]), told)
    for word in _words(told):
        if top := _TOP.fullmatch(word):
            yield from _run_to(top[2], top[1])
        elif _EMPTY.fullmatch(word):
            yield None
        else:
            yield _read_card(word, f"Line {number}")


def _read_card(word: str, where: str) -> Card:
    """Return a card; it lies face down if its suit is in lower case."""
    found = _CARD.fullmatch(word)
    if _HIDDEN.fullmatch(word):
        raise Refusal(f"{where} hides a card. A board needs the name of each one.")
    if not found:
        raise Refusal(f"{where}: {word[:20]!a} is not a card.")
    rank, suit = found[1].upper(), found[2]
    face = cards.parse(_RANKS.get(rank, rank.replace("0", "T")) + suit.upper())
    return face | DOWN if suit.islower() else face


def _run_to(rank: str, suit: str) -> list[Card]:
    """Return the cards of a suit from its Ace up to a rank; none for 0."""
    letter = _RANKS.get(rank, rank.upper())
    return [cards.parse(r + suit.upper()) for r in cards.RANKS[: cards.RANKS.find(letter) + 1]]


def _split(row: BoardRow, lying: Container[Card]) -> list[BoardRow]:
    """Return a row for each suit of the foundations.

    A card alone stands for all below it too, unless one of them is ``lying`` elsewhere.
    """
    suits: dict[int, list[Card]] = {}
    for card in row.cards:
        suits.setdefault(cards.suit(card), []).append(card & ~DOWN)
    runs = []
    for suit, run in suits.items():
        below = _run_to(cards.RANKS[cards.rank(run[0]) - 1], cards.SUITS[suit])
        runs.append(run if run[1:] or any(card in lying for card in below) else below)
    return [BoardRow("f", tuple(run), row.line) for run in runs]


# -- other programs ------------------------------------------------------------------------


def _read_json(text: str) -> BoardRows:
    """Read an object of Solvitaire's, or one of ``solterm deal --json``."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal(f"This is not JSON: {error}.") from None
    if not isinstance(found, dict):
        raise Refusal("A board in JSON is an object with piles.")
    if isinstance(found.get("piles"), dict):
        heading = str(found.get("game", ""))
        return BoardRows([_read_pile(*each) for each in found["piles"].items()], heading)
    return BoardRows([row for key, value in found.items() for row in _read_value(key, value)])


def _read_pile(pile: str, told: Any) -> BoardRow:
    """Return the row of a pile of ``solterm deal --json``; those face down lie under the others."""
    names = told.get("cards") if isinstance(told, Mapping) else None
    down = told.get("down", 0) if isinstance(told, Mapping) else 0
    if not pile or not isinstance(names, list) or not isinstance(down, int):
        raise Refusal(f"The pile {pile[:20]!a} has no list of cards.")
    read = [_read_card(str(name), f"Pile {pile}") & ~DOWN for name in names]
    return BoardRow(pile, tuple(card | DOWN * (k < down) for k, card in enumerate(read)))


def _read_value(key: str, value: Any) -> list[BoardRow]:
    """Return the rows of a key of Solvitaire's: a card, a list of them, or a list of lists."""
    known = (_KIND_OF.get(word) for word in key.lower().split())
    kind = next(filter(None, known), None)
    if kind is None:
        raise Refusal(f"{key[:20]!a} is no kind of pile.")
    lists = (
        value if isinstance(value, list) and all(isinstance(v, list) for v in value) else [value]
    )
    rows = []
    for each in lists:
        names = each if isinstance(each, list) else [each]
        where = ascii(key)
        row = [None if name == "" else _read_card(str(name).upper(), where) for name in names]
        rows.append(BoardRow(kind, tuple(row)))
    return rows


def _read_xml(text: str) -> BoardRows:
    """Read a saved game of KPatience, up to its present state.

    A state is a list of moves. A move lists cards that come to lie on a pile, from a place on; it
    says which side is up only where that changes.
    """
    if "<!" in text:  # it has no document type, and no entities to expand
        raise Refusal(_NO_SAVE)
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError) as error:
        raise Refusal(f"This is not XML: {error}.") from None
    if root.tag != "kpat-game":
        raise Refusal(_NO_SAVE)
    piles: dict[str, list[str]] = {}
    card_of: dict[str, Card] = {}
    for state in root.iter("state"):
        for move in state.iter("move"):
            moved = [card.get("id", "") for card in move.iter("card")]
            for card, name in zip(move.iter("card"), moved, strict=True):
                card_of[name] = _read_element(card, card_of.get(name, 0))
            for pile in piles.values():
                pile[:] = [name for name in pile if name not in moved]
            lying, place = piles.setdefault(move.get("pile", ""), []), move.get("position", "")
            at = int(place) if place.isdecimal() and len(place) < _DIGITS else len(lying)
            lying[at:at] = moved
        if state.get("current") == "true":
            break
    rows = [
        BoardRow(
            _KIND_OF.get(name.rstrip("0123456789").lower(), "t"), tuple(card_of[c] for c in pile)
        )
        for name, pile in sorted(piles.items(), key=lambda each: _number_last(each[0]))
    ]
    return BoardRows(rows, root.get("game-type", "").replace("_", " "))


def _number_last(name: str) -> tuple[str, int]:
    """Return a name to sort by, so that ``play10`` comes after ``play9``."""
    stem = name.rstrip("0123456789")
    number = int(name[len(stem) :][:_DIGITS] or 0)
    return stem, -number if stem == "redeals" else number  # the first of these is dealt first


def _read_element(card: ElementTree.Element, before: Card) -> Card:
    rank, suit = card.get("rank", ""), card.get("suit", "")
    if rank not in _RANK_WORDS or suit not in cards.SUIT_NAMES:
        raise Refusal("A card of this saved game has no rank and suit that we know.")
    is_down = card.get("turn", "face-down" if before & DOWN else "") == "face-down"
    return cards.card(_RANK_WORDS.index(rank) + 1, cards.SUIT_NAMES.index(suit)) | DOWN * is_down
