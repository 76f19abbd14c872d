"""The accounts: keys, unique names, and codes that work once."""

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.hall.messages import Result
from solterm.serve import accounts
from solterm.serve.account_tables import HOST_FILE
from solterm.serve.accounts import FILE, Accounts, open_accounts, open_file
from solterm.store.errors import Locked, StoreError

KEY, OTHER_KEY, THIRD_KEY = ("SHA256:" + each * 43 for each in "ABC")


class Clock:
    def __init__(self) -> None:
        self.moment = datetime(2026, 11, 21, 18, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.moment

    def wait(self, **time: int) -> None:
        self.moment += timedelta(**time)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["file", pytest.param("database", marks=pytest.mark.long)])
def register(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Accounts]:
    if request.param == "file":
        yield Accounts(open_file(tmp_path), clock)
        return
    import psycopg

    from solterm.serve.account_tables import open_database

    address = request.getfixturevalue("database")
    engine = open_database(address)
    with psycopg.connect(address, autocommit=True) as owner:
        owner.execute(f"TRUNCATE {', '.join(HOST_FILE.tables)}".encode())
    yield Accounts(engine, clock)
    engine.disconnect()


in_a_file = pytest.mark.parametrize("register", ["file"], indirect=True)
"""For tests that read or damage the file."""


@pytest.mark.parametrize("register", ["database"], indirect=True)
def test_accounts_may_be_in_a_database(register: Accounts) -> None:
    """A sample of the tests below; with `--all`, each of them uses a database, too."""
    ann = register.enrol(KEY, "ann")
    assert register.use_code(OTHER_KEY, register.make_code(ann.id)) == register.find(KEY) == ann
    with pytest.raises(Refusal, match="Unknown code"):
        register.use_code(THIRD_KEY, "AAAA-AAAA")
    assert register.enrol(THIRD_KEY, "ann").name == "ann-2"
    register.enter_result(result(1))
    register.rename(ann.id, "anna")
    assert [each.player for each in register.results(1)] == ["anna"]
    assert sorted((each.name, each.keys) for each in register.search("ann")) == [
        *(("ann-2", 1), ("anna", 2))
    ]
    register.sign_up(ann.id, "Evening", wanted=True)
    assert register.signed_up("Evening") == {ann.id}


# -- players ---------------------------------------------------------------------------------


def test_a_key_belongs_to_one_player_whatever_the_login_name(register: Accounts) -> None:
    assert register.find(KEY) is None
    ann = register.enrol(KEY, "ann")
    assert ann.name == "ann"
    assert register.enrol(KEY, "bob") == register.find(KEY) == ann
    assert register.find(OTHER_KEY) is None


def test_similar_names_get_numbers(register: Accounts) -> None:
    names = [register.enrol(f"SHA256:{n}", "Ann").name for n in range(3)]
    assert names == ["Ann", "Ann-2", "Ann-3"]
    assert register.enrol("SHA256:x", "4nn").name == "nn"
    assert register.enrol("SHA256:y", "a_n_n").name == "a_n_n-4"  # a_n_n-2 looks like Ann-2


@in_a_file
def test_accounts_outlive_the_host(register: Accounts, tmp_path: Path) -> None:
    ann = register.enrol(KEY, "ann")
    assert open_accounts(tmp_path).find(KEY) == ann


# -- names -----------------------------------------------------------------------------------


def test_a_player_can_be_renamed(register: Accounts) -> None:
    ann = register.enrol(KEY, "ann")
    anna = register.rename(ann.id, " Anna ")
    assert anna == register.find(KEY) == (ann.id, "Anna")
    assert register.rename(ann.id, "anna").name == "anna"


@pytest.mark.parametrize("name", ["bob", "BOB", "b0b", "B-ob"])
def test_a_name_similar_to_anothers_is_refused(register: Accounts, name: str) -> None:
    ann = register.enrol(KEY, "ann")
    register.enrol(OTHER_KEY, "bob")
    with pytest.raises(Refusal, match="Another player has this name"):
        register.rename(ann.id, name)
    assert register.find(KEY) == ann


def test_an_old_name_stays_reserved_for_a_month(register: Accounts, clock: Clock) -> None:
    ann, bob = register.enrol(KEY, "ann"), register.enrol(OTHER_KEY, "bob")
    register.rename(ann.id, "anna")
    clock.wait(days=29)
    with pytest.raises(Refusal, match="or had it lately"):
        register.rename(bob.id, "ann")
    assert register.enrol(THIRD_KEY, "ann").name == "ann-2"
    register.rename(ann.id, "ann")
    register.rename(ann.id, "anna")
    clock.wait(days=29)
    with pytest.raises(Refusal):
        register.rename(bob.id, "ann")
    clock.wait(days=1)
    assert register.rename(bob.id, "ann").name == "ann"
    with pytest.raises(Refusal):
        register.rename(ann.id, "ann")


def test_old_names_beyond_five_are_released(register: Accounts, clock: Clock) -> None:
    ann, bob = register.enrol(KEY, "ann"), register.enrol(OTHER_KEY, "bob")
    for name in ("one", "two", "three", "four", "five", "six"):
        clock.wait(seconds=1)
        register.rename(ann.id, name)
    assert register.rename(bob.id, "ann").name == "ann"
    with pytest.raises(Refusal):
        register.rename(bob.id, "one")


# -- codes -----------------------------------------------------------------------------------


def test_a_code_adds_a_key_to_a_player(register: Accounts) -> None:
    ann = register.enrol(KEY, "ann")
    register.enrol(OTHER_KEY, "ann")
    code = register.make_code(ann.id)
    assert register.use_code(OTHER_KEY, f" {code.lower().replace('-', ' ')} ") == ann
    assert register.find(OTHER_KEY) == register.find(KEY) == ann
    with pytest.raises(Refusal, match="Unknown code"):
        register.use_code(THIRD_KEY, code)


def test_the_name_of_a_player_moves_with_the_last_key(register: Accounts, clock: Clock) -> None:
    ann, bob = register.enrol(KEY, "ann"), register.enrol(OTHER_KEY, "bob")
    code = register.make_code(bob.id)
    register.use_code(OTHER_KEY, register.make_code(ann.id))
    with pytest.raises(Refusal):
        register.use_code(THIRD_KEY, code)
    eve = register.enrol(THIRD_KEY, "eve")
    with pytest.raises(Refusal):
        register.rename(eve.id, "bob")
    assert register.rename(ann.id, "bob") == register.find(OTHER_KEY)
    register.rename(ann.id, "ann")
    clock.wait(days=30)
    assert register.rename(eve.id, "bob").name == "bob"


def test_a_code_is_valid_for_ten_minutes(register: Accounts, clock: Clock) -> None:
    code = register.make_code(register.enrol(KEY, "ann").id)
    clock.wait(minutes=10)
    with pytest.raises(Refusal, match="ten minutes"):
        register.use_code(OTHER_KEY, code)


def test_the_players_own_key_does_not_use_up_the_code(register: Accounts) -> None:
    ann = register.enrol(KEY, "ann")
    code = register.make_code(ann.id)
    with pytest.raises(Refusal, match="belongs to ann"):
        register.use_code(KEY, code)
    assert register.use_code(OTHER_KEY, code) == ann


def test_wrong_codes_are_refused_and_limited(register: Accounts, clock: Clock) -> None:
    code = register.make_code(register.enrol(KEY, "ann").id)
    for guess in ("", "AAAA-AAAA", code[:-1], "\ud800" * 1000, f"{code}A"):
        with pytest.raises(Refusal, match="Unknown code"):
            register.use_code(OTHER_KEY, guess)
    with pytest.raises(Refusal, match="within an hour"):
        register.use_code(OTHER_KEY, code)  # the right code comes too late
    clock.wait(minutes=5)
    assert register.use_code(THIRD_KEY, code).name == "ann"
    clock.wait(minutes=55)
    with pytest.raises(Refusal, match="Unknown code"):
        register.use_code(OTHER_KEY, code)


@in_a_file
def test_the_file_contains_no_code(register: Accounts, tmp_path: Path) -> None:
    code = register.make_code(register.enrol(KEY, "ann").id).replace("-", "")
    assert code.encode() not in (tmp_path / FILE).read_bytes()


def test_the_keys_of_a_player_are_limited(
    register: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "_MOST_KEYS", 2)
    ann = register.enrol(KEY, "ann")
    register.use_code(OTHER_KEY, register.make_code(ann.id))
    with pytest.raises(Refusal, match="2 keys"):
        register.make_code(ann.id)


# -- results ---------------------------------------------------------------------------------


def result(mark: int, moment: str = "2026-11-21T18:00:00") -> Result:
    return Result("ann", "demon", 3, "617", "", True, mark, moment)


def test_results_are_listed_newest_first(register: Accounts) -> None:
    for mark in range(3):
        register.enter_result(result(mark))
    assert register.results(2) == [result(2), result(1)]
    assert register.results(0) == register.results(-1) == []


def test_a_result_is_stored_with_its_board(register: Accounts) -> None:
    won = replace(result(1), deal="", purpose="tournament:2 0", board="tournament:Cup")
    register.enter_result(won)
    assert register.results(1) == [won]


def test_an_invalid_result_is_refused(register: Accounts) -> None:
    for each in (result(10**20), result(1, "x" * 10**4)):
        with pytest.raises(Refusal, match="larger"):
            register.enter_result(each)


# -- the file --------------------------------------------------------------------------------


@in_a_file
def test_only_the_hosts_account_can_read_the_file(register: Accounts, tmp_path: Path) -> None:
    register.enrol(KEY, "ann")
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


@in_a_file
def test_a_locked_file_is_reported_and_retried(
    register: Accounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = register.enrol(KEY, "ann")
    monkeypatch.setattr("solterm.store.patience.SECONDS", 0.01)
    monkeypatch.setattr("solterm.store.patience._MORE_SECONDS", 0.01)
    register.engine.disconnect()
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(Locked):
        register.find(KEY)
    with pytest.raises(Locked):
        register.rename(ann.id, "anna")
    other.execute("ROLLBACK")
    assert register.find(KEY) == ann


@in_a_file
def test_a_missing_file_is_not_replaced(register: Accounts, tmp_path: Path) -> None:
    register.engine.disconnect()
    (tmp_path / FILE).unlink()
    with pytest.raises(StoreError, match="cannot be opened"):
        register.find(KEY)
    assert not (tmp_path / FILE).exists()
