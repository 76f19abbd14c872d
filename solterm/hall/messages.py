"""The messages between a session and its host, and between hosts.

Each is a line of JSON: an object whose ``say`` names the message, with its fields. Reading raises
``Refusal`` for any other line and for one longer than ``LONGEST``; the receiver then closes the
connection. Games travel as deals and events, never as pictures, so every spectator sees them in
their own size and colours.
"""

import json
from types import MappingProxyType
from typing import Any, ClassVar, get_args, get_origin

from solterm.core.refusal import Refusal
from solterm.core.values import Value

LONGEST = 1 << 20
"""The most bytes in a line. The longest games have a few thousand events."""


class Message(Value):
    """A message. Its fields are texts, integers, booleans, messages, and tuples of these."""

    kinds: ClassVar[dict[str, "type[Message]"]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        Message.kinds[cls.__name__.lower()] = cls


# -- about a game, from its player to spectators ---------------------------------------------


class PlayStarted(Message):
    """A player has started or resumed a play. Contains all events so far."""

    game: str
    version: int
    """The version of its rules."""
    deal: str
    """Decimal digits."""
    level: int
    """The level at the start."""
    terms: int
    options: str
    """``key=value``, separated by spaces."""
    purpose: str
    """The purpose of the play, as the store keeps it."""
    events: tuple[str, ...]
    counts_cards: bool = False
    """Whether its contest counts a point for each card, in place of the game's own score."""
    board: str = ""
    """The board it counts on, as in ``tournament:Cup``; empty: none."""
    idle: int = 0
    """Minutes since the last event. Filled in by the host."""


class Step(Message):
    """The next events of the current play."""

    number: int
    """The number of the first of these events, from 1."""
    events: tuple[str, ...]


class PlayLeft(Message):
    """The player has left the play, which may be resumed."""


class Away(Message):
    """The player you watch has left.

    If they return within a minute, the host sends the ``PlayStarted`` or ``PlayLeft`` of their next
    session, else ``No``.
    """

    player: str
    """Filled in by the host."""


class Result(Message):
    """A play has ended for good."""

    player: str
    """Filled in by the host."""
    game: str
    level: int
    deal: str
    """Empty for a deal of a contest in which all players get the same."""
    purpose: str
    won: bool
    mark: int
    moment: str = ""
    """ISO 8601 in UTC. Filled in by the host."""
    board: str = ""
    """The board it counts on, as in ``tournament:Cup``; empty: none."""


# -- about races -----------------------------------------------------------------------------


class Racer(Message):
    """Somebody who takes part in a race."""

    player: str
    """The name; of a ghost, whose run it is."""
    kind: str
    """``player``, ``program`` or ``ghost``."""
    cards: int
    """The cards home, or whatever the goal of the game counts."""
    moves: int
    mark: int
    won: bool
    has_stopped: bool = False
    """Whether the game is won, ended or can't go on, or its player has been gone for a minute."""
    seconds: int = 0
    """From the start to the last move, once the race is over."""
    pace: str = ""
    """Seconds, cards and moves: of a ghost for those who race it, of all in ``RaceGames``."""
    record: str = ""
    """The game, in ``RaceGames``; empty if it is unknown."""


class Race(Message):
    """A race as it stands, or a challenge.

    A host sends it on every change, and to a new session, whose player it tells the latest race.
    """

    id: int
    game: str
    level: int
    state: str
    """``open``: a challenge; ``running``, ``over``, or ``gone`` for one that was withdrawn."""
    wanted: str
    """Who is challenged; empty: anyone."""
    starts: str
    """ISO 8601 in UTC; empty for a challenge."""
    racers: tuple[Racer, ...]
    seat: int
    """The seat of the player who gets this message; -1: none."""
    winner: int
    """The seat of the winner; -1: none."""
    deal: str = ""
    """The number of the deal; only for those who take part, once the race is agreed on."""
    is_here: bool = False
    """Whether the game opens in this session: the player's others leave it alone."""


class RaceStep(Message):
    """How far a racer is. A session sends it for itself, and its host tells the rival.

    The race is then open in this session.
    """

    race: int
    cards: int
    moves: int
    has_stopped: bool
    """Whether the game is won, ended or can't go on. Its host then replays it."""
    events: int = 0
    """The number of stored events: of those stored later, none counts."""
    seat: int = -1
    """Filled in by the host."""


class RaceScore(Message):
    """A player on the board of the week."""

    player: str
    is_program: bool
    races: int
    won: int


class Races(Message):
    """The challenges and races of now, the player's latest ones, and the board of the week."""

    current: tuple[Race, ...]
    own: tuple[Race, ...]
    week: tuple[RaceScore, ...]


class AskRaces(Message):
    """Ask for the list of races. The answer is ``Races``."""


class AskRace(Message):
    """Ask for the games of a race that is over. Its racers get ``RaceGames``, others ``No``."""

    race: int


class RaceGames(Message):
    """A race that is over, with the games of its racers."""

    race: Race


class Challenge(Message):
    """Challenge a player to a race, or anybody, or race a ghost.

    The answer is ``Yes`` with the number of the race, and a ``Race``, or ``No``.
    """

    player: str
    """Empty: anyone, or a ghost."""
    game: str
    level: int
    is_ghost: bool = False
    record: str = ""
    """The run of the ghost; empty: the host plays it."""
    seconds: int = 0
    """The playing time of that run; 0: unknown."""
    called: str = ""
    """Whose run it is."""


class AcceptRace(Message):
    """Accept a challenge. The answer is ``Yes``, and a ``Race``, or ``No``."""

    race: int


class DropRace(Message):
    """Withdraw a challenge, or decline it. The answer is ``Yes``, and a ``Race``, or ``No``."""

    race: int


# -- about a player ----------------------------------------------------------------------------


class AskPlayer(Message):
    """Ask for the page of a player. The answer is ``PlayerPage``, or ``No``."""

    name: str


class FinishedRun(Message):
    """A finished game that others may replay."""

    id: int
    """Of the play, for ``AskRun``."""
    game: str
    level: int
    won: bool
    mark: int
    date: str
    """The day in UTC."""


class PlayerPage(Message):
    """A player, for others."""

    player: str
    games: int
    """Finished ones."""
    won: int
    races: int
    """Against other players."""
    races_won: int
    favourites: tuple[str, ...]
    """The games played most, by id."""
    runs: tuple[FinishedRun, ...]
    """The latest games; none of a player who lets nobody watch."""


class AskRun(Message):
    """Ask for the record of a player's finished game. The answer is ``Run``, or ``No``."""

    player: str
    run: int


class Run(Message):
    """The record of a finished game."""

    player: str
    record: str
    seconds: int
    """Its playing time."""


# -- from a session to its host --------------------------------------------------------------


class Door(Message):
    """Say who may see the player: allow or forbid others to watch."""

    open: bool
    public: bool = False
    """Whether the host's web pages may name the player, who has an account."""


class Begin(Message):
    """Ask for the deals of a contest when a game begins. The answer is ``Begun``, or ``No``.

    Asking again gives the same deals. With more games, a contest without end goes on.
    """

    contest: int
    """The id under which the session will store it."""
    board: str
    games: tuple[str, ...]
    is_practice: bool = False
    """Whether the deals are for free games: those of a day that is over."""


class ContestEnded(Message):
    """A contest has ended: the host replays its stored games and enters the result."""

    contest: int


class AskProof(Message):
    """Ask for the games of a result on a board. The answer is ``Proof``, or ``No``."""

    digest: str
    """That of its text on the board."""


class NewsWanted(Message):
    """Ask for the results of other players as they end, or for no more. At first they are sent."""

    wanted: bool


class AskWho(Message):
    """Ask for a page of the list of visitors. The answer is ``Who``.

    With ``follow``, ``WhoChanged`` reports changes to this page until the next ``AskWho``.
    """

    name: str = ""
    """Part of a name, or a session; empty: everyone."""
    first: int = 0
    """The index of the first visitor."""
    count: int = 50
    """The most visitors to return."""
    follow: bool = False


class AskResults(Message):
    """Ask for recent results. The answer is ``Results``."""


class Watch(Message):
    """Ask to watch a session. The answer is its ``PlayStarted``, or ``No``.

    Its ``Step`` and ``PlayLeft`` messages follow until ``Leave``. From the host, it says which
    session the player came to watch.
    """

    session: str
    is_glance: bool = False
    """Whether it is for a small picture in a list; nobody counts as a spectator for that."""


class Leave(Message):
    """Stop watching."""


class SetPhrase(Message):
    """Say a phrase at the table that the session watches, else at its own.

    The host sends it to the player and all spectators of that table.
    """

    phrase: str
    """Its id in ``PHRASES``."""
    player: str = ""
    """Filled in by the host; empty: a guest."""


class Unsaved(Message):
    """The present play has moves that are not stored yet, or all of them are stored again."""

    waits: bool


class Saving(Message):
    """The player has left, but some moves are not stored yet: the session needs time for them.

    Hosts tell it each other and a session when its player has logged in again: store them now.
    """

    player: str = ""
    """The player's id, between hosts."""


class Rename(Message):
    """Ask for another name. The answer is ``Yes`` with the name as stored, or ``No``."""

    name: str


class AskCode(Message):
    """Ask for a code that adds another key to this player. The answer is ``Yes`` with the code."""


class UseCode(Message):
    """Add this session's key to the player who asked for this code.

    The answer is ``Yes`` or ``No``. The player's own games are available from the next login.
    """

    code: str


class Erase(Message):
    """Delete this player with all data. The answer is ``Yes``, then the session ends, or ``No``."""

    name: str
    """The player's name, typed to confirm."""


class AskTonight(Message):
    """Ask for the evening that is on or comes next, and today's deal. The answer is ``Tonight``."""


class SignUp(Message):
    """Sign up for an evening, or withdraw. The answer is ``Tonight``, or ``No``."""

    name: str
    """Of the evening, as in ``Tonight``."""
    wanted: bool


# -- from a host to its session --------------------------------------------------------------


class Proof(Message):
    """The games of a result on a board."""

    text: str
    """The result with the records, as players in a folder share it."""


class Begun(Message):
    """The deals of a contest, in the order of its games."""

    contest: int
    """Its id; another one than asked for if the player has begun it in another session."""
    deals: tuple[int, ...]


class Visitor(Message):
    """A session on the host."""

    session: str
    player: str
    host: str
    """The host's name, if there are several; else empty."""
    since: str
    """ISO 8601 in UTC."""
    game: str
    """The current game; empty: none."""
    level: int
    deal: str
    """Empty for a deal of a contest in which all players get the same."""
    purpose: str
    is_open: bool
    """Whether others may watch."""
    watchers: int
    board: str = ""
    """The board that the game counts on; empty: none."""


class Who(Message):
    """A page of the list of visitors, including those who allow no spectators."""

    own: str
    """The session that asked."""
    visitors: tuple[Visitor, ...]
    total: int = 0
    """The number of visitors on all pages."""
    first: int = 0
    """The index of the first visitor on this page."""


class WhoChanged(Message):
    """Changes to a page that the session follows."""

    total: int
    visitors: tuple[Visitor, ...]
    """New and changed visitors on the page."""
    gone: tuple[str, ...]
    """The sessions that are no longer on the page."""


class Results(Message):
    """Recent results, the newest first."""

    results: tuple[Result, ...]


class Tonight(Message):
    """The evening that is on, or else the next one of this week; and today's deal."""

    name: str
    """The name of its tournament; empty: none is planned."""
    games: tuple[str, ...] = ()
    start: str = ""
    """ISO 8601 in UTC, as is ``end``."""
    end: str = ""
    signed_up: int = 0
    """The number of players who have signed up."""
    is_signed_up: bool = False
    """Whether this player has."""
    playing: tuple[str, ...] = ()
    """The players who have begun its tournament and not ended it, by name."""
    winnable_day: str = ""
    """The day, if the host has proved that its deal of the day can be won at level 3."""


class Yes(Message):
    """The request has succeeded. The text is a sentence or the value asked for."""

    text: str


class No(Message):
    """The request has failed. The text says why."""

    text: str


class Notice(Message):
    """A sentence for the player, from the administrator or as a warning."""

    text: str
    evening: str = ""
    """An evening that is over: who has played it reads the result, others perhaps nothing."""
    next: str = ""
    """When the evening that it announces begins or has begun, or else the next one: ISO 8601."""
    is_greeting: bool = False
    """Whether the player has just logged in, and so need not be alerted."""


class Watchers(Message):
    """The number of spectators of this session has changed."""

    number: int


class End(Message):
    """The session has to end now. It suspends its play and shows the text last."""

    text: str


# -- between hosts ---------------------------------------------------------------------------


class AskVisitorList(Message):
    """Ask another host for its visitors. The answer is ``VisitorList``."""


class VisitorList(Message):
    """The visitors on a host, or the changes among them; also a sign of life."""

    number: int
    """Counts up. A receiver that missed one asks for the whole list."""
    is_whole: bool
    """Whether those who are missing have left."""
    visitors: tuple[Visitor, ...]
    gone: tuple[str, ...]
    """Sessions that have ended."""


class RaceChanged(Message):
    """A race or challenge has changed in the database."""

    race: int


class Renamed(Message):
    """A player has changed their name."""

    id: str
    name: str


def write(message: Message) -> bytes:
    """Return a message as a line."""
    return json.dumps(_plain(message), separators=(",", ":")).encode() + b"\n"


def read(line: bytes) -> Message:
    """Return the message in a line; raises ``Refusal`` for an invalid line."""
    if len(line) > LONGEST:
        raise Refusal("A line is too long.")
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        raise Refusal("A line is not JSON.") from None
    return _message(found)


def _plain(value: object) -> object:
    if isinstance(value, Message):
        fields = {name: _plain(getattr(value, name)) for name in value._fields}
        return {"say": type(value).__name__.lower(), **fields}
    if isinstance(value, tuple) and value and isinstance(value[0], Message):
        return [_plain(each) for each in value]
    return value  # JSON turns tuples of texts, such as thousands of events, into lists by itself


def _message(found: object) -> Message:
    kind = Message.kinds.get(str(found.pop("say", ""))) if isinstance(found, dict) else None
    if kind is None:
        raise Refusal("A line is not a message.")
    assert isinstance(found, dict)
    wanted = _kinds_of(kind)
    if found.keys() != wanted.keys():
        raise Refusal(f"A {kind.__name__.lower()} has other fields.")
    return kind(**{name: _value(found[name], wanted[name]) for name in wanted})


def _value(found: object, kind: Any) -> object:
    if get_origin(kind) is tuple:
        if not isinstance(found, list):
            raise Refusal("A list is missing.")
        (inner,) = get_args(kind)[:1]
        if issubclass(inner, Message):
            return tuple(_value(each, inner) for each in found)
        if any(type(each) is not inner for each in found):
            raise Refusal(f"An entry is not of type {inner.__name__}.")
        return tuple(found)
    if issubclass(kind, Message):
        message = _message(found)
        if type(message) is not kind:
            raise Refusal(f"It is not a {kind.__name__.lower()}.")
        return message
    if type(found) is not kind:
        raise Refusal(f"A field is not of type {kind.__name__}.")
    return found


def _kinds_of(kind: type[Message]) -> dict[str, Any]:
    return {name: kind.__annotations__[name] for name in kind._fields}


PHRASES = MappingProxyType(
    {
        "hello": "Hello",
        "luck": "Good luck",
        "thanks": "Thank you",
        "fine": "Fine move",
        "bold": "That was bold",
        "close": "That was close",
        "pity": "What a pity",
        "think": "Let me think",
        "played": "Well played",
        "rematch": "Rematch?",
        "yes": "Yes, please",
        "bye": "Goodbye",
    }
)
"""What players say to each other, by the ids that hosts and sessions send; there is no free text.

Everybody at a table hears it: its player and the spectators.
"""


def find_phrase(typed: str) -> str:
    """Return the id of the phrase that a player means by it, or by how the phrase begins.

    >>> find_phrase("good l"), find_phrase("bye")
    ('luck', 'bye')

    Raises ``Refusal`` with a sentence that lists all phrases.
    """
    wanted = typed.strip().lower()
    for id, phrase in PHRASES.items():
        if wanted and (wanted == id or phrase.lower().startswith(wanted)):
            return id
    listed = ", ".join(PHRASES.values())
    raise Refusal(f"These phrases can be said: {listed}.")
