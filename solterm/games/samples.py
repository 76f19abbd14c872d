"""Sample games: won games to replay, so that players can watch a game they don't know."""

from importlib.resources import files

SAMPLES = {
    "farewell-normal": "Farewell, the normal grid",
    "farewell-small": "Farewell, the small grid",
}
"""The name and description of each sample."""


def sample(name: str) -> str:
    """Return the record of a sample game by its name."""
    return (files("solterm.games") / "samples" / f"{name}.txt").read_text(encoding="utf-8")
