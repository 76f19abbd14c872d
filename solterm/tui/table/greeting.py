"""What a table says at first: the object of the game, what its level changes, the main keys."""

from solterm.core.words import describe
from solterm.manual.rules_pages import level_words
from solterm.tui.keys import offers
from solterm.tui.table.hand import Hand
from solterm.tui.table.sentences import in_own_words


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
