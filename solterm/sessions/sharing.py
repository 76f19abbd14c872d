"""Games as text for a chat: what happened, and the record in a few lines that can be pasted.

The record is compressed and written in base 64 between ``[solterm:`` and ``]``. The reader looks
for these two alone, so it finds the record among other text, quoted and wrapped in any way.
"""

import re
import zlib
from base64 import b64decode, b64encode
from datetime import date
from textwrap import wrap

from solterm.contests.daily import parse_day
from solterm.contests.result_words import figures
from solterm.core import deals
from solterm.core.game import BOARD, Game
from solterm.core.levels import LEVELS
from solterm.core.phrases import capitalize, count, tell_deal
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.play.record import Record, RecordError
from solterm.core.refusal import Refusal
from solterm.games import catalogue, find, find_known, search
from solterm.games.board_rows import read_rows
from solterm.games.board_text import deal_of, options_of, read_board
from solterm.games.matching import find_variant, read_wanted
from solterm.sessions import shelf
from solterm.sessions.plays import Start
from solterm.store.store import Store

_BEGIN, _END = "[solterm:", "]"
_WIDTH = 70
_LARGEST = 1 << 20
"""Bytes of a record that is unpacked."""
_RAW = -15
"""Deflate without a header, for ``zlib``."""
_SEAL = 4
"""Bytes of the check sum before the record."""

_USUAL = b"""[Scored "strict"]
[Scored "scored"]
[Options "size=small suits=2"]
[Game "kloncan-klondike-deal-3"]
[Rules "1"]
[Deal "12345"]
[Level "1"]
[Level "2"]
[Level "3"]
[Result "playing"]
[Result "over"]
[Result "won"]

level 2, peek t1, exception, x, undo, redo, restart, hint, auto, autoplay on, w f1, w f2, w t1, \
w t2, w t3, w t4, w t5, w t6, w t7, s, s, t1 r1, t2 r1, t3 r2, t4 r2, t5 r3, t6 r4, r1 f1, r2 t2, \
t1 f1, t2 f2, t3 f3, t4 f4, t5 f1, t6 f2, t7 f3, t8 f4, t1 t2, t2 t3, t3 t4, t4 t5, t5 t6, t6 t7, \
t7 t8, t8 t1, t1 t3, t2 t4, t3 t5, t4 t6, t5 t7, t6 t1, t7 t2 2, """
"""Text that records have in common, for the compressor. Changing it makes old texts unreadable."""

_JUNK = re.compile(r"[^!-~]|[>|]")
"""What chats and mail add inside a text: white space, marks of a quotation, invisible signs."""
_FOUND = re.compile(r"\[solterm:([^][]*)(\]?)")
_TAG = re.compile(r'\[solterm:|\[[A-Z][A-Za-z]* "')
"""The beginning of a record, packed or not."""
_FEWEST = 10
"""Cards that make a text a board."""
_MOST_LINES = 20
"""Lines of a text that are searched for a deal."""
_DAY = re.compile(r"solterm daily ([0-9]{4}-[0-9]{2}-[0-9]{2})")
_NOT_DIGIT = re.compile(r"[^A-Za-z0-9+/]")


def block(play: Play, is_over: bool = True, is_found: bool = False, site: str = "") -> str:
    """Return a game as text to share: its result, the deal, and the record.

    ``is_found`` means that the solver found its way to win, so that the figures are no player's.
    ``site`` is the address of a host's web pages, where a link deals the same cards.

    >>> from solterm import find
    >>> for line in block(Play(find("ultimate-golf"), deal=617)).splitlines()[:3]:
    ...     print(line)
    Golf (Ultimate Solitaire), deal 617, level 3: not won
    Strokes 35, mark 0, no moves, no hints
    Play this deal: solterm play ultimate-golf --deal 617
    """
    if is_found:
        told = [_title(play, "a way to win, found by solterm")]
    else:
        told = tell_game(play, is_over)
    return "\n".join([*told, *_commands(play, site), *_pack(play)])


def tell_game(play: Play, is_over: bool = True, deal: int | None = None) -> list[str]:
    """Return two lines: the game with its result, and the player's figures.

    ``deal`` is the number as told, 0 for a secret; None: no secret.
    """
    result = "won" if play.tally.won else "not won" if is_over else "under way"
    return [_title(play, result, deal), _counts(play)]


def record_in(text: str) -> str:
    """Return the record that a text has between its marks; a text without marks as it is.

    A board becomes the record of a game that begins with it. Raises ``RecordError`` if the record
    is cut off or damaged.
    """
    if not has_record(text) and has_board(text):
        start = start_on(text)
        level = start.level or LEVELS[0]
        return record.write(
            Play(start.game, start.deal or deals.FIRST, level, options=start.options)
        )
    error = None
    for match in _FOUND.finditer(_JUNK.sub("", text)):
        try:
            return _unpack(match[1], is_whole=bool(match[2]))
        except Refusal as trouble:
            error = error or trouble
    if error is None:
        return text
    line = next((n for n, each in enumerate(text.splitlines(), 1) if _BEGIN in each), 1)
    raise RecordError(line, str(error))


def import_game(store: Store, text: str, wanted: str = "") -> str:
    """Save the record in a text under the name that is wanted, or that of its game and deal.

    Returns the name of the save. Raises ``RecordError`` if the record is damaged, or if its events
    don't earn the score it claims, and ``StoreError``.
    """
    found = record.read(record_in(text))
    play = replay(found)
    return shelf.add(store, found, wanted or f"{play.game.name} {play.deal}")


def replay(found: Record) -> Play:
    """Return the play of a record; raise ``RecordError`` if its events don't earn its score."""
    play = found.replay(find)
    claimed = found.tags.get("Score", str(play.mark))
    if claimed != str(play.mark):
        reason = f"it says {claimed!r}, but its events lead to {str(play.mark)!r}."
        raise RecordError(found.lines["Score"], reason)
    return play


def has_record(text: str) -> bool:
    """Return whether a text may contain a record, whole or damaged."""
    return _TAG.search(text) is not None


def read_start(text: str) -> Start:
    """Return the game that a text names, and the deal if it names one.

    Raises ``Refusal`` with a sentence if no game fits, several do, or there is no such deal.

    >>> [read_start(each)[:3] for each in ("freecell", "FreeCell game #617")]
    [(<Game free-cell>, None, None), (<Game free-cell>, 617, None)]
    >>> read_start("Spider, one suit").options
    {'suits': '1'}
    """
    if game := find_known(text.strip()):
        return Start(game)
    games = catalogue(published=True).values()
    wanted = read_wanted(text, games)
    game, options = find_variant(wanted.words, games) or (search(wanted.words), {})
    if fault := wanted.fault(game):
        raise Refusal(fault)
    start = Start(game, wanted.deal, wanted.level, {**options, **wanted.options})
    if start.deal:
        game.deal(start.deal, options=start.options)
    return start


def has_board(text: str) -> bool:
    """Return whether a text has rows of cards, or another form of a board, whole or damaged."""
    try:
        rows = read_rows(text).rows
    except Refusal:
        return True
    return sum(len(row.cards) for row in rows) >= _FEWEST


def start_on(text: str, chosen: Game | None = None, level: int | None = None) -> Start:
    """Return the deal that begins with the board of a text, or a start on the board itself.

    ``chosen`` is the game, if the player names it. Raises ``Refusal`` that says what is wrong.
    """
    games = catalogue(published=True).values()
    position = read_board(text, games, chosen, level or LEVELS[0])
    game = find(position.game.id)
    if number := deal_of(position):
        return Start(game, number, level, position.options)
    return Start(game, deals.FIRST, level, options_of(position))


def start_in(text: str) -> Start | None:
    """Return the deal that a text to share names, in all of it or in a line, or None.

    >>> found = start_in("Look: solterm play spider --deal 617 --option suits=1")
    >>> found and (found.game.id, found.deal, found.level, dict(found.options))
    ('spider', 617, None, {'suits': '1'})

    A board is the deal that begins with it. Raises ``Refusal`` for one that is wrong.
    """
    if has_board(text):
        return start_on(text)
    lines = [line.strip("> ") for line in text.splitlines() if any(map(str.isdigit, line))]
    for each in (text, *lines[:_MOST_LINES]):
        try:
            if (start := read_start(each)).deal:
                return start
        except Refusal:
            continue
    return None


def day_in(text: str) -> date | None:
    """Return the day whose deal a text to share names, or None."""
    named = _DAY.search(text)
    return parse_day(named[1]) if named else None


def _title(play: Play, result: str, deal: int | None = None) -> str:
    game, level = play.game, play.tally.level
    name = play.title if game.name == game.collection else f"{play.title} ({game.collection})"
    return f"{name}{tell_deal(play.number_told(deal))}, level {level}: {result}"


def _counts(play: Play) -> str:
    counts = play.counts
    points = [f"{each.name.removeprefix('Your ')} {each.value}" for each in figures(play)]
    helps = {"exceptions": play.tally.exceptions, "undos": counts.undos, "cheats": counts.cheats}
    told = [
        *points,
        count(play.moves, "moves"),
        count(counts.hints, "hints"),
        *(count(number, name) for name, number in helps.items() if number),
    ]
    line = ", ".join(told).replace(" 0 ", " no ").lower()
    return capitalize(line)


def link_to(start: Start) -> str:
    """Return the end of a link that deals a game: its path and query.

    >>> link_to(Start(find("spider"), 617, 2, {"suits": "1"}))
    '/play?deal=spider:617:2:suits=1'
    >>> link_to(Start(find("demon"), 617, 3))
    '/play?deal=demon:617'
    """
    level = str(start.level) if start.level not in (None, max(LEVELS)) else ""
    options = ",".join(f"{key}={value}" for key, value in start.options.items())
    return f"/play?deal={f'{start.game.id}:{start.deal}:{level}:{options}'.rstrip(':')}"


def find_link(play: Play) -> str:
    """Return the end of a link that deals the cards of a play; "" if they have no open number."""
    if not play.number_told() or play.deal > deals.MICROSOFT_LAST:
        return ""
    return link_to(Start(play.game, play.deal, play.start_level, play.options))


def read_link(text: str) -> Start:
    """Return the deal that a link names, as ``spider:617:2:suits=1``. Raises ``Refusal``.

    >>> read_link("spider:617::suits=1").options, read_link("demon:617").deal
    ({'suits': '1'}, 617)
    """
    name, number, level, chosen, *_ = *text.split(":", 3), "", "", ""
    game, is_number = find_known(name), number.isascii() and number.isdecimal()
    if game is None or not is_number or not 0 < int(number[:20]) <= deals.MICROSOFT_LAST:
        raise Refusal("That link names no deal.")
    if level not in ("", *map(str, game.offered_levels)) or BOARD in chosen:
        raise Refusal("That link names no level of its game.")
    options = dict(each.partition("=")[::2] for each in chosen.split(",") if each)
    start = Start(game, int(number[:20]), int(level) if level else None, options)
    game.deal(int(number[:20]), options=options)
    return start


def _commands(play: Play, site: str) -> list[str]:
    link = find_link(play) if site else ""
    options = "".join(f" --option {key}={value}" for key, value in play.options.items())
    level = f" --level {play.start_level}" if play.start_level != 3 else ""
    return [
        *([f"Play this deal in a browser: {site}{link}"] if link else []),
        f"Play this deal: solterm play {play.game.id} --deal {play.deal}{level}{options}",
        "Watch it: paste all this into its menu, then R; or into 'solterm replay -'",
    ]


def _pack(play: Play) -> list[str]:
    text = record.write(play).encode()
    head, _, events = text.partition(b"\n\n")
    text = head + b"\n\n" + events.strip().replace(b"\n", b" ")  # in one line, which packs better
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW, 9, zdict=_USUAL)
    packed = packer.compress(text) + packer.flush()
    digits = b64encode(zlib.crc32(text).to_bytes(_SEAL, "big") + packed).decode().rstrip("=")
    return wrap(f"{_BEGIN}{digits}{_END}", _WIDTH, break_on_hyphens=False)


def _unpack(digits: str, is_whole: bool) -> str:
    """Return the text of a record; raise ``Refusal`` with a sentence."""
    if not is_whole:
        raise Refusal(f"it is cut off; copy all of it, up to the {_END} at its end.")
    digits = _NOT_DIGIT.sub("", digits)
    unpacker = zlib.decompressobj(_RAW, zdict=_USUAL)
    try:
        data = b64decode(digits + "=" * (-len(digits) % 4))
        text = unpacker.decompress(data[_SEAL:], _LARGEST)
        if unpacker.eof and int.from_bytes(data[:_SEAL], "big") == zlib.crc32(text):
            return str(record.read(text.decode()))
    except (Refusal, ValueError, zlib.error):
        pass
    raise Refusal("it is damaged; copy it again from where it was sent.")
