"""A session of a host: ``python session.py FD FACE [WORD]...``, with an inherited socket.

FACE is ``screen``, ``lines`` or ``json``; the words are the rest of the command line.
"""

import socket
import sys

from solterm import tui
from solterm.cli.arguments import read_start
from solterm.cli.parser import parser
from solterm.cli.shell_commands import COMMANDS
from solterm.context import Context
from solterm.hall.link import Link
from solterm.plain.loop import play_in_lines
from solterm.sessions.host_link import HostLink
from solterm.store.patience import Patience

if __name__ == "__main__":
    number, face, *words = sys.argv[1:]
    here = Context.from_environment()
    link = Link(socket.socket(fileno=int(number)))
    args = parser(COMMANDS, words).parse_args(words)
    start = read_start(args) if words else None
    if face == "screen":
        sys.exit(tui.run(here, Patience(), HostLink(link), start=start))
    play_in_lines(here, Patience(), HostLink(link), start=start, as_json=face == "json")
