"""Sample games: won games to replay, so that a game nobody knows can be watched first."""

from importlib.resources import files

SAMPLES = {
    "farewell-normal": "A Farewell to Kings, the normal grid",
    "farewell-small": "A Farewell to Kings, the small grid",
}
"""The name of each sample, and what it is."""


def sample(name: str) -> str:
    """The record of a sample game, by its name."""
    return (files("solterm.games") / "samples" / f"{name}.txt").read_text(encoding="utf-8")
