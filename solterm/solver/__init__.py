"""One solver for all games: can a position be won, and how?

It sees every card, including face-down ones. So its answers go only to players who ask for them,
never in a scored game. (The quick hints in ``solterm.advice`` know no more than the player
does.)

It knows only a game's declaration and the answers of ``Rules``.
"""

from solterm.solver.solve import solve
from solterm.solver.verdict import Finding, Limit, Verdict

__all__ = ["Finding", "Limit", "Verdict", "solve"]
