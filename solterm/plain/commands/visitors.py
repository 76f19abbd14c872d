"""The command that lists the players on the host, finds one by name, or follows changes."""

import re
from typing import Any

from solterm.hall.messages import AskWho, Visitor, Who, WhoChanged
from solterm.hall.roll import Roll, place_of
from solterm.plain.base import BaseSession
from solterm.plain.reply import Reply
from solterm.sessions import news

_PAGE = 50
"""Visitors of a page."""
_MOST_FOLLOWED = 1000
"""Visitors to follow at most."""

_PAGE_NUMBER = re.compile(r"[1-9]\d{0,5}", re.ASCII)


def who(session: BaseSession, words: str) -> Reply:
    """List a page of visitors, search them by name, or follow who comes and goes."""
    verb, _, rest = words.partition(" ")
    if verb == "on":
        return _follow(session, rest.strip())
    if verb == "off":
        session.host.ask(AskWho(count=0), Who)
        session.roll = None
        return Reply(True, "You no longer hear who comes and goes.")
    name, _, last = words.rpartition(" ")
    if not _PAGE_NUMBER.fullmatch(last):
        name, last = words, "1"
    page = int(last)
    told = session.host.ask(AskWho(name, _PAGE * (page - 1), _PAGE), Who)
    return _tell_page(session, told, name, page)


def _tell_page(session: BaseSession, told: Who, name: str, page: int) -> Reply:
    pages = max(1, -(-told.total // _PAGE))
    lines = [tell(each, told.own) for each in told.visitors]
    if not lines:
        lines.append(f"Nobody is called {name[:20]!a}." if name else f"The last page is {pages}.")
    elif pages > page:
        more = f"who {name} {page + 1}".replace("  ", " ")
        lines.append(f"Page {page} of {pages}, {told.total} players; '{more}' shows the next page.")
    visitors = [fields(each, told.own) for each in told.visitors]
    about = {"visitors": visitors, "total": told.total, "first": told.first}
    return Reply(True, "\n".join(lines), hosted=about)


def _follow(session: BaseSession, name: str) -> Reply:
    """Report from now on who comes and goes."""
    session.roll = Roll()
    session.roll.hear(session.host.ask(AskWho(name, 0, _MOST_FOLLOWED, True), Who))
    whom = f"a player called {name[:20]!a}" if name else "somebody"
    return Reply(True, f"You hear when {whom} comes, leaves or begins a game; 'who off' stops it.")


def tell_changes(session: BaseSession, roll: Roll, changed: WhoChanged) -> Reply:
    """Tell who came, left or began another game; in JSON with the next answer."""
    gone = sorted(filter(None, map(roll.find, changed.gone)), key=place_of)
    roll.hear(changed)
    lines = [f"{news.name_player(each.player)} has left." for each in gone]
    lines += [tell(each, roll.own) for each in sorted(changed.visitors, key=place_of)]
    text = "\n".join(lines)
    about: dict[str, Any] = {
        "say": "whochanged",
        "text": text,
        "total": changed.total,
        "visitors": [fields(each, roll.own) for each in changed.visitors],
        "gone": list(changed.gone),
    }
    return Reply(True, text, hosted={"news": [about]})


def tell(visitor: Visitor, own: str) -> str:
    """Describe a visitor in a line."""
    where = f"{visitor.session}@{visitor.host}" if visitor.host else visitor.session
    many = visitor.watchers
    watched = f" {many} {'watches' if many == 1 else 'watch'}." if many else ""
    you = " That is you." if visitor.session == own else ""
    return f"{where}: {news.tell_visitor(visitor)}{watched}{you}"


def fields(visitor: Visitor, own: str) -> dict[str, Any]:
    """Return a visitor as an object."""
    found = {name: getattr(visitor, name) for name in visitor._fields}
    found["open"] = found.pop("is_open")
    return found | {"own": visitor.session == own}
