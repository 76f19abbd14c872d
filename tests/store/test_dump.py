"""A backup of a PostgreSQL database and its restoration, as docs/serving.md describes them."""

import subprocess
from pathlib import Path

from solterm.core.game import Game
from solterm.games import find
from solterm.store.kept import KeptPlay
from solterm.store.postgres.engine import Postgres
from solterm.store.store import Store
from tests.harness.postgres import ROLE, Server, find_programs


def run(program: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    programs = find_programs()
    assert programs
    command = [str(programs / program), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_dump_of_the_administrator_holds_the_games_of_all_players(
    server: Server, tmp_path: Path, klondike: Game
) -> None:
    address = server.make_database("dumped")
    for player in ("ann", "bob"):
        kept = KeptPlay.start(Store(Postgres(address, player)), klondike, 17)
        kept.perform("s")
        kept.store.disconnect()
    file, administrator = tmp_path / "solterm.dump", server.address("dumped", "postgres")
    assert "row-level security" in run("pg_dump", "-Fc", "-f", file, address).stderr
    dumped = run("pg_dump", "--format=custom", f"--file={file}", administrator)
    assert dumped.returncode == 0, dumped.stderr
    restored_address = server.make_database("restored")
    target = server.address("restored", "postgres")
    restored = run("pg_restore", f"--dbname={target}", file)
    assert restored.returncode == 0, restored.stderr
    for player in ("ann", "bob"):
        store = Store(Postgres(restored_address, player))
        saved = store.load_suspended()
        assert saved and KeptPlay.resume(store, saved, find).play.events == ["s"]
        (owner,) = store.read("SELECT current_user")
        assert owner == (ROLE,)
        store.disconnect()
