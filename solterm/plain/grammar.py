"""The grammar of line mode: every word, what may follow it and what it does."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from solterm.plain.commands import asking, keeping, playing
from solterm.plain.reply import Reply

if TYPE_CHECKING:
    from solterm.plain.session import Session


class Command(NamedTuple):
    """A word of the grammar, and what it does."""

    usage: str
    """The word, and what may follow: ``WORD`` must, ``[WORD]`` may, ``WORDS`` are several."""
    help: str
    run: "Callable[[Session, str], Reply]"

    def argument(self, words: Sequence[str]) -> str:
        """What follows the word; raises ``ValueError`` when that is too little or too much."""
        wanted = self.usage.split()[1:]
        least = sum(1 for each in wanted if not each.startswith("["))
        most = len(words) if wanted and wanted[-1] in _SEVERAL else len(wanted)
        if not least <= len(words) <= most:
            raise ValueError(f"Write '{self.usage}': it {self.help}.")
        as_typed = bool(wanted) and wanted[-1].strip("[]") == "NAME"
        return " ".join(words) if as_typed else " ".join(words).lower()


_SEVERAL = ("MOVE", "NAME", "[NAME]")
"""What may have more than one word."""

_GRAMMAR = (
    Command("moves", "lists the legal moves", asking.moves),
    Command("targets PILE", "says where the cards of a pile can go", asking.targets),
    Command("why MOVE", "says whether a move is legal, and why not", asking.why),
    Command("board", "shows the table, one pile a line", asking.board),
    Command("level N", "plays on at level 1 (easy), 2 or 3", playing.level),
    Command("x [PILE]", "makes an exception; x again puts aside one that waits", playing.exception),
    Command("auto", "plays home what can go there", playing.auto),
    Command("autoplay SWITCH", "on: cards go home by themselves; off: no more", playing.autoplay),
    Command("undo", "takes back the last action", playing.undo),
    Command("redo", "makes it again", playing.redo),
    Command("restart", "starts this game over; undo goes back", playing.restart),
    Command("bookmark [WORD]", "remembers this position", playing.bookmark),
    Command("return [WORD]", "returns to a bookmark, or the last one", playing.return_to),
    Command("cheat [yes]", "lets the next move be one of level 1; it is counted", playing.cheat),
    Command("hint", "proposes a move", asking.hint),
    Command("peek PILE", "names the cards of a pile that may be looked at", playing.peek),
    Command("help [PILE]", "explains the commands, or a pile", asking.help_about),
    Command("rules", "shows the rules of this game", asking.rules),
    Command("score", "tells the score and what it is made of", asking.score),
    Command("stats", "tells the statistics of this game", keeping.stats),
    Command("settings [NAME]", "lists the settings, or changes one: NAME VALUE", keeping.settings),
    Command("new [N]", "ends this game and deals another, of a number or any", playing.new),
    Command("replay", "ends this game and deals the same cards again", playing.replay),
    Command("save [NAME]", "saves the position under a name", keeping.save_game),
    Command("saves", "lists the saved games", keeping.saved_games),
    Command("open NAME", "brings a saved game back", keeping.open_game),
    Command("record", "writes the game so far as text", asking.record),
    Command("quit", "leaves; the game is kept", asking.quit_game),
)

COMMANDS = {command.usage.split()[0]: command for command in _GRAMMAR}
"""The commands by their words."""
COMMANDS["deal"] = COMMANDS["new"]  # what the screen's command line calls it (design.md 6)

HELP = "\n".join(
    [
        "Moves: SRC DST [COUNT], piles by their ids: 't3 t5', 't3 t5 2', 'w f' (any foundation).",
        "SRC alone acts on a pile: 's' turns the stock, or turns the waste over.",
        *(f"{command.usage:16} {command.help}" for command in _GRAMMAR),
    ]
)
"""What ``help`` says."""
