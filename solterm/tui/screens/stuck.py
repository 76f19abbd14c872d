"""The dialog of a game in which nothing leads on: what can still be done."""

from collections.abc import Mapping

from solterm.core.play.play import Play
from solterm.tui.keys import offers
from solterm.tui.keys.commands import find_command
from solterm.tui.screens.dialogs import Answer, Dialog


class StuckDialog(Dialog[str | None]):
    """Returns the id of a command, ``same`` or ``another`` for a deal, or None to look on."""

    def __init__(self, sentence: str, play: Play, overrides: Mapping[str, str]) -> None:
        """``overrides`` are the player's own keys."""
        super().__init__(sentence, list(_answers(play, overrides)))


def _answers(play: Play, overrides: Mapping[str, str]) -> list[Answer[str | None]]:
    answers = []

    def offer(command: str, label: str) -> None:
        own = offers.find_own(command, overrides)
        answers.append(Answer[str | None](own.keys, offers.key_name(own), label, command))

    if play.can_undo and not play.terms:
        offer("undo", "Undo the last move")
        offer("regain", "Back to where it could be won")
    for command, label in (("exception", "Make an exception"), ("level", "Change the level")):
        if play.level > 1 and offers.has(play, find_command(command)):
            offer(command, label)
    if not play.terms:
        answers.append(Answer("rR", "R", f"Deal {play.deal} again", "same"))
        answers.append(Answer("nN", "N", "A new deal", "another"))
    offer("new", "End this game")
    answers.append(Answer(("escape",), "Esc", "Look at the table", None))
    return answers
