"""Print the verdict and positions for two deals of every game; at last the file and the seconds.

``scripts/compiled.py`` runs it on the plain and on the compiled package and compares the output.
"""

from time import process_time

from solterm.core.engines import masks
from solterm.games import catalogue
from solterm.research import solve
from solterm.solver import Limit

DEALS = (1, 2)
POSITIONS = 3000


def main() -> None:
    """Print the verdicts."""
    begun = process_time()
    for game in catalogue().values():
        found = []
        for deal in DEALS:
            verdict = solve(game.deal(deal), Limit(positions=POSITIONS))
            found.append(f"{verdict.finding.name} {verdict.positions}")
        print(game.id, *found, sep=", ")
    print(f"{masks.__file__} {process_time() - begun:.1f}")


if __name__ == "__main__":
    main()
