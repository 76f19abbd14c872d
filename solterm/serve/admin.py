"""The administrator's socket of a running host, which only the host's own account may open.

Requests and answers are lines of JSON.
"""

import asyncio
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solterm.core.phrases import count
from solterm.core.refusal import Refusal

if TYPE_CHECKING:  # asking a host needs none of it
    from solterm.serve.hosted_session import HostedSession
    from solterm.serve.server import Server

FILE = "admin.sock"
"""The socket's name in the host's data folder."""

KICKED = "The administrator has ended your session."
RENAMED = "This host now calls you {name}: log in again to go on."

_LONGEST = 1 << 16
_PATIENCE_SECONDS = 10.0
_BACKLOG = 4
"""Small: asyncio logs every connection it has no descriptor for."""


class NobodyServes(Refusal):
    """No host answers on that folder; the message says why."""


# -- the host's end --------------------------------------------------------------------------


class Admin:
    """Answers the administrator's requests."""

    def __init__(self, server: "Server") -> None:
        self._server = server

    async def open(self, data: Path) -> None:
        """Open the socket. Raises ``OSError``, which says where."""
        self._path = data / FILE
        before = os.umask(0o177)
        try:
            self._path.unlink(missing_ok=True)  # left by a host that was killed
            with _short(data) as path:
                line = socket.socket(socket.AF_UNIX)
                line.bind(path)
            self._listener = await asyncio.start_unix_server(
                self._talk, sock=line, limit=_LONGEST, backlog=_BACKLOG
            )
        except OSError as error:
            raise OSError(error.errno, f"{self._path}: {error.strerror or error}") from None
        finally:
            os.umask(before)

    def close(self) -> None:
        self._listener.close()
        self._path.unlink(missing_ok=True)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, ValueError, TimeoutError):
            async with asyncio.timeout(_PATIENCE_SECONDS):
                asked = json.loads(await reader.readline())
                writer.write(json.dumps(await self._answer(asked)).encode() + b"\n")
                await writer.drain()
        writer.close()

    async def _answer(self, asked: dict[str, str]) -> object:
        match asked:
            case {"ask": "status"}:
                return await self._tell_status()
            case {"ask": "kick", "who": str(who)}:
                sessions, name = self._server.sessions.values(), who.casefold()
                meant = [each for each in sessions if name in (each.id, each.name.casefold())]
                return self._end(meant, KICKED)
            case {"ask": "message", "text": str(text)}:
                self._server.log.tell("message", text=text)
                return self._server.hall.tell_everywhere(text)
            case {"ask": "rules"}:
                await self._server.read_rules()
                return True
            case {"ask": "renamed", "id": str(id), "name": str(name)}:
                self._server.hall.pass_name_on(id, name)
                await self._server.publish_names()
                return self._end(self._server.list_sessions_of(id), RENAMED.format(name=name))
            case {"ask": "drain", "on": str(on)}:
                self._server.drain(on == "on")
                return len(self._server.sessions)
            case {"ask": "stop"}:
                self._server.done.set()
                return True
            case {"ask": "database"}:
                return self._server.database or ""
        return None

    def _end(self, meant: "list[HostedSession]", sentence: str) -> int:
        """End some sessions; return how many."""
        for session in meant:
            self._server.log.tell("kick", session=session.id, player=session.name)
            session.finish(sentence)
        return len(meant)

    async def _tell_status(self) -> dict[str, Any]:
        server, template = os.getpid(), self._server.supervisor.number
        processes = [server, template, *(each.number for each in self._server.sessions.values())]
        # In a thread: for hundreds of sessions this takes too long for the event loop.
        memory = await asyncio.to_thread(lambda: {each: memory_of(each) for each in processes})
        games = {visitor.session: visitor for visitor in self._server.hall.visitors()}
        return {
            "sessions": [
                {
                    "session": session.id,
                    "player": session.name,
                    "address": session.caller.address,
                    "face": session.face,
                    "game": games[session.id].game if session.id in games else "",
                    "since": self._moment(session.since),
                    "idle_seconds": round(self._server.now() - session.touched),
                    "process": session.number,
                    "memory_kib": memory.get(session.number, 0),
                }
                for session in self._server.sessions.values()
            ],
            "connections": len(self._server.connections),
            "evening": await self._server.tell_evening(),
            "draining": self._server.is_draining,
            "server": {"process": server, "memory_kib": memory[server]},
            "template": {"process": template, "memory_kib": memory[template]},
        }

    def _moment(self, then: float) -> str:
        ago = timedelta(seconds=self._server.now() - then)
        return f"{datetime.now(UTC) - ago:%Y-%m-%dT%H:%M:%SZ}"


def memory_of(process: int) -> int:
    """Return a process's memory in KiB, with its share of shared pages; 0 if unknown."""
    with suppress(OSError, ValueError, StopIteration):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
        return int(next(line for line in lines if line.startswith("Pss:")).split()[1])
    return 0


@contextmanager
def _short(data: Path) -> Iterator[str]:
    """Yield a short path of the socket: the kernel allows about a hundred characters."""
    folder = os.open(data, os.O_PATH | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{FILE}"
    finally:
        os.close(folder)


# -- the administrator's end -----------------------------------------------------------------


def ask(data: Path, **question: str) -> Any:
    """Ask the host of a data folder. Raises ``NobodyServes``."""
    try:
        with socket.socket(socket.AF_UNIX) as line, _short(data) as path:
            line.settimeout(_PATIENCE_SECONDS)
            line.connect(path)
            line.sendall(json.dumps(question).encode() + b"\n")
            with line.makefile("rb") as answers:
                return json.loads(answers.readline())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it gives no answer"
        raise NobodyServes(f"No host answers in {data}: {reason}.") from None


def write_status(status: dict[str, Any]) -> str:
    """Return a host's status as text."""
    sessions = status["sessions"]
    here = count(len(sessions), "sessions"), count(status["connections"], "connections")
    lines = [", ".join(here)]
    if status["draining"]:
        lines.append("Draining: no new sessions; the host ends with the last one.")
    if sessions:
        lines.append(_row("session", "player", "game", "since", "idle", "MiB", "address"))
    for each in sessions:
        minutes = f"{each['idle_seconds'] // 60} min"
        mib = f"{each['memory_kib'] / 1024:.1f}"
        game = each["game"] or f"({each['face']})"
        told = (each["session"], each["player"], game, each["since"], minutes, mib)
        lines.append(_row(*told, each["address"]))
    if status["evening"]:
        lines.append(f"Evening: {status['evening']}")
    for name in ("server", "template"):
        lines.append(f"{name}: {status[name]['memory_kib'] / 1024:.1f} MiB")
    return "\n".join(lines)


def _row(*told: str) -> str:
    widths = (8, 20, 24, 20, 7, 6, 0)
    return "  ".join(text.ljust(width) for text, width in zip(told, widths, strict=True)).rstrip()
