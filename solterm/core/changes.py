"""Changes to fields of a declaration, made by a level or an option."""

from collections.abc import Mapping
from typing import Any

from solterm.core.declaration import KINDS
from solterm.core.game import Game
from solterm.core.groups import Group
from solterm.core.options import Amendment
from solterm.core.refusal import Refusal
from solterm.core.values import Value, replace


class Change(Amendment[Game], Value):
    """New values for fields of the game, or of all groups of a kind."""

    kind: str
    """The kind of the groups, a pile id for its group alone, or "" for the game."""
    fields: Mapping[str, Any]

    def apply(self, game: Game) -> Game:
        if not self.kind:
            return replace(game, **self.fields)
        return replace(
            game,
            groups=tuple(
                replace(group, **self.fields) if self._concerns(group, game) else group
                for group in game.groups
            ),
        )

    def _concerns(self, group: Group, game: Game) -> bool:
        named = len(self.kind) > 1 and self.kind in game.ids
        return group is game.group(self.kind) if named else group.kind == self.kind

    def fault(self, game: Game) -> str | None:
        changed: list[Group | Game] = [g for g in game.groups if self._concerns(g, game)]
        if not changed and self.kind:
            return f"it has no pile {self.kind!r} to change"
        for each in changed or [game]:
            for field in self.fields:
                if field not in each._fields:
                    return f"{type(each).__name__} has no field {field!r} to change"
            for field, value in self.fields.items():
                if fault := each.field_fault(field, value):
                    return f"{type(each).__name__}: {fault}"
        return None


def change(kind: str, **fields: Any) -> Change:
    """Return a ``Change`` written with keywords: ``change("t", space=ANY_CARD)``.

    Raises ``Refusal`` for an unknown kind. The game that uses it checks the fields.
    """
    if kind and kind[0] not in KINDS:
        raise Refusal(f"{kind!r} is not a kind of pile; the kinds are {', '.join(KINDS)}.")
    return Change(kind, fields)
