"""The page that shows a report: rows and columns to look at and to choose from."""

from abc import abstractmethod

from solterm.sessions.report import Report
from solterm.tui.screens.base import Result
from solterm.tui.screens.list_page import Listing, ListPage


class RowsPage(ListPage[Result]):
    """A report to look at and to choose rows from. Its items are the numbers of the rows."""

    @abstractmethod
    def report(self) -> Report:
        """Return what the page shows now."""

    def listing(self) -> Listing:
        report = self.report()
        return Listing.of(report, range(len(report.rows)))

    def select_cursor(self, here: int) -> None:
        """Do what Enter does."""
