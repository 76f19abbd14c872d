"""A session of a host: ``python session.py FD FACE [WORD]...``, with an inherited socket.

FACE is ``screen``, ``lines`` or ``json``; the words are the rest of the command line.
"""

import socket
import sys

from solterm import hall
from solterm.cli.main import main
from solterm.hall.link import Link

FACES = {"screen": [], "lines": ["--plain"], "json": ["--json"]}

if __name__ == "__main__":
    number, face, *words = sys.argv[1:]
    hall.join(Link(socket.socket(fileno=int(number))))
    sys.exit(main([*words, *FACES[face]]))
