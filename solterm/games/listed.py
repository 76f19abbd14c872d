"""The games as lists show them, so that a list loads no rules.

A line has the module that declares a game, its id, its name and its summary, and says whether its
source plays it on a score sheet, and which variants its row offers. Declarations take their words
from here; only the words of variants stand in both, and a test compares them.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from solterm.core.game import Game

_TEXT = """\
KLONCAN
kloncan_games | kloncan-klondike | Klondike | Three cards a turn, whole columns | score sheet
kloncan_games | kloncan-canfield | Canfield | The casino game, all its reserve in view | score sheet
Solitaire Royale
pair_games | royale-pyramid | Pyramid | Pairs of 13, even a card and its cover
golfs | royale-golf | Golf | A King stops you; cards played score
klondikes | royale-klondike | Klondike | Three cards, whole columns, card points
canfields | royale-canfield | Canfield | Foundations begin with the Aces
four_seasons | corners | Corners | A cross, and a turned card that waits
placing | calculation | Calculation | Count by ones, twos, threes and fours
belle_lucies | three-shuffles-and-a-draw | Three Shuffles and a Draw | Open fans, two reshuffles, one draw
canfields | reno | Reno | Buy the pack; every card home pays
concentration | concentration | Concentration | Turn two cards; equal ones go
pair_games | pairs | Pairs | Children match cards around a pile
pair_games | the-wish | The Wish | Children pair cards, and make a wish
Ultimate Solitaire
castles | beleaguered-castle | Beleaguered Castle | Eight rows besiege four open Aces
canfields | ultimate-canfield | Canfield | Reserve shut, and it fills the spaces
four_seasons | ultimate-four-seasons | Four Seasons | A cross, and foundations in its corners
golfs | ultimate-golf | Golf | A King stops you; cards left are strokes
pair_games | kings-audience | King's Audience | Couples are led in to the King; easy
klondikes | ultimate-klondike | Klondike | Three cards, parts of columns move too
pair_games | monte-carlo | Monte Carlo | Equal neighbours leave hand in hand
poker_squares | poker | Poker | Ten poker hands in a five by five grid
pair_games | ultimate-pyramid | Pyramid | Pairs of 13, never a card and its cover
smallWare
columns | agnes | Agnes | All open; one colour moves in chains
cells | bakers-game | Baker's Game | Free Cell that builds in suit
cells | bouquet | Bouquet | Six beds and a bouquet of sixteen cards
columns | bristol | Bristol | Eight short columns and three wastes
placing | cabal | Cabal | Two packs, twelve piles shut to the end
canfields | demon | Demon | Canfield in which parts of columns move
four_seasons | smallware-four-seasons | Four Seasons | A cross of five columns, one card turned
cells | free-cell | Free Cell | All in view, four cells to park cards in
columns | german-patience | German Patience | Two packs; piles grow up to thirteen
golfs | smallware-golf | Golf | Easier: a Queen goes on a King, too
row_fed | interregnum | Interregnum | Eight indicators begin and end the piles
klondikes | klondike-deal-3 | Klondike, draw 3 | The usual rules, three cards a turn
klondikes | klondike-deal-1 | Klondike, draw 1 | The usual rules, one card a turn
placing | lady-of-the-manor | Lady of the Manor | Floor and Manor feed eight foundations
row_fed | matrimony | Matrimony | The Queen weds the Jack; many redeals
columns | miss-milligan | Miss Milligan | Two packs fall on you, eight at a time
wheels | propeller | Propeller | Eight blades turn round a hub of Aces
columns | scorpion | Scorpion | Build suits in columns; any card moves
klondikes | seven-devils | Seven Devils | Two packs, and seven cards that block
placing | sir-tommy | Sir Tommy | Once placed, a card moves only home
placing | strategy | Strategy | Eight wastes open when the stock is out
wheels | sultan | Sultan | Eight Queens come to surround the Sultan
placing | fly | Fly | Five wastes, eight Aces out, one reserve
columns | will-o-wisp | Will O' Wisp | Mixed runs: easy to build, hard to use
wheels | windmill | Windmill | Up round the hub, down in the corners
A Farewell to Kings
farewell | farewell-to-kings | A Farewell to Kings | Cards gather round four parting Kings
Classics
spiders | spider | Spider | Two packs, ten columns, suits go whole | suits 4=four suits, 2=two suits, 1=one suit
spiders | spiderette | Spiderette | Spider with one pack and seven columns | suits 4=four suits, 2=two suits, 1=one suit
spiders | simple-simon | Simple Simon | Spider with one pack, and all in view
spiders | mrs-mop | Mrs Mop | Two packs in view, thirteen columns
spiders | wasp | Wasp | Scorpion, with any card in a space
yukons | yukon | Yukon | Klondike without a stock; all may move
yukons | russian-solitaire | Russian Solitaire | Yukon in suit: one place for each card
yukons | alaska | Alaska | Yukon in suit, both up and down
yukons | australian-patience | Australian Patience | Yukon's moves with a stock; none hidden
yukons | gypsy | Gypsy | Two packs; runs move, rows of eight fall
forty_thieves | forty-thieves | Forty Thieves | Two packs in suit, one card at a time
forty_thieves | josephine | Josephine | Forty Thieves in which runs move
forty_thieves | forty-and-eight | Forty and Eight | Eight columns of thieves, and a redeal
forty_thieves | lucas | Lucas | Aces out, thirteen columns of three
forty_thieves | rank-and-file | Rank and File | Two packs, mixed runs, thirty face down
klondikes | easthaven | Easthaven | Klondike whose stock falls in rows
klondikes | westcliff | Westcliff | Ten short columns: mild and quick
klondikes | whitehead | Whitehead | All open: red on red, black on black
klondikes | double-klondike | Double Klondike | Klondike with two packs, nine columns | turn 1=draw 1, 3=draw 3
klondikes | agnes-bernauer | Agnes Bernauer | Seven open reserves, fed by the stock
canfields | storehouse | Storehouse | The four 2s are out, columns keep suit
canfields | duchess | Duchess | Choose the rank that opens the game
canfields | eagle-wing | Eagle Wing | Two wings of four, a trunk of thirteen
cells | eight-off | Eight Off | Eight cells, half of them full at first
cells | seahaven-towers | Seahaven Towers | Ten columns in suit, four cells for all
cells | penguin | Penguin | The first card is the beak, and the base
cells | forecell | ForeCell | Free Cell with no cell free at first
cells | double-free-cell | Double Free Cell | Two packs; each suit goes home twice
castles | streets-and-alleys | Streets and Alleys | Beleaguered Castle, the Aces buried
castles | fortress | Fortress | Ten columns go up or down in suit
castles | bakers-dozen | Baker's Dozen | Thirteen columns, Kings at their feet
castles | king-albert | King Albert | Nine columns like stairs, seven aside
castles | raglan | Raglan | King Albert with the Aces home
castles | bisley | Bisley | Suits go home from Ace and from King
castles | brigade | Brigade | Seven columns, thirteen in reserve
belle_lucies | la-belle-lucie | La Belle Lucie | Eighteen open fans and two reshuffles
belle_lucies | trefoil | Trefoil | La Belle Lucie with the Aces home
belle_lucies | shamrocks | Shamrocks | Up or down, but no fan above three cards
belle_lucies | cruel | Cruel | Gather and deal again, never shuffling
golfs | tri-peaks | TriPeaks | Clear three peaks, up or down by one
golfs | black-hole | Black Hole | All cards fall into the Ace of spades
pair_games | fourteen-out | Fourteen Out | Pairs of fourteen leave twelve columns
pair_games | nestor | Nestor | Equal ranks leave eight open columns
single_games | aces-up | Aces Up | Low cards go until only Aces are left
single_games | accordion | Accordion | One long row folds up into a pile
single_games | montana | Montana | Fill the gaps, put four rows in order
single_games | osmosis | Osmosis | Ranks seep from one row into the next
single_games | grandfathers-clock | Grandfather's Clock | Twelve foundations tell the hours
single_games | clock | Clock | The fourth King stops the clock
single_games | crescent | Crescent | Sixteen piles wax and wane in suit
single_games | terrace | Terrace | Pick one of four cards to begin with
single_games | carpet | Carpet | Twenty cards, and holes mend themselves
"""  # noqa: E501
"""Every game below its collection: the five old ones, oldest first, and the one of solterm."""


class GameWords(NamedTuple):
    """The words about a game in lists."""

    id: str
    name: str
    collection: str
    summary: str
    on_sheet: bool = False
    variants: tuple[tuple[str, Mapping[str, str]], ...] = ()
    """The words for the values of its only option, if all have words, and the options to deal."""

    def __str__(self) -> str:
        return f"{self.name} ({self.collection})"

    @classmethod
    def of(cls, game: Game) -> "GameWords":
        """Return the words of a declaration."""
        words = cls(game.id, game.name, game.collection, game.summary, game.on_sheet)
        option = game.options[0] if len(game.options) == 1 else None
        if option is None or option.words.keys() != option.choices.keys():
            return words
        named = ((option.words[value], {option.key: value}) for value in option.choices)
        return words._replace(variants=tuple(_usual_first(named)))


def _read() -> Iterator[tuple[str, GameWords]]:
    collection = ""
    for line in _TEXT.splitlines():
        match line.split(" | "):
            case [collection]:
                pass
            case [module, game_id, name, summary]:
                yield module, GameWords(game_id, name, collection, summary)
            case [module, game_id, name, summary, "score sheet"]:
                yield module, GameWords(game_id, name, collection, summary, on_sheet=True)
            case [module, game_id, name, summary, told]:
                key, _, values = told.partition(" ")
                pairs = (each.split("=") for each in values.split(", "))
                variants = tuple(_usual_first((label, {key: value}) for value, label in pairs))
                yield module, GameWords(game_id, name, collection, summary, variants=variants)


def _usual_first(
    named: Iterator[tuple[str, Mapping[str, str]]],
) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield variants; the first is the game without options."""
    yield next(named)[0], {}
    yield from named


def words_of(game_id: str) -> dict[str, Any]:
    """Return the fields of a declaration that are in its line."""
    words = CATALOGUE[game_id]
    names = ("id", "name", "collection", "summary", "on_sheet")
    return {name: getattr(words, name) for name in names}


MODULE_OF = {each.id: module for module, each in _read()}
"""The module that declares each game."""
CATALOGUE = {each.id: each for _, each in _read()}
"""All games by id, collection by collection."""
