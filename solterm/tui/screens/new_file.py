"""Asks for the name of a new file, and writes it."""

from functools import partial
from pathlib import Path

from solterm.store import recordfiles
from solterm.store.errors import show_path
from solterm.tui.screens.base_screen import BaseScreen
from solterm.tui.screens.dialogs import TextDialog, fault_of


def ask_for_file(
    page: BaseScreen[None], question: str, proposed: str, text: str, what: str = "record"
) -> None:
    """Ask for a new file and write a text to it; a refusal keeps the dialog open."""
    written: list[Path] = []

    def write(name: str) -> None:
        written.append(recordfiles.write(page.solterm.context, name, text))

    def tell(name: str) -> None:
        page.notice = f"The {what} is in {show_path(written[-1])}."

    page.prompt(TextDialog(question, proposed, partial(fault_of, write)), tell)
