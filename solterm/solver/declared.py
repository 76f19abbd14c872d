"""What a compact form asks of a declaration before it says that it can play it.

A form knows some words of the vocabulary and no others. So it names the declaration it expects,
field by field, and takes part only where nothing else is declared.
"""

from solterm.core.game import Game, Group
from solterm.core.rules import Rules
from solterm.core.values import replace
from solterm.core.vocabulary.policies import Memory

_QUESTIONS = ("generate", "make", "settle", "is_won")
"""What decides where a game can go."""


def plays_as(rules: Rules, engine: type[Rules]) -> bool:
    """Do rules answer by an engine itself, and not in a way of their own?

    >>> from solterm import find
    >>> from solterm.core.engines.builders import Builders
    >>> plays_as(find("royale-golf").rules(), Builders)
    True
    >>> plays_as(find("royale-golf").rules_with_level_one(3), Builders)
    False
    """
    return all(
        getattr(type(rules), question) is getattr(engine, question) for question in _QUESTIONS
    )


def group_of(game: Game, kind: str) -> Group | None:
    """The only group of a kind, less what is for the eye; None where there is none or are several.

    >>> from solterm import find
    >>> group_of(find("royale-golf"), "t")
    Group(kind='t', count=7, lift=<Lift.TOP: 'top'>, to='f')
    """
    groups = [group for group in game.groups if group.kind == kind]
    return bared(groups[0]) if len(groups) == 1 else None


def bared(group: Group) -> Group:
    """A group without what is only for the eye: its name, and what a player is shown of it."""
    return replace(group, name="", fanned=False, reveals=0, asks="", memory=Memory.NONE)


def kinds_of(game: Game) -> str:
    """The kinds of piles of a game, each once, in alphabetical order.

    >>> from solterm import find
    >>> kinds_of(find("royale-pyramid"))
    'dhstw'
    """
    return "".join(sorted({group.kind for group in game.groups}))


def draws_under(game: Game) -> bool:
    """May cards be taken from under the end card of a pile?"""
    return max(game.draw, game.draw_once) > 1
