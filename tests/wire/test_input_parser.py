"""The input parser: keys, the mouse, pastes, and replies of the terminal."""

import random
import time

import pytest

from solterm.wire.input_parser import (
    IN_BAND_RESIZE,
    Focus,
    InputEvent,
    KeyParser,
    LineWidth,
    ModeSupported,
    MouseReport,
    Paste,
    WindowSize,
)
from solterm.wire.keys import Key, press_of, read_keys

ESC = "\x1b"
ST = f"{ESC}\\"

ANSWERS = [
    *(f"{ESC}]lxterm{ST}", f"{ESC}]Lxterm{ST}", f"{ESC}]l123 456\a"),  # its title, its icon
    *(f"{ESC}]11;rgb:0000/0000/0000{ST}", f"{ESC}]10;rgb:ff/ff/ff\a", f"{ESC}]4;1;rgb:1/2/3{ST}"),
    *(f"{ESC}]52;c;MTIzNDU2Nzg5MA=={ST}", f"{ESC}]133;A\a", f"{ESC}]7;file://host/1\a"),
    *(f"{ESC}[8;24;80t", f"{ESC}[9;24;80t", f"{ESC}[4;480;640t", f"{ESC}[3;1;1t", f"{ESC}[1t"),
    *(f"{ESC}[>41;390;0c", f"{ESC}[?62;22c", f"{ESC}[=1c", f"{ESC}[?1;2c", f"{ESC}[?6c"),
    *(f"{ESC}[0n", f"{ESC}[3n", f"{ESC}[?13n", f"{ESC}[24;80R", f"{ESC}[1;1R", f"{ESC}[?1;1;1R"),
    *(
        f"{ESC}[?25u",
        f"{ESC}[?2004;2$y",
    ),
    *(f"{ESC}P>|XTerm(390){ST}", f"{ESC}P1$r0m{ST}", f"{ESC}P!|00000000{ST}"),
    *(f"{ESC}P1+r544e=787465726d{ST}", f"{ESC}_Gi=1;OK{ST}", f"{ESC}^private 1{ST}"),
    *(f"{ESC}X a string 1 2 3{ST}", f"{ESC}[2;1$z", f"{ESC}[?997;1n", f"{ESC}OX", f"{ESC}[?0u"),
    *(f"{ESC}[>0;276;0c", f"{ESC}[1;80x", f"{ESC}[2;1;1;128;128;1;0x", f"{ESC}[0x", ST),
]

KEYS = {
    f"{ESC}[A": "up",
    f"{ESC}OA": "up",
    f"{ESC}OP": "f1",
    f"{ESC}[11~": "f1",
    f"{ESC}[[A": "f1",
    f"{ESC}[15~": "f5",
    f"{ESC}[21~": "f10",
    f"{ESC}[24~": "f12",
    f"{ESC}[34~": "f20",
    f"{ESC}[3~": "delete",
    f"{ESC}[1~": "home",
    f"{ESC}[8~": "end",
    f"{ESC}OH": "home",
    f"{ESC}[6~": "pagedown",
    f"{ESC}[1;2A": "shift+up",
    f"{ESC}[1;6D": "ctrl+shift+left",
    f"{ESC}[1;5P": "ctrl+f1",
    f"{ESC}[3;2~": "shift+delete",
    f"{ESC}[a": "shift+up",
    f"{ESC}Oc": "ctrl+right",
    f"{ESC}[11^": "ctrl+f1",
    f"{ESC}[Z": "shift+tab",
    f"{ESC}OM": "enter",
    f"{ESC}Ok": "plus",
    f"{ESC}Ow": "7",
    f"{ESC}[13u": "enter",
    f"{ESC}[27u": "escape",
    f"{ESC}[27;129u": "escape",
    f"{ESC}[9;2u": "shift+tab",
    f"{ESC}[97;;97u": "a",
    f"{ESC}[97;2;65u": "A",
    f"{ESC}[97;5u": "ctrl+a",
    f"{ESC}[47;;47u": "slash",
    f"{ESC}[57404;129;53u": "5",
    f"{ESC}[57413u": "plus",
    f"{ESC}[57419u": "up",
    f"{ESC}[57376u": "f13",
    f"{ESC}1": "inverted_exclamation_mark",
    "\r": "enter",
    "\t": "tab",
    " ": "space",
    "\x7f": "backspace",
    "\x03": "ctrl+c",
    "ä": "ä",
    "?": "question_mark",
    "/": "slash",
    "_": "underscore",
}

TERMINALS = {
    "kitty": {
        f"{ESC}[97;;97u": ["a"],
        f"{ESC}[97;1:1;97u": ["a"],
        f"{ESC}[97;1:2;97u": ["a"],
        f"{ESC}[97;1:3u": [],
        f"{ESC}[97:65;2;65u": ["A"],
        f"{ESC}[1;1:2A": ["up"],
        f"{ESC}[1;5:3A": [],
        f"{ESC}[3;5:3~": [],
        f"{ESC}[57441;2u{ESC}[57441;1:3u": [],
        f"{ESC}[57358u": [],
        f"{ESC}[57414u": ["enter"],
        f"{ESC}[1092:1060:97;5u": ["ctrl+ф"],
        f"{ESC}[0;;228:223u": ["ä", "ß"],
        f"{ESC}[13~": ["f3"],
        f"{ESC}[97;9u": ["super+a"],
        f"{ESC}[?25u{ESC}[?62;52;c{ESC}P>|kitty(0.41.1){ST}": [],
        f"{ESC}[?2026;2$y{ESC}[?2048;2$y": ["synchrony", "synchrony"],
    },
    "foot": {
        f"{ESC}[27;5;13~": ["ctrl+enter"],
        f"{ESC}[27;2;13~": ["shift+enter"],
        f"{ESC}[27;5;9~": ["ctrl+tab"],
        f"{ESC}[27;5;105~": ["ctrl+i"],
        f"{ESC}[27;6;73~": ["ctrl+shift+i"],
        f"{ESC}[27;2;65~": ["A"],
        f"{ESC}[27;2;304~": ["İ"],
        f"{ESC}[27~{ESC}[27;5~{ESC}[27;5;1114112~": [],
        f"{ESC}[1;3D": ["alt+left"],
        f"{ESC}[?62;4;22;28;29;52c{ESC}[>1;012000;0c": [],
        f"{ESC}P>|foot(1.20.2){ST}{ESC}[?997;1n": [],
        f"{ESC}[?2026;2$y{ESC}[?2048;2$y": ["synchrony", "synchrony"],
    },
    "Windows Terminal": {
        f"{ESC}[1;5C": ["ctrl+right"],
        f"{ESC}[24;2~": ["shift+f12"],
        f"{ESC}OP": ["f1"],
        "\x7f": ["backspace"],
        "\b": ["backspace"],
        f"{ESC}[65;30;97;1;0;1_{ESC}[65;30;97;0;0;1_": [],
        f"{ESC}[?61;4;6;7;14;21;22;23;24;28;32;42;52c{ESC}[>0;10;1c": [],
        f"{ESC}[?2026;2$y{ESC}[?2048;0$y": ["synchrony"],
    },
    "Apple Terminal": {
        f"{ESC}b{ESC}f": ["escape", "b", "escape", "f"],
        f"{ESC}{ESC}[D": ["escape", "left"],
        "å¡": ["å", "inverted_exclamation_mark"],
        f"{ESC}1": ["inverted_exclamation_mark"],
        f"{ESC}[1;2C": ["shift+right"],
        f"{ESC}[5D": [],
        f"{ESC}[25~": ["f13"],
        f"{ESC}[?1;2c{ESC}[>1;95;0c": [],
    },
}
"""What terminals send for keys (or, for no keys at all, in reply), as they document it."""

UNKNOWN = [f"{ESC}[57441u", f"{ESC}[57428;5u", f"{ESC}[1u", f"{ESC}[99~", f"{ESC}[5A"]
"""Shift alone, a media key, numbers without a key, and a focus event."""


def parse(*packets: str) -> list[str]:
    """Return the names of keys, and the kinds of other input, in these packets."""
    parser = KeyParser()
    return names_of([each for packet in packets for each in parser.feed(packet)])


def names_of(found: list[InputEvent]) -> list[str]:
    return [getattr(each, "name", "") or getattr(each, "kind", "synchrony") for each in found]


@pytest.mark.parametrize("answer", ANSWERS, ids=repr)
def test_terminal_replies_are_not_keys(answer: str) -> None:
    assert parse(answer) == []
    assert parse(f"t{answer}3") == ["t", "3"]
    assert parse(*f"t{answer}3") == ["t", "3"], "in packets of one byte"
    assert parse(answer * 3 + "q") == ["q"]


@pytest.mark.parametrize(("sequence", "key"), KEYS.items(), ids=repr)
def test_key_sequences_are_recognized(sequence: str, key: str) -> None:
    assert parse(sequence) == [key]
    assert parse(*sequence, "x") == [key, "x"]


@pytest.mark.parametrize("terminal", TERMINALS)
def test_each_terminal_is_understood(terminal: str) -> None:
    for sequence, keys in TERMINALS[terminal].items():
        assert parse(sequence, "x") == [*keys, "x"], repr(sequence)
        assert parse(*sequence, "x") == [*keys, "x"], repr(sequence)


@pytest.mark.parametrize("sequence", UNKNOWN, ids=repr)
def test_unknown_keys_are_dropped(sequence: str) -> None:
    assert parse(f"t{sequence}q") == ["t", "q"]


@pytest.mark.parametrize("sequence", ["a", f"{ESC}[97u", f"{ESC}[97;;97u", f"{ESC}[97;129;97u"])
def test_a_key_has_the_character_it_types(sequence: str) -> None:
    assert KeyParser().feed(sequence) == [Key("a", "a")]


def test_the_size_of_the_window_is_read() -> None:
    assert KeyParser().feed(f"{ESC}[?2048;2$y") == [ModeSupported(IN_BAND_RESIZE)]
    assert KeyParser().feed(f"{ESC}[48;24;80;480;640t") == [WindowSize(80, 24)]
    assert KeyParser().feed(f"{ESC}[48;24;80t") == [WindowSize(80, 24)]


def test_the_width_of_a_line_character_is_read() -> None:
    assert KeyParser().feed(f"{ESC}[2;2R{ESC}[2;3R") == [LineWidth(1), LineWidth(2)]
    assert parse(f"{ESC}[1;2R{ESC}[R") == ["f3"], "Shift+F3 looks like a report"
    assert parse(f"{ESC}[24;80R") == [], "a report on anything else"


def test_escape_is_told_apart_from_the_sequences_it_starts() -> None:
    assert parse(ESC * 4 + "q") == ["escape"] * 4 + ["q"]
    assert parse(f"{ESC}t{ESC}[A") == ["escape", "t", "up"]


@pytest.mark.parametrize("begun", ["", "[", "[1;", "O", "]", "]l", "P", "_G", "[M"])
def test_an_unfinished_sequence_times_out(begun: str) -> None:
    parser = KeyParser()
    assert parser.feed(ESC + begun) == []
    assert parser.due is not None
    keys = [each.character for each in parser.tick() if isinstance(each, Key)]
    assert keys == ([ESC, *begun] if begun in ("", "O", "]", "P") else [])
    assert parser.due is None
    assert names_of(parser.feed("q")) == ["q"]


def test_a_paste_ends_with_its_marker_or_a_pause() -> None:
    found = KeyParser().feed(f"{ESC}[200~t3 {ESC}[A q{ESC}[201~z")
    assert found == [Paste(f"t3 {ESC}[A q"), press_of("z")], "its text presses no keys"
    parser = KeyParser()
    assert parser.feed(f"{ESC}[200~t3") == []
    assert parser.tick() == [Paste("t3")]
    assert parser.feed("z") == [press_of("z")]


def test_a_text_in_one_packet_is_a_paste_that_the_terminal_did_not_mark() -> None:
    parser = KeyParser()
    assert parser.feed("smallWare Golf, deal 22931, level 3: won\rScore 1000, 41 moves\r") == []
    assert parser.feed("[solterm:MY8fDIPGe3lmTo5u]") == []
    (paste,) = parser.tick()
    assert isinstance(paste, Paste)
    assert paste.text.splitlines()[1:] == ["Score 1000, 41 moves", "[solterm:MY8fDIPGe3lmTo5u]"]
    assert parser.due is None
    assert parser.feed("z") == [press_of("z")]


@pytest.mark.parametrize("typed", ["u" * 60, "klondike\r", f"{ESC}[C{ESC}[B" * 20, "h \r" * 20])
def test_keys_that_were_held_back_are_no_paste(typed: str) -> None:
    assert not any(isinstance(each, Paste) for each in KeyParser().feed(typed))


def test_an_endless_text_takes_a_limited_room() -> None:
    parser = KeyParser(4096)
    for _ in range(100):
        parser.feed("The quick brown fox jumps over the lazy dog. " * 20)
    (paste,) = parser.tick()
    assert isinstance(paste, Paste)
    assert len(paste.text) == 4096


def test_a_long_paste_is_cut_only_on_request() -> None:
    text = "x" * 3 * 4096
    pasted = f"{ESC}[200~{text}{ESC}[201~"
    assert KeyParser(4096).feed(pasted) == [Paste(text[:4096])]
    assert KeyParser().feed(pasted) == [Paste(text)]


def test_the_mouse_is_read_up_to_the_largest_screen() -> None:
    assert parse(f"{ESC}[<0;80;24M", f"{ESC}[<0;80;24m") == ["down", "up"]
    assert parse(f"{ESC}[<64;1;1M", f"{ESC}[<65;1;1M") == ["wheel_up", "wheel_down"]
    assert KeyParser().feed(f"{ESC}[<2;80;24M") == [MouseReport("down", 79, 23, 3)]
    assert KeyParser().feed(f"{ESC}[<48;4;4M") == [MouseReport("drag", 3, 3, 1, ctrl=True)]
    assert KeyParser().feed(f"{ESC}[<35;4;4M") == [MouseReport("move", 3, 3)]
    assert parse(f"{ESC}[<66;1;1M", f"{ESC}[<67;1;1M") == ["wheel_left", "wheel_right"]


def test_changes_of_the_focus_are_heard() -> None:
    assert KeyParser().feed(f"{ESC}[I{ESC}[O") == [Focus(True), Focus(False)]


def test_the_old_mouse_is_skipped() -> None:
    assert parse(f"{ESC}[<0;99999999999;1M", f"{ESC}[<0;1;201M", f"{ESC}[<0;0;0M") == []
    assert parse(f"{ESC}[M !!q") == ["q"], "the old mouse protocol"


def test_a_long_sequence_takes_linear_time() -> None:
    for begun, end in ((f"{ESC}[", "m"), (f"{ESC}]", "\a"), (f"{ESC}[200~", f"{ESC}[201~")):
        start = time.process_time()
        assert parse(begun + "1" * 60_000 + end, "q")[-1] == "q"
        assert time.process_time() - start < 5, "a hundred times the usual"


@pytest.mark.parametrize("seed", range(20))
def test_noise_does_not_break_the_next_key(seed: int) -> None:
    chance = random.Random(seed)
    alphabet = [ESC, "[", "]", "P", "O", "<", ";", "1", "~", "M", "u", "$", "\a", "\\", "ß", "\x9b"]
    parser = KeyParser()
    for _ in range(2000):
        parser.feed("".join(chance.choices(alphabet, k=chance.randint(1, 5))))
    while parser.due is not None:
        parser.tick()
    assert names_of(parser.feed("q")) == ["q"]


@pytest.mark.parametrize("sent", ["\n", "\x1b[106;5u"])
def test_ctrl_j_is_enter(sent: str) -> None:
    (key,) = read_keys(sent)
    assert (key.name, key.character) == ("enter", "\n")
