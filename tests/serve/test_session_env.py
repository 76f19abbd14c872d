"""The context of a session: what the host allows, whatever happens to its variables later."""

import os
from pathlib import Path

import pytest

from solterm.context import KIOSK, NICKNAME, Context
from solterm.serve.accounts import Player
from solterm.serve.host_settings import HostSettings
from solterm.serve.session_env import SessionEnv
from solterm.store.errors import StoreError
from solterm.store.locations import check_files
from solterm.store.settings import Settings, load_settings, save_settings
from solterm.store.store import Store
from solterm.tui.app import SoltermApp

ANN = Player("0123456789abcdef", "ann")


def context_for(data: Path, player: Player | None, **sent: str) -> Context:
    """Return the context of a session whose client has sent these variables."""
    env = SessionEnv(data, None)
    order = env.order("7", player, "screen", sent, HostSettings())
    return Context.from_environment(order.environment)


def test_the_boards_of_a_new_host_show_the_results_of_everybody(tmp_path: Path) -> None:
    assert context_for(tmp_path, ANN).quotas.games_before_boards == 0


def test_clients_variables_change_nothing_of_the_hosts(tmp_path: Path) -> None:
    sent = {KIOSK: "0", NICKNAME: "eve", "SOLTERM_HOME": "/", "TEXTUAL_DRIVER": "evil:Driver"}
    for player in (ANN, None):
        assert context_for(tmp_path, player, **sent) == context_for(tmp_path, player)


def test_a_client_may_send_the_name_of_a_time_zone_but_no_file(tmp_path: Path) -> None:
    assert context_for(tmp_path, ANN, TZ="Europe/Berlin").zone == "Europe/Berlin"
    for word in ("", "/etc/localtime", ":/etc/x", "../zone", "a" * 60):
        assert context_for(tmp_path, ANN, TZ=word).zone == ""


@pytest.mark.parametrize("player", [ANN, None])
def test_a_store_keeps_the_hosts_context(
    player: Player | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = context_for(tmp_path, player)
    store = Store.to_play_with(context)
    monkeypatch.setattr(os, "environ", {})
    monkeypatch.setenv("SOLTERM_HOME", str(tmp_path / "elsewhere"))
    for each in (store, store.reopen(), SoltermApp(store).seat.store):
        assert each.context == context
        assert each.context.is_kiosk
        assert each.context.is_guest == (player is None)
        assert each.path
        assert each.path.is_relative_to(tmp_path / ("players" if player else "guests"))
        with pytest.raises(StoreError, match="no files that players name"):
            check_files(each.context)
    save_settings(store.context, Settings(level=1))
    assert load_settings(store.context)[0].level == 1
    assert not (tmp_path / "elsewhere").exists()


def test_errors_in_a_session_name_no_folder_of_the_host(tmp_path: Path) -> None:
    context = context_for(tmp_path, ANN)
    store = Store.to_play_with(context)
    assert store.path
    store.disconnect()
    store.path.write_bytes(b"not a database" * 100)
    settings = store.path.with_name("settings.toml")
    settings.write_text("level =")
    told = [Store.to_play_with(context).unsaved or "", *load_settings(context)[1]]
    settings.unlink()
    settings.mkdir()
    told += load_settings(context)[1]
    with pytest.raises(StoreError) as refused:
        save_settings(context, Settings())
    told.append(str(refused.value))
    assert len(told) == 4
    assert not [each for each in told if str(tmp_path) in each or "players" in each], told
