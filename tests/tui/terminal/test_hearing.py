"""What a terminal sends: keys are keys, and what it says of itself is not."""

import random
import time

import pytest
from textual import events

from solterm.tui.terminal.hearing import KeyParser

ESC = "\x1b"
ST = f"{ESC}\\"

ANSWERS = [
    *(f"{ESC}]lxterm{ST}", f"{ESC}]Lxterm{ST}", f"{ESC}]l123 456\a"),  # its title, its icon
    *(f"{ESC}]11;rgb:0000/0000/0000{ST}", f"{ESC}]10;rgb:ff/ff/ff\a", f"{ESC}]4;1;rgb:1/2/3{ST}"),
    *(f"{ESC}]52;c;MTIzNDU2Nzg5MA=={ST}", f"{ESC}]133;A\a", f"{ESC}]7;file://host/1\a"),
    *(f"{ESC}[8;24;80t", f"{ESC}[9;24;80t", f"{ESC}[4;480;640t", f"{ESC}[3;1;1t", f"{ESC}[1t"),
    *(f"{ESC}[>41;390;0c", f"{ESC}[?62;22c", f"{ESC}[=1c", f"{ESC}[?1;2c", f"{ESC}[?6c"),
    *(f"{ESC}[0n", f"{ESC}[3n", f"{ESC}[?13n", f"{ESC}[24;80R", f"{ESC}[1;1R", f"{ESC}[?1;1;1R"),
    *(f"{ESC}[?25u", f"{ESC}[?2004;2$y", f"{ESC}[?2048;1$y", f"{ESC}[48;24;80;480;640t"),
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
    f"{ESC}[1;2A": "shift+up",
    f"{ESC}[Z": "shift+tab",
    f"{ESC}[13u": "enter",
    f"{ESC}[27u": "escape",
    f"{ESC}[97;;97u": "a",
    f"{ESC}1": "inverted_exclamation_mark",
    "\r": "enter",
    "\x7f": "backspace",
    "ä": "ä",
    "?": "question_mark",
}


def heard(*packets: str) -> list[str]:
    """The keys, and the kinds of other events, that packets bring."""
    parser = KeyParser()
    found = [event for packet in packets for event in parser.feed(packet)]
    return [event.key if isinstance(event, events.Key) else type(event).__name__ for event in found]


@pytest.mark.parametrize("answer", ANSWERS, ids=repr)
def test_what_a_terminal_says_of_itself_is_no_key(answer: str) -> None:
    assert heard(answer) == []
    assert heard(f"t{answer}3") == ["t", "3"]
    assert heard(*f"t{answer}3") == ["t", "3"], "in packets of one byte"
    assert heard(answer * 3 + "q") == ["q"]


@pytest.mark.parametrize(("sequence", "key"), KEYS.items(), ids=repr)
def test_keys_are_keys(sequence: str, key: str) -> None:
    assert heard(sequence) == [key]
    assert heard(*sequence, "x") == [key, "x"]


def test_escape_is_told_from_what_it_begins() -> None:
    assert heard(ESC * 4 + "q") == ["escape"] * 4 + ["q"]
    assert heard(f"{ESC}t{ESC}[A") == ["escape", "t", "up"]


@pytest.mark.parametrize("begun", ["", "[", "[1;", "O", "]", "]l", "P", "_G", "[M"])
def test_what_never_ends_is_given_up_after_a_silence(begun: str) -> None:
    parser = KeyParser()
    list(parser.feed(ESC + begun))
    parser._timeout_time = 0.0
    keys = [event.character for event in parser.tick() if isinstance(event, events.Key)]
    assert keys == ([ESC, *begun] if begun in ("", "O", "]", "P") else [])
    assert [event.key for event in parser.feed("q") if isinstance(event, events.Key)] == ["q"]


def test_a_paste_ends_with_its_end_or_with_a_silence() -> None:
    assert heard(f"{ESC}[200~t3 {ESC}[A q{ESC}[201~z") == ["Paste", "z"]
    parser = KeyParser()
    list(parser.feed(f"{ESC}[200~t3"))
    parser._timeout_time = 0.0
    assert [type(event) for event in parser.tick()] == [events.Paste]


def test_the_mouse_is_heard_as_far_as_the_screen_may_reach() -> None:
    assert heard(f"{ESC}[<0;80;24M", f"{ESC}[<0;80;24m") == ["MouseDown", "MouseUp"]
    assert heard(f"{ESC}[<64;1;1M") == ["MouseScrollUp"]
    assert heard(f"{ESC}[<0;99999999999;1M", f"{ESC}[<0;1;201M", f"{ESC}[<0;0;0M") == []
    assert heard(f"{ESC}[M !!q") == ["q"], "the mouse as it once was"


def test_a_long_sequence_takes_time_in_proportion_and_no_room() -> None:
    for begun, end in ((f"{ESC}[", "m"), (f"{ESC}]", "\a"), (f"{ESC}[200~", f"{ESC}[201~")):
        start = time.process_time()
        assert heard(begun + "1" * 60_000 + end, "q")[-1] == "q"
        assert time.process_time() - start < 5, "a hundred times what it takes"


@pytest.mark.parametrize("seed", range(20))
def test_any_noise_is_survived_and_the_next_keys_are_heard(seed: int) -> None:
    chance = random.Random(seed)
    alphabet = [ESC, "[", "]", "P", "O", "<", ";", "1", "~", "M", "u", "$", "\a", "\\", "ß", "\x9b"]
    parser = KeyParser()
    for _ in range(2000):
        list(parser.feed("".join(chance.choices(alphabet, k=chance.randint(1, 5)))))
    if parser._timeout_time is not None:
        parser._timeout_time = 0.0
        list(parser.tick())
    assert [event.key for event in parser.feed("q") if isinstance(event, events.Key)] == ["q"]
