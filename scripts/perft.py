"""Count the positions of all building games within a few moves; at last the file and the seconds.

``scripts/compiled.py`` runs it on the plain and on the compiled package and compares the output.
"""

from time import process_time

from solterm import Rules, Table
from solterm.core.engines import masks
from solterm.core.engines.builders import Builders
from solterm.games import catalogue

DEALS = (1, 2, 3)


def perft(rules: Rules, table: Table, depth: int) -> int:
    """Return how many positions ``depth`` moves lead to, all depths together."""
    made = 0
    for move in rules.generate(table):
        after = rules.make(table, move)
        made += 1 + (perft(rules, after, depth - 1) if depth > 1 else 0)
    return made


def main() -> None:
    """Print the counts."""
    started = process_time()
    for name, game in sorted(catalogue().items()):
        for level in (3, 2, 1) if game.engine.engine_name == Builders.engine_name else ():
            rules = game.rules(level)
            openings = [rules.game.deal(deal).table for deal in DEALS]
            depth = 4 if level == 3 else 2
            print(name, level, *(perft(rules, table, depth) for table in openings))
    print(masks.__file__, process_time() - started)


if __name__ == "__main__":
    main()
