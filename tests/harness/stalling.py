"""A proxy for a database server that can hang: it accepts connections and stays silent."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

_SOCKET = ".s.PGSQL.5432"


class StallingProxy:
    """Forwards connections to a server's socket, except while it hangs."""

    def __init__(self, server: Path | None = None) -> None:
        """Without a server it hangs forever."""
        self._server = str(server / _SOCKET) if server else ""
        self._flows = threading.Event()
        if server:
            self._flows.set()
        self._sockets: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def address(self, database: str = "cards", role: str = "cards") -> str:
        """Return the address of a database behind this proxy."""
        return f"postgresql://{role}@127.0.0.1:{self.port}/{database}"

    def hang(self) -> None:
        """Accept connections, but pass no data on."""
        self._flows.clear()

    def resume(self) -> None:
        """Pass data on again, starting with the backlog."""
        self._flows.set()

    def close(self) -> None:
        self._flows.set()
        for each in (self._listener, *self._sockets):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    @classmethod
    @contextmanager
    def to(cls, server: Path | None) -> Iterator[Self]:
        """Open a proxy that closes at the end of the block."""
        line = cls(server)
        try:
            yield line
        finally:
            line.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self._sockets.append(client)
                threading.Thread(target=self._connect, args=(client,), daemon=True).start()

    def _connect(self, client: socket.socket) -> None:
        self._flows.wait()
        with suppress(OSError):
            server = socket.socket(socket.AF_UNIX)
            self._sockets.append(server)
            server.connect(self._server)
            for pair in ((client, server), (server, client)):
                threading.Thread(target=self._pump, args=pair, daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                self._flows.wait()
                sink.sendall(data)
        for each in (source, sink):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
