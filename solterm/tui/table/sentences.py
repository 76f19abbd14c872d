"""Sentences of the table: its greeting, what an event has shown, questions, KLONCAN's words."""

import re
from collections import Counter
from itertools import chain

from solterm.contests.score import stakes_of, tell_score, tell_worth
from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.declaration import Declaration
from solterm.core.game import Game
from solterm.core.outcome import Outcome
from solterm.core.phrases import count
from solterm.core.play.play import Play
from solterm.core.table import Table
from solterm.core.vocabulary.exceptions import Armed, Instant
from solterm.core.vocabulary.goals import OwnScore
from solterm.core.words import describe
from solterm.core.words.describe import pile_name
from solterm.manual.rules_pages import exception_words, level_words
from solterm.tui.keys import offers
from solterm.tui.table.hand import Hand

_WORDS = (  # the first that name one part of the hand, then all others
    (
        re.compile(r"\b(?:There is no card on the stock|The stock is empty)\."),
        "No card of the hand lies face down.",
    ),
    (
        re.compile(r"\b(?:There is no card on the waste|The waste is empty)\."),
        "No card of the hand lies face up.",
    ),
    (re.compile(r"\bThe waste holds (\d+ cards?);"), r"The hand holds \1 face up;"),
    (
        re.compile(
            r"\bThe stock is turned onto it, (.+?) at a time\. No other card is played to it\."
        ),
        r"Turning the hand lays \1 at a time here. No other card is played here.",
    ),
    (
        re.compile(r"\bon the waste; when it is out, the waste is turned over\b"),
        "face up; when none is left, the face-up cards are turned over",
    ),
    (
        re.compile(r"\bCards can't go from the (?:stock|waste) to the (?:stock|waste)\."),
        "Cards can't go back to the hand.",
    ),
    (re.compile(r"\b([Tt]he) (?:stock|waste)\b"), r"\1 hand"),
    (re.compile(r"\ban empty foundation\b"), "an empty place of the field"),
    (re.compile(r"\b(?:(?:a|the|the first free) foundation|foundation \d)\b"), "the field"),
    (re.compile(r"\bFoundation \d\b"), "The field"),
    (re.compile(r"^Bring all cards home\b"), "Bring all cards to the field"),
)


def in_rows(game: Declaration, sentence: str) -> str:
    """Return a sentence that names the cells of a grid by row and column, as the table does.

    >>> from solterm import find
    >>> in_rows(find("farewell-to-kings"), "Try KH to cell 43.")
    'Try KH to row 4, column 7.'
    """
    if "g1" not in game.ids:
        return sentence
    columns = game.grid.columns

    def tell(cell: re.Match[str]) -> str:
        row, column = divmod(int(cell[2]) - 1, columns)
        start = "Row" if cell[1][0].isupper() else "row"
        return f"{start} {row + 1}, column {column + 1}"

    return re.sub(rf"\b({game.group('g1').name}) (\d+)\b", tell, sentence, flags=re.IGNORECASE)


def without_ids(game: Declaration, sentence: str) -> str:
    """Return a sentence about piles without their ids, which only line mode needs.

    >>> from solterm import find
    >>> without_ids(find("will-o-wisp"), "The stock (s): one card to each of t1 to t7.")
    'The stock: one card to each of columns 1 to 7.'
    """

    def tell_range(ids: re.Match[str]) -> str:
        return f"{game.group(ids[1] + ids[2]).name}s {ids[2]} to {ids[3]}"

    def tell_pile(pile: re.Match[str]) -> str:
        return pile_name(game, pile[0]) if pile[0] in game.index else pile[0]

    told = re.sub(r" \([a-z]\d*\)", "", sentence)
    told = re.sub(r"\b([a-z])(\d+) to \1(\d+)\b", tell_range, told)
    return re.sub(r"\b[a-z]\d+\b", tell_pile, told)


def in_own_words(game: Game, sentence: str) -> str:
    """Return a sentence about a game in the words of its source.

    >>> from solterm import find
    >>> in_own_words(find("kloncan-klondike"), "There is no card on the waste.")
    'No card of the hand lies face up.'
    """
    if game.collection == "KLONCAN":
        for usual, own in _WORDS:
            sentence = usual.sub(own, sentence)
    return sentence


def tell_pair(play: Play, event: str, before: Table) -> str:
    """Name the two cards that left together when a pile was turned; "" for other events."""
    index = play.rules.index
    if event in index and "d" in index:
        gone = play.table.piles[index["d"]][len(before.piles[index["d"]]) :]
        if len(gone) == 2:
            return f"{' '.join(map(cards.text, gone))} are a pair and leave."
    return ""


def tell_exception(play: Play, before: Table) -> str:
    """Name the cards that an exception turned or swapped, and what it costs."""
    shown = Counter(chain(*play.known.piles)) - Counter(chain(*before.piles))
    turned: list[Card] = []
    swapped: list[Card] = []
    for pile, was in zip(play.known.piles, before.piles, strict=True):
        if len(pile) > len(was) and not pile[-1] & DOWN and shown[pile[-1]]:
            turned.append(pile[-1])
        elif pile != was and pile[:-2] == was[:-2] and pile[-2:] == was[:-3:-1]:
            swapped += pile[-2:]
    what = ""
    if len(turned) == 1:
        what = f"{cards.text(turned[0])} turned"
    elif swapped and not turned:
        what = f"{' and '.join(map(cards.text, swapped))} swapped"
    costs = tell_worth(play) or "it lowers the mark"
    return f"Exception: {'; '.join(filter(None, (what, costs)))}."


def tell_glimpse(play: Play) -> str:
    """Name the cards that were seen for a moment."""
    return f"You see {', '.join(map(cards.text, play.glimpsed))}."


def tell_result(play: Play, points: OwnScore | None) -> tuple[str, ...]:
    """Return the lines of the box that ends a game; () while it goes on or is stuck.

    ``points`` are those that a tour counts in place of the game's own score.
    """
    if play.outcome is not Outcome.WON:
        return (play.ending,) if play.ending else ()
    if contest := play.rules.duel(play.table):
        return (contest.result,)
    return "You have won!", f"Your score is {tell_score(play, points)}."


# -- the first message ------------------------------------------------------------------------


def greet(hand: Hand, width: int) -> str:
    """Return the message of a new game, for a line of ``width`` columns."""
    return _tell_level(hand, width) or _tell_object(hand, width) or _tell_keys(hand, width)


def tell_beginning(hand: Hand, width: int) -> str:
    """Return the object of the game until something has happened.

    In KLONCAN's games the main keys follow until the second move.
    """
    if not hand.play.events:
        return _tell_object(hand, width)
    begins = hand.play.moves <= 1 and offers.is_kloncan(hand.play.game)
    return _tell_keys(hand, width) if begins else ""


def _tell_level(hand: Hand, width: int) -> str:
    """Return what a lower level changes, since a game's name and summary describe level 3."""
    play = hand.play
    if play.level == max(play.game.offered_levels):
        return ""
    words = in_own_words(play.game, level_words(play.game.id, play.level))
    eases = f"Level {play.level} eases the rules: {hand.key('rules')} says how."
    return words if len(words) <= width else eases


def _tell_object(hand: Hand, width: int) -> str:
    """Return the object of the game and the keys for help."""
    play = hand.play
    told = describe.tell_object(play.rules.game, play.known)
    waits = play.rules.game.waits
    if waits and waits.holds(play.table.piles, play.rules.index):
        told = waits.sentence
    told = in_own_words(play.game, told)
    rules, enter = hand.key("rules"), hand.key("natural")
    plays = f"  {enter} plays on." if play.game.engine.forced else ""
    ways = [f"{rules} has the rules, F2 the keys.", f"{rules} rules, F2 keys"]
    if hand.kept.is_free and play.game.undo:
        hint, undo = hand.key("hint"), hand.key("undo")
        ways.insert(0, f"{rules} rules, F2 keys, {hint} hint, {undo} undo")
    longer = (f"{told}{plays}  {each}" for each in ways if told)
    return next((each for each in longer if len(each) <= width), told)


def _tell_keys(hand: Hand, width: int) -> str:
    enter, menu = hand.key("natural"), hand.key("game_menu")
    words = f"F2 Help   {menu} Menu   {enter} proposes a move, {enter} again makes it"
    return words if len(words) <= width else f"F2 Help   {menu} Menu   {enter} proposes a move"


# -- questions ---------------------------------------------------------------------------------


def ask_auto(play: Play, key: str) -> str:
    """Return what to ask before automatic play that cannot be undone; "" before a win.

    KLONCAN's games ask once: their source never does. ``key`` is the key of automatic play.
    """
    is_open = play.game.undo and not play.mode
    if is_open or _is_used_to(play, "auto"):
        return ""
    foreseen = play.foresee_auto()
    if foreseen is None:
        told = "every card home that can go, also those it uncovers"
    else:
        played, outcome = foreseen
        if not played or outcome is Outcome.WON:
            return ""
        ends = " and ends the game without a win" if outcome else ""
        told = f"{count(played, 'cards')} home{ends}"
    only = "" if play.game.own_score else "They score only if you win. "
    return f"{key} plays {told}.\n{only}There is no undo. Play them?"


def ask_exception(play: Play, exception: Instant, pile: str) -> str:
    """Return what to ask before an exception that acts at once; "" if it would be refused.

    KLONCAN's score sheets ask once: their source never does.
    """
    stakes = stakes_of(play)
    if play.mode and _is_used_to(play, "x"):
        return ""
    if exception.why_not(play.rules.game, play.table, pile):
        return ""
    if play.rules.duel(play.table) or not play.would_count(exception, pile):
        return ""
    if play.level > play.tally.level or (stakes and not stakes.exception):
        return ""  # this level counts no longer, or charges nothing
    effect = in_own_words(play.game, exception_words(play.game.id, play.level))
    points = f"costs {stakes.exception} points of a win" if stakes else "lowers the mark"
    undo = f", which undo does not {'return' if stakes else 'change'}"
    cost = f"It {points}{'' if play.mode else undo}."
    return "\n".join(filter(None, [effect, cost, "Make an exception?"]))


def _is_used_to(play: Play, verb: str) -> bool:
    """Whether this is a game of KLONCAN in which the player has done this before."""
    events = play.events if play.game.on_sheet else ()
    return any(event.partition(" ")[0] == verb for event in events)


def invite(play: Play, exception: Armed, more: str) -> str:
    """Say what an armed exception allows; ``more`` is the key that marks a covered card."""
    how = "Esc cancels at no cost."
    if exception.covered:
        fits = any(move.depth > 1 for move in play.legal_moves)
        how = f"{more} marks it, Esc cancels." if fits else "None fits anywhere now."
    return f"{exception.invitation} {how}"
