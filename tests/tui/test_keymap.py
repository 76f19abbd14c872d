"""The player's own keys: valid ones, reserved ones and mistakes."""

from pathlib import Path

import pytest
from textual.binding import Binding
from textual.dom import DOMNode

from solterm.tui.keys.commands import TABLE
from solterm.tui.keys.keymap import by_key, faults, remap
from tests.tui import every_screen
from tests.tui.player import playing

BROWSERS_KEEP = frozenset(
    {"ctrl+n", "ctrl+q", "ctrl+t", "ctrl+w", "ctrl+tab", "ctrl+pageup", "ctrl+pagedown", "f11"}
)
"""Keys that Chrome or Firefox never pass on to a page."""


def does(key: str, **overrides: str) -> str | None:
    command = by_key(overrides).get(key)
    return command.id if command else None


def test_without_overrides_the_usual_keys_apply() -> None:
    assert remap({}) == TABLE
    assert faults({}) == []
    assert does("h") == "hint"


def test_digits_are_function_keys() -> None:
    for number in range(1, 11):
        assert does(str(number % 10)) == does(f"f{number}") is not None


def test_an_own_key_replaces_the_usual_ones() -> None:
    assert does("y", hint="y") == "hint"
    assert does("Y", hint="y") == "hint"
    assert does("h", hint="y") is None


def test_a_key_is_taken_from_the_command_that_had_it() -> None:
    own = {"left": "left h", "down": "down j", "up": "up k", "right": "right l"}
    assert [does(key, **own) for key in "hjkl"] == ["left", "down", "up", "right"]
    assert does("left", **own) == "left"
    assert not faults(own)


def test_punctuation_keys_go_by_character_or_name() -> None:
    assert does("full_stop", hint=".") == does(".", hint="full_stop") == "hint"


@pytest.mark.parametrize("key", ["f1", "1", "0", "escape", "ctrl+c"])
def test_function_keys_digits_escape_and_ctrl_c_stay(key: str) -> None:
    before = does(key)
    assert does(key, hint=key) == before
    assert "cannot be reassigned" in faults({"hint": key})[0]
    assert does("h", hint=key) == "hint"


def test_a_function_keys_command_can_have_another_key_too() -> None:
    assert does("z", turn_hand="z") == does("f3", turn_hand="z") == does("3", turn_hand="z")


def test_ctrl_c_always_quits_and_escape_always_cancels() -> None:
    assert does("ctrl+c", quit="z") == "quit"
    assert does("escape", cancel="z") == "cancel"


def test_mistakes_are_reported_and_ignored() -> None:
    own = {"hunt": "h", "hint": "hyper+h", "peek": "y", "undo": "y"}
    assert faults(own) == [
        "No command is called 'hunt'; its keys are ignored.",
        "No key is called 'hyper+h'; 'hint' ignores it.",
        "The key 'y' already belongs to 'peek'; 'undo' cannot have it.",
    ]
    assert does("h", **own) == "hint"
    assert does("u", **own) == "undo"


async def test_own_keys_work_at_the_table_and_appear_in_its_menu(home: Path) -> None:
    (home / "settings.toml").write_text('[keys]\nhint = "y"\nhunt = "h"\n')
    async with playing() as player:
        assert player.notice == "No command is called 'hunt'; its keys are ignored."
        await player.press("h")
        assert player.play.events == []
        await player.press("y")
        assert player.play.events == ["hint"]
        await player.press("tab", "left")
        line = next(line for line in player.text.splitlines() if "Hint" in line)
        assert "Y" in line


def _list_nodes(kind: type[DOMNode]) -> list[type[DOMNode]]:
    kinds = [kind, *(each for below in kind.__subclasses__() for each in _list_nodes(below))]
    return [each for each in kinds if each.__module__.startswith("solterm.")]


def test_every_action_has_a_key_that_a_browser_passes_on() -> None:
    assert every_screen, "which imports all screens"
    keys: dict[str, set[str]] = {each.id: set(each.keys) for each in TABLE if each.keys}
    for kind in _list_nodes(DOMNode):
        for binding in kind.__dict__.get("BINDINGS", ()):
            assert isinstance(binding, Binding)
            keys.setdefault(f"{kind.__name__}.{binding.action}", set()).update(
                binding.key.split(",")
            )
    assert "SoltermApp.races" in keys
    assert {name for name, given in keys.items() if given <= BROWSERS_KEEP} == set()
