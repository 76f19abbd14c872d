"""Before the deal: the number of the deal and what the game leaves to choose (``rules.md`` A5)."""

from solterm.chance import random_deal
from solterm.core import deals
from solterm.core.game import Game
from solterm.tui.screens.listed import ListScreen


class DealScreen(ListScreen):
    """Chooses a game's options and a deal, and deals."""

    keys = "Left/Right Change   Enter New game   # Number   D Defaults   ESC Cancel"

    def __init__(self, game: Game, level: int) -> None:
        super().__init__()
        self.game = game
        self.level = level
        self.number = 0
        """The number of the deal; 0: any."""
        self.chosen = {option.key: option.usual for option in game.options}
        self.heading = f"{game.name} ({game.collection}): new game"

    def lines(self) -> list[str]:
        options = [f"{each.name:20}{self.chosen[each.key]}" for each in self.game.options]
        return [f"{'Deal':20}{self.number or 'any'}", f"{'Level':20}{self.level}", *options]

    def about(self) -> str:
        if self.place == 0:
            return "# types a number: the same number is the same deal, on every machine."
        if self.place == 1:
            return "3 plays the rules as they are, 2 and 1 are easier."
        return f"There are: {', '.join(self.game.options[self.place - 2].choices)}."

    def choose(self) -> None:
        options = {
            each.key: self.chosen[each.key]
            for each in self.game.options
            if self.chosen[each.key] != each.usual
        }
        self.app.pop_screen()
        self.solterm.deal(self.game, self.number or random_deal(), self.level, options)

    def other_key(self, key: str, character: str | None) -> None:
        if key in ("left", "right"):
            self._change(1 if key == "right" else -1)
        elif character == "#" or (character and character.isdigit()):
            self.type_in("Deal number", self._take_number, character.replace("#", ""))
        elif character in ("d", "D"):
            self.chosen = {option.key: option.usual for option in self.game.options}
            self.number = 0

    def _change(self, by: int) -> None:
        if self.place == 0:
            self.number = max(0, self.number + by)
        elif self.place == 1:
            self.level = (self.level - 1 + by) % 3 + 1
        else:
            option = self.game.options[self.place - 2]
            values = list(option.choices)
            here = values.index(self.chosen[option.key])
            self.chosen[option.key] = values[(here + by) % len(values)]

    def _take_number(self, typed: str) -> None:
        try:
            self.number = deals.parse(typed.strip()) if typed.strip() else 0
        except ValueError as error:
            self.notice = str(error)
