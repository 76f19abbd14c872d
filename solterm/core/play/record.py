"""Records: a play as portable text that proves its result.

The format resembles chess's PGN: header tags, a blank line, and the events in order, separated by
commas. Replaying the events from the deal reproduces everything else::

    [Game "kloncan-klondike"]
    [Rules "1"]
    [Deal "617"]
    [Level "3"]
    [Result "playing"]

    s, t2 f1, w t3, x, level 2, t3 t5 2
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

from solterm.core import deals, levels
from solterm.core.game import Game
from solterm.core.options import parse
from solterm.core.play.events import ORIGINS
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.core.values import Value

_TAG = re.compile(r'\[([A-Z][A-Za-z]*) "([^"]*)"\]')
_REQUIRED = ("Game", "Deal", "Level")
_WIDTH = 76


class RecordError(Refusal):
    """A record that is damaged, foreign or illegal. The message names the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"Line {line} of the record: {reason}")
        self.line = line
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.line, self.reason)


class Record(Value):
    """The parsed parts of a record. ``str`` returns a record again.

    >>> from solterm import Play, find, record
    >>> play = Play(find("free-cell"), deal=617)
    >>> play.push("t1 r1")
    Move.parse('t1 r1')
    >>> found = record.read(record.write(play, Player="Ann"))
    >>> found, found.tags["Player"]
    (<Record free-cell deal 617, 1 event>, 'Ann')
    >>> found.replay(find).table == play.table
    True
    """

    tags: Mapping[str, str]
    """The header, including tags unknown to solterm."""
    events: tuple[str, ...]
    lines: Mapping[str, int] = MappingProxyType({})
    """The line number of each tag."""
    event_lines: tuple[int, ...] = ()
    """The line number of each event."""

    def __str__(self) -> str:
        """Return the text; it does not matter whether the events are legal."""
        tags = {key: _tame(value) for key, value in self.tags.items()}
        return _text(tags, self.events)

    def __repr__(self) -> str:
        count = len(self.events)
        events = f"{count} event{'' if count == 1 else 's'}"
        return f"<Record {self.tags.get('Game')} deal {self.tags.get('Deal')}, {events}>"

    def replay(self, game_of: Callable[[str], Game]) -> Play:
        """Return the play, with every event checked.

        ``game_of`` returns a game by its id and raises ``Refusal`` for an unknown one.
        Raises ``RecordError`` for the first line that is wrong.
        """
        for play in self.steps(game_of):  # noqa: B007
            pass
        return play

    def steps(self, game_of: Callable[[str], Game]) -> Iterator[Play]:
        """Yield one play repeatedly: after the deal and after each event. See ``replay``."""
        play = self.opening(game_of)
        yield play
        for line, event in zip(self.event_lines, self.events, strict=True):
            try:
                play.perform(event)
            except Refusal as error:
                raise RecordError(line, f"{event!r} is refused. {error}") from None
            yield play
        result = self.tags.get("Result")
        if result is not None and result != result_of(play):
            reason = f"it says {result!r}, but its events lead to {result_of(play)!r}."
            raise RecordError(self.lines["Result"], reason)

    def opening(self, game_of: Callable[[str], Game]) -> Play:
        """Return the play before its first event.

        Raises ``RecordError`` if a tag is wrong.
        """
        tag = "Game"
        try:
            game = game_of(self.tags["Game"])
            tag = "Rules"
            if (version := self.tags.get("Rules", str(game.version))) != str(game.version):
                raise Refusal(
                    f"it follows version {version} of the rules; this is version {game.version}."
                )
            tag = "Deal"
            deal = deals.parse(self.tags["Deal"])
            tag = "Options"
            options = parse(self.tags.get(tag, ""))
            game.with_options(options)
            tag = "Level"
            play = Play(game, deal, levels.parse(self.tags["Level"]), options=options)
            tag = "Scored"
            play.mode = Mode.parse(self.tags.get(tag, ""))
            return play
        except Refusal as error:
            raise RecordError(self.lines[tag], str(error)) from None


def begin_from(found: Record, origin: str) -> Record:
    """Return a record that says where its play comes from: one of ``ORIGINS``."""
    is_marked = found.events[:1] and found.events[0] in ORIGINS
    events = found.events[1:] if is_marked else found.events
    return read(str(Record(found.tags, (origin, *events))))


def result_of(play: Play) -> str:
    """Return ``won``, ``over`` or ``playing``."""
    return str(play.outcome or "playing")


def write(play: Play, **more: str) -> str:
    """Return the record of a play. ``more`` adds tags (``Date``, ``Player``, ``Score`` ...)."""
    tags = {
        "Game": play.game.id,
        "Rules": str(play.game.version),
        "Options": " ".join(f"{key}={value}" for key, value in play.options.items()),
        "Deal": str(play.deal),
        "Level": str(play.start_level),
        "Scored": play.mode.word,
        "Result": result_of(play),
    } | {key: _tame(value) for key, value in more.items()}
    return _text(tags, play.events)


def _text(tags: Mapping[str, str], events: Iterable[str]) -> str:
    header = [f'[{key} "{value}"]' for key, value in tags.items() if value]
    return "\n".join([*header, "", *_wrap(events)]) + "\n"


def _tame(value: str) -> str:
    """Return a tag's value with quotes and control characters replaced."""
    return "".join(char if char.isprintable() and char != '"' else "'" for char in value)


def _wrap(events: Iterable[str]) -> list[str]:
    """Return the events in lines, broken only between events."""
    solid = ", ".join(event.replace(" ", "\0") for event in events)
    import textwrap

    return [line.replace("\0", " ") for line in textwrap.wrap(solid, _WIDTH)]


def read(text: str) -> Record:
    """Parse a record.

    Raises ``RecordError`` for a line that is neither a tag nor events, and for a missing tag.
    """
    tags: dict[str, str] = {}
    lines: dict[str, int] = {}
    events: list[str] = []
    event_lines: list[int] = []
    number = 0
    for number, line in enumerate(text.splitlines(), 1):
        if match := _TAG.fullmatch(line.strip()):
            if events or match[1] in tags:
                raise RecordError(number, f"the tag {match[1]} is out of place.")
            tags[match[1]] = match[2]
            lines[match[1]] = number
        elif line.lstrip().startswith("["):
            raise RecordError(number, 'a tag is damaged: it should read [Name "value"].')
        else:
            found = [part.strip() for part in line.split(",") if part.strip()]
            events += found
            event_lines += [number] * len(found)
    for name in _REQUIRED:
        if name not in tags:
            raise RecordError(number or 1, f"the tag {name} is missing.")
    return Record(tags, tuple(events), lines, tuple(event_lines))
