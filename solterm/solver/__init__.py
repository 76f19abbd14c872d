"""One solver for all games: can a position be won, and how?

It sees every card, also those that lie face down. So what it says may be told only to a player who
asks for it, and never in a game that counts: hints are ``solterm.core.advice``, which knows no more
than the player does.

It knows nothing of a game but its declaration and the questions that ``Rules`` answers.
"""

from solterm.solver.solve import solve
from solterm.solver.verdict import Finding, Limit, Verdict

__all__ = ["Finding", "Limit", "Verdict", "solve"]
