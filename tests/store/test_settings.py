"""Settings: a readable file that players can edit."""

import os
import tomllib
from pathlib import Path

import pytest

from solterm.context import Context
from solterm.core.values import replace
from solterm.store.errors import StoreError
from solterm.store.settings import FILE, SETTINGS, Settings, load_settings, save_settings


def load(home: Path) -> tuple[Settings, list[str]]:
    return load_settings(Context(folder=home))


def save(home: Path, chosen: Settings) -> None:
    save_settings(Context(folder=home), chosen)


def write(home: Path, text: str | bytes) -> None:
    home.mkdir(exist_ok=True)
    (home / FILE).write_bytes(text.encode() if isinstance(text, str) else text)


def test_saved_settings_are_loaded(home: Path) -> None:
    chosen = Settings(
        messages=False, background=15, foreground=2, cards="ascii", sound=False, level=1
    )
    chosen = replace(chosen, player='Zoë "Z" \\', keys={"undo": "z ctrl+z", "odd one": '"'})
    save(home, Settings())
    save(home, chosen)
    assert load(home) == (chosen, [])
    assert [path.name for path in home.iterdir()] == [FILE], "no draft remains"


def test_the_file_explains_itself(home: Path) -> None:
    save(home, Settings(background=4))
    text = (home / FILE).read_text()
    assert "\n# Background colour: 0 to 15.\nbackground = 4\n" in text
    assert '\n# How cards are drawn: auto, unicode or ascii.\ncards = "auto"\n' in text
    assert "\n# Refused moves and keys beep: true or false.\nsound = true\n" in text
    assert list(tomllib.loads(text)) == [each.name for each in SETTINGS]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("background = 16", "background must be 0 to 15; its default is used."),
        ("background = true", "background must be 0 to 15; its default is used."),
        ("[background]", "background must be 0 to 15; its default is used."),
        ("level = 0", "level must be 1 to 3; its default is used."),
        ("messages = 1", "messages must be true or false; its default is used."),
        ('cards = "Ascii"', "cards must be auto, unicode or ascii; its default is used."),
        (
            'player = "x\\u0007"',
            "player must be a text of at most 24 printable characters; its default is used.",
        ),
        (
            "keys.undo = 1",
            "'undo' in [keys] must be names of keys with spaces between; it is ignored.",
        ),
        (
            'keys."\\u007f" = "u"',
            "'\\x7f' in [keys] must be names of keys with spaces between; it is ignored.",
        ),
        ('colour = "red"', "there is no setting 'colour'; it is ignored."),
        ("__class__ = 1", "there is no setting '__class__'; it is ignored."),
    ],
)
def test_an_invalid_value_is_reported_and_the_others_apply(
    home: Path, line: str, fault: str
) -> None:
    write(home, f"sound = false\n{line}\n")
    assert load(home) == (
        Settings(sound=False),
        [f"{home / FILE}: {fault}"],
    )


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("level: 3", "is not a settings file (Expected '=' after a key"),
        ("level = 3\nlevel = 2", "is not a settings file (Cannot overwrite a value"),
        ("a = " + "[" * 5000, "is not a settings file (nested too deep)"),
        (b"\0\1\2", "is not a settings file (Invalid statement"),
        (b'cards = "\xff"', "is not a text in UTF-8"),
        ("level = 3".encode("utf-16"), "is not a text in UTF-8"),
    ],
)
def test_a_file_that_is_not_toml_is_reported(home: Path, content: str | bytes, reason: str) -> None:
    write(home, content)
    chosen, (fault,) = load(home)
    assert chosen == Settings()
    assert fault.startswith(f"{home / FILE} {reason}")
    assert fault.endswith("; correct or delete it; until then all settings have their defaults.")


def test_a_byte_order_mark_and_crlf_are_accepted(home: Path) -> None:
    write(home, b"\xef\xbb\xbflevel = 2\r\nsound = false\r\n")
    assert load(home) == (Settings(level=2, sound=False), [])


def test_a_folder_in_place_of_the_file_is_reported(home: Path) -> None:
    (home / FILE).mkdir(parents=True)
    chosen, (fault,) = load(home)
    assert chosen == Settings()
    assert "cannot be read (Is a directory)" in fault
    with pytest.raises(StoreError, match=r"cannot be saved \(Is a directory\); check for room"):
        save(home, Settings())
    assert [path.name for path in home.iterdir()] == [FILE]


def test_a_failed_save_leaves_the_old_settings(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save(home, Settings(level=2))

    def refuse(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", refuse)
    with pytest.raises(StoreError, match=r"cannot be saved \(No space left on device\); check"):
        save(home, Settings(level=1))
    assert load(home) == (Settings(level=2), [])
    assert [path.name for path in home.iterdir()] == [FILE]


def test_a_pipe_or_a_huge_file_is_reported_without_waiting(home: Path) -> None:
    home.mkdir(parents=True)
    os.mkfifo(home / FILE)
    chosen, (fault,) = load(home)
    assert (chosen, "is not a plain file" in fault) == (Settings(), True)
    (home / FILE).unlink()
    with (home / FILE).open("wb") as giant:
        giant.truncate(20 << 30)
    assert "larger than 1 MB" in load(home)[1][0]


def test_drafts_of_killed_programs_are_removed(home: Path) -> None:
    home.mkdir(parents=True)
    stale = home / ".settings.toml.4711.0123abcd"
    stale.write_text("half")
    save(home, Settings())
    assert stale.exists(), "another program may be writing it"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("solterm.store.files._STALE", -10)
        save(home, Settings())
    assert sorted(path.name for path in home.iterdir()) == [FILE]
