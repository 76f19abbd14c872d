"""A list in which a click only puts the cursor on a line, and a second one chooses it."""

from textual import events

from solterm.tui.widgets.row_list import RowList


class LineList(RowList):
    """A list whose choice has consequences, such as a game that begins."""

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on a line; a click on the line under the cursor chooses it."""
        event.prevent_default()
        at = event.style.meta.get("option")
        if at is None or self.get_option_at_index(at).disabled:
            return
        if at == self.highlighted:
            self.action_select()
        else:
            self.highlighted = at
