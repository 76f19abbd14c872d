"""Stored verdicts on claims: a refusal, or an empty one and the claim that holds."""

from collections.abc import Sequence

from solterm.store.store import Store

_BATCH = 500
"""Verdicts in one query."""


def read(store: Store, keys: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return the refusal and the claim of each key that is stored."""
    found = {}
    for asked in (keys[at : at + _BATCH] for at in range(0, len(keys), _BATCH)):
        places = ", ".join("?" * len(asked))
        query = f"SELECT digest, refusal, claim FROM verdict WHERE digest IN ({places})"
        for key, refusal, claim in store.read(query, *asked):
            found[str(key)] = str(refusal), str(claim)
    return found


def write(store: Store, key: str, refusal: str, claim: str) -> None:
    """Store a verdict; drop those whose keys begin with another word, the name of their form."""
    form = key.partition(" ")[0] + " "
    with store.transaction() as database:
        database.execute(
            "DELETE FROM verdict WHERE digest = ? OR substr(digest, 1, ?) <> ?",
            (key, len(form), form),
        )
        database.execute(
            "INSERT INTO verdict (digest, refusal, claim) VALUES (?, ?, ?)", (key, refusal, claim)
        )
