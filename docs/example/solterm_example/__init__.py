"""Three more games for solterm, published through the entry point of this package."""

from solterm_example.number_ten import NUMBER_TEN
from solterm_example.royal_marriage import ROYAL_MARRIAGE
from solterm_example.simon_jester import SIMON_JESTER

GAMES = (NUMBER_TEN, SIMON_JESTER, ROYAL_MARRIAGE)
