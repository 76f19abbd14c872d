"""Two more games for solterm, published through the entry point of this package."""

from solterm_example.spider import SPIDER
from solterm_example.yukon import YUKON

GAMES = (YUKON, SPIDER)
