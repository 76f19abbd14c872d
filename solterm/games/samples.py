"""Sample games: records of games that were won, to be looked at step by step (``rules.md`` A5)."""

from importlib.resources import files


def all() -> list[tuple[str, str]]:
    """The samples: their names and their records, in the order of the names."""
    folder = files("solterm.games") / "samples"
    if not folder.is_dir():
        return []
    found = sorted(
        (each for each in folder.iterdir() if each.name.endswith(".txt")),
        key=lambda each: each.name,
    )
    return [(_name(each.name), each.read_text(encoding="utf-8")) for each in found]


def _name(file: str) -> str:
    """``farewell-small-grid.txt`` is called ``Farewell small grid``."""
    return file.removesuffix(".txt").replace("-", " ").capitalize()
