"""``solterm serve``: runs a card room that players reach with ssh, and with browsers."""

import argparse
import asyncio
import os
import socket
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from solterm.cli.console import Output
from solterm.cli.desk import choose_data
from solterm.context import Context
from solterm.core.refusal import Refusal
from solterm.installed import command_for
from solterm.serve.access import Access
from solterm.serve.host_data import lock
from solterm.serve.log import Log
from solterm.serve.server import Server
from solterm.serve.web.assets import Assets
from solterm.store import locations, sharedfolder
from solterm.store.errors import show_path, tell_administrator

if TYPE_CHECKING:
    import asyncssh

_NO_KEYS_IN_BROWSERS = "--web can't be combined with --keys: browsers have no keys."
_NO_DATABASE = "--sessions-database needs --database: it is the same one, for another role."
_NO_LINUX = "solterm serve needs Linux 5.3 or newer."
_ROOT = (
    "Don't serve as root: anyone who broke out of a game would be root too. Use a separate account"
    " (port 2222 needs no root), or pass --even-as-root, for example in a container."
)


def serve(args: argparse.Namespace, out: Output) -> None:
    """Serve until a signal ends it."""
    context = out.context
    data = choose_data(context, args.data)
    if not hasattr(os, "pidfd_open"):
        raise Refusal(_NO_LINUX)
    if os.geteuid() == 0 and not args.even_as_root:
        raise Refusal(_ROOT)
    try:
        import asyncssh  # noqa: F401
    except ImportError:
        raise _lacks("solterm serve", "asyncssh") from None
    if args.web:
        _check_web(args)
    if args.sessions_database and not args.database:
        raise Refusal(_NO_DATABASE)
    _serve(args, context, data)


def _lacks(part: str, package: str) -> Refusal:
    return Refusal(f"{part} needs {package}: {command_for(package)}")


def _check_web(args: argparse.Namespace) -> None:
    """Raise ``Refusal`` if browsers can't be served."""
    if args.keys:
        raise Refusal(_NO_KEYS_IN_BROWSERS)
    try:
        from solterm.serve.web.entrance import WebEntrance  # noqa: F401
    except ImportError:
        raise _lacks("--web", "aiohttp") from None
    Assets()  # raises ``Refusal`` where they are missing


def _serve(args: argparse.Namespace, context: Context, data: Path) -> None:
    # Imported here: they need asyncssh.
    from solterm.serve.daemon import serve
    from solterm.serve.ssh_entrance import read_host_key

    os.umask(0o077)
    try:
        locations.create(context, data)
        lock(data)
        sharedfolder.prepare(context._replace(shared=data / "shared"))
        access = Access(Path(args.keys) if args.keys else None, args.closed)
        for fault in access.faults:
            print(f"solterm: {fault}", file=sys.stderr)
        key = read_host_key(data)
        log = Log(Path(args.log) if args.log else None)
        schedule = Path(args.schedule) if args.schedule else None
        server = Server(
            *(data, log, access),
            database=args.database,
            sessions_database=args.sessions_database,
            schedule=schedule,
        )
        for warning in filter(None, (*server.warnings, server.limit_warning)):
            print(f"solterm: {warning}", file=sys.stderr)
    except BlockingIOError:
        raise Refusal(f"Another host is already serving {show_path(data)}.") from None
    except Refusal as error:
        raise Refusal(tell_administrator(error)) from None
    except OSError as error:  # of the lock, or of the log
        where = show_path(Path(error.filename or data))
        raise Refusal(f"{where} cannot be used: {error.strerror or error}.") from None
    metrics = _open_metrics(*args.metrics) if args.metrics else None
    try:
        opened = partial(_welcome, args, key, data)
        asyncio.run(serve(server, key, args.host, args.port, opened, metrics, args.web))
    except OSError as error:
        raise Refusal(f"The host could not start: {error.strerror or error}.") from None


def _open_metrics(host: str, port: int) -> socket.socket:
    try:
        from solterm.serve.metrics import listen
    except ImportError:
        raise _lacks("--metrics", "prometheus-client") from None
    try:
        listening = listen(host, port)
    except OSError as error:
        where = f"{host}, port {port}"
        raise Refusal(f"Cannot serve metrics on {where}: {error.strerror or error}.") from None
    print(f"Metrics: http://{_show_host(host)}:{listening.getsockname()[1]}/metrics")
    return listening


def _show_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _welcome(
    args: argparse.Namespace, key: "asyncssh.SSHKey", data: Path, port: int, web_port: int
) -> None:
    """Tell the administrator how players connect."""
    wildcard = args.host in ("", "0.0.0.0", "::")
    name = socket.gethostname() if wildcard else args.host
    with suppress(OSError):  # the terminal may be gone; the host stays
        print(f"Serving on {args.host or 'every address'}, port {port}. Players type:")
        print(f"    ssh -p {port} {name}")
        if args.web:
            print(f"Browsers: http://{_show_host(args.web[0])}:{web_port}/")
        print(f"Data: {data}")
        print(f"The host key is {key.get_fingerprint()} (ED25519).", flush=True)
