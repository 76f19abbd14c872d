"""What a table says at first: the object of the game, what its level changes, the main keys."""

from solterm.core.words import describe
from solterm.manual.rules_pages import level_words
from solterm.tui.keys import offers
from solterm.tui.table.model import TableModel
from solterm.tui.table.sentences import in_own_words


def greet(model: TableModel, width: int) -> str:
    """Return the message of a new game, for a line of ``width`` columns."""
    return _tell_level(model, width) or _tell_object(model, width) or _tell_keys(model, width)


def tell_beginning(model: TableModel, width: int) -> str:
    """Return the object of the game until something has happened.

    In KLONCAN's games the main keys follow until the second move.
    """
    if not model.play.events:
        return _tell_object(model, width)
    begins = model.play.moves <= 1 and offers.is_kloncan(model.play.game)
    return _tell_keys(model, width) if begins else ""


def _tell_level(model: TableModel, width: int) -> str:
    """Return what a lower level changes, since a game's name and summary describe level 3."""
    play = model.play
    if play.level == max(play.game.offered_levels):
        return ""
    words = in_own_words(play.game, level_words(play.game.id, play.level))
    eases = f"Level {play.level} eases the rules: {model.key('rules')} says how."
    return words if len(words) <= width else eases


def _tell_object(model: TableModel, width: int) -> str:
    """Return the object of the game and the keys for help."""
    play = model.play
    told = describe.tell_object(play.rules.game, play.known)
    waits = play.rules.game.waits
    if waits and waits.holds(play.table.piles, play.rules.index):
        told = waits.sentence
    told = in_own_words(play.game, told)
    rules, enter = model.key("rules"), model.key("natural")
    plays = f"  {enter} plays on." if play.game.engine.forced else ""
    ways = [f"{rules} has the rules, F2 the keys.", f"{rules} rules, F2 keys"]
    if model.kept.is_free and play.game.undo:
        hint, undo = model.key("hint"), model.key("undo")
        ways.insert(0, f"{rules} rules, F2 keys, {hint} hint, {undo} undo")
    longer = (f"{told}{plays}  {each}" for each in ways if told)
    return next((each for each in longer if len(each) <= width), told)


def _tell_keys(model: TableModel, width: int) -> str:
    enter, menu = model.key("natural"), model.key("game_menu")
    words = f"F2 Help   {menu} Menu   {enter} proposes a move, {enter} again makes it"
    return words if len(words) <= width else f"F2 Help   {menu} Menu   {enter} proposes a move"
