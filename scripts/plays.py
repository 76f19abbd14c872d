"""Print how a game of every rule set goes by seeded moves; at last the file and the seconds.

``scripts/compiled.py`` runs it on the plain and on the compiled package and compares the output.
Unlike the solver, a play follows each card from the deal on, to know which the player has seen.
"""

from random import Random
from time import process_time

from solterm import Play
from solterm.core.engines import masks
from solterm.games import catalogue

MOVES = 40


def main() -> None:
    """Print the moves and the last view of a game."""
    begun = process_time()
    for game in catalogue().values():
        play, chance = Play(game, deal=1), Random(1)
        for _ in range(MOVES):
            if moves := sorted(map(str, play.legal_moves)):
                play.push(chance.choice(moves))
        print(game.id, ", ".join(play.events), play.position)
    print(f"{masks.__file__} {process_time() - begun:.1f}")


if __name__ == "__main__":
    main()
