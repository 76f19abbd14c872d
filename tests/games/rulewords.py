"""Words for the tables of docs/tables.md, which describe declarations without a position."""

from collections.abc import Iterable

from solterm.core.game import Game
from solterm.core.groups import (
    BuilderGroup,
    GridGroup,
    Group,
    MemoryGroup,
    PairingGroup,
    RankGroup,
    RowGroup,
)
from solterm.core.vocabulary import exceptions, goals, spaces
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.grids import (
    AfterLeft,
    Anywhere,
    Beside,
    Neighbours,
    RowsInOrder,
    Touching,
)
from solterm.core.vocabulary.pairs import Pairs
from solterm.core.vocabulary.policies import Lift, Memory
from solterm.games.poker_squares import PokerHands

LIFTED = {
    Lift.NONE: "",
    Lift.TOP: "the end card",
    Lift.WHOLE: "the whole unit",
    Lift.RUN: "any run",
    Lift.CHAIN: "the longest run",
    Lift.ANY: "any face-up card and what lies on it",
    Lift.NEXT: "the next card, unseen",
}

MEMORY = {
    Memory.NONE: "",
    Memory.OWN: "cards seen lie face down again.",
    Memory.LAST: "two that do not fit stay in sight until the next card is turned.",
    Memory.ALL: "what was seen stays in sight.",
}


def opens(own: Group) -> str:
    if isinstance(own, GridGroup) and own.placing:
        return _placed(own.placing)
    group = BuilderGroup.of(own)
    if group.closed:
        return "nothing yet"
    fed = group.kind in "shg" or (group.build is None and group.space is spaces.NOTHING)
    return "" if fed else _space(group.space)


def _placed(placing: Neighbours) -> str:
    match placing:
        case Anywhere():
            return "any card"
        case AfterLeft(before_right=both):
            lower = ", or one lower than the card at its right" * both
            return f"the card one higher in suit than the card at its left{lower}; at a head a 2"
        case Touching():
            return "any card, if it touches one at a side or a corner; the first goes anywhere"
        case Beside(match=match):
            same = "colour" if match is Match.COLOUR else "suit"
            return f"a card that has the rank or the {same} of every card beside it, at least one"
    raise TypeError(f"no words for {placing}")


def _space(space: spaces.Space) -> str:
    match space:
        case spaces.Only(name=name):
            return name.removeprefix("only ")
        case spaces.BaseRank(pile=pile, offset=0):
            return f"the rank that was dealt to `{pile}`"
        case spaces.BaseRank(pile=pile, offset=-1):
            return f"the rank below the one that was dealt to `{pile}`"
        case spaces.ChosenBase(name=name):
            return f"{name.removeprefix('only ')} while all are empty, then a card of its rank"
        case spaces.AboveIndicator():
            return "the rank above its indicator's"
        case spaces.FirstFrom(names=names):
            return f"a card of the {', then of the '.join(names)}"
        case spaces.ReserveThen(name=name):
            return f"a card of the reserve, after that {name}"
        case spaces.InRowAbove(above=above):
            return f"the base; then in its suit the ranks that lie on `{above}`, in any order"
        case spaces.Outranked(match=match):
            suit = "colour" if match is Match.COLOUR else "suit"
            lower = f"lower than the end card of another column of its {suit}, Aces high"
            return f"at any time a card {lower}"
        case spaces.After(space=then):
            return f"{_space(then)}, once the stock is out"
    raise TypeError(f"no words for {space}")


def builds(own: Group) -> str:
    """Return how a pile builds, and its capacity."""
    group = BuilderGroup.of(own)
    if group.takes_suits:
        return "finished suits, King to Ace"
    build: Build | None = group.build
    if build is None or group.closed:
        return ""
    return f"{inside(build.words)}{f', to {group.capacity} cards' * bool(group.capacity)}"


def lifted(own: Group) -> str:
    if isinstance(own, RankGroup) and own.kind == "t":
        swaps = {0: "", 1: "; once", 3: "; up to three times"}[own.changes]
        instead = f"{swaps} in a game, the last of a rank changes places with a card face down"
        return f"its top card, when one of its rank goes under it{instead * bool(swaps)}"
    if isinstance(own, RowGroup):
        suit = "colour" if own.match is Match.COLOUR else "suit"
        steps = " or ".join(map(str, own.steps))
        return f"the whole pile, {steps} to the left, onto an equal rank or {suit}"
    group = BuilderGroup.of(own)
    waits = f" ({inside(group.locked.sentence).rstrip('.')})" if group.locked else ""
    alone = " (to a foundation its end card alone)" * group.sends_end
    run = f", built {inside(group.run.words)}" if group.run else ""
    return f"{LIFTED[group.lift]}{run}{waits}{alone}"


def memory(group: Group) -> str:
    return MEMORY[MemoryGroup.of(group).memory]


def covered(own: Group) -> str:
    """Return which covered cards may leave in pairs."""
    group = PairingGroup.of(own)
    if group.reach:
        return "a card that only one other covers may go."
    return "a card that lies under others of the next row does not go." * bool(group.cover)


def pairing(rule: Pairs, to: str) -> str:
    conditions = [rule.fit.words, f"from {' '.join(f'`{kind}`' for kind in rule.among)}"]
    if rule.of:
        conditions.append(f"one of them from `{rule.of}`")
    if rule.near:
        conditions.append(f"that {' or '.join(near.words for near in rule.near)}")
    if rule.beneath:
        conditions.append("even one that only the other covers")
    if rule.when:
        conditions.append(rule.when.words)
    if rule.fit.alone:
        conditions.append("a King alone")
    return f"{', '.join(conditions)}, to `{to}`"


def goal(of: goals.Goal) -> str:
    match of:
        case goals.Gathered(cards=cards, kind=kind):
            homes = {"f": "on the foundations", "d": "discarded"}
            return f"when {cards} cards are {' or '.join(homes[each] for each in kind)}"
        case goals.Cleared(cards=cards):
            return f"when the {cards} cards of the tableau have been played"
        case RowsInOrder():
            return "when each row is a suit from the 2 to the King"
        case goals.AllFaceUp():
            return "when all cards lie face up"
        case goals.OnePile():
            return "when all cards lie in one pile"
        case goals.Suits():
            return "when four columns are a suit each, King to Ace, and nothing else"
        case goals.LockedPiles(count=count):
            return f"when {count} piles of thirteen are locked"
        case PokerHands(wins=points):
            return f"when the grid is full and its hands are worth {points} points"
    raise TypeError(f"no words for {of}")


def own_score(game: Game) -> str:
    """Return how the game's source scores."""
    match game.own_score:
        case None:
            return "none; the mark stands for it"
        case goals.OnFoundation(pack=pack):
            return f"cards on the foundation, {pack} once the tableau is cleared"
        case goals.Money(pays=pays, costs=costs):
            return f"dollars: {pays} for each card home, less {costs} for the pack"
        case goals.Strokes():
            return "strokes: cards left on the tableau; fewer are better"
        case goals.CardsTurned():
            return "turns: cards turned up; fewer are better"
        case goals.PointsMade():
            return "points of the hands"
        case goals.CardsHome():
            return "cards home"
    raise TypeError(f"no words for {game.own_score}")


def exception(exception: exceptions.ExceptionRule) -> str:
    match exception:
        case exceptions.TurnOne():
            return (
                "the next stock card alone goes to the waste; "
                "with the stock out, the waste is turned over and nothing is counted"
            )
        case exceptions.SwapWaste():
            return "the two top cards of the waste change places"
        case exceptions.Look(kinds=kinds, under=True):
            return f"a look at the card under the top of `{kinds}`"
        case exceptions.Look(kinds=kinds, depth=1):
            return f"a look at {'the next card' if kinds == 's' else 'a hidden card'} of `{kinds}`"
        case exceptions.Look(kinds=kinds, depth=depth):
            return f"a look at the next {depth} cards of `{kinds}`"
        case exceptions.LookAll(kind=kind):
            return f"all hidden cards of `{kind}` are shown until the next action"
        case exceptions.Recall():
            return "all cards that were seen are shown until the next move"
        case exceptions.LevelOneMove():
            return "one move of level 1"
        case exceptions.DrawUnder():
            return "the card right under an end card is played to a place that takes it"
    raise TypeError(f"no words for {exception}")


def pile_range(ids: Iterable[str]) -> str:
    """Return pile ids in short: ``t1`` to ``t7``.

    >>> pile_range(["t1", "t2", "t3"]), pile_range(["w1", "w3"])
    ('`t1` to `t3`', '`w1`, `w3`')
    """
    names = list(ids)
    if len(names) > 2 and len({name[0] for name in names}) == 1:
        numbers = [int(name[1:]) for name in names]
        if numbers == list(range(numbers[0], numbers[-1] + 1)):
            return f"`{names[0]}` to `{names[-1]}`"
    return ", ".join(f"`{name}`" for name in names)


def inside(words: str) -> str:
    """Return words as they are written inside a sentence."""
    return words[:1].lower() + words[1:]
