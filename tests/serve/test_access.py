"""Access control: the host obeys every option in a file of keys, or ignores the line."""

from pathlib import Path

import asyncssh
import pytest

from solterm.core.refusal import Refusal
from solterm.serve.access import Access, Address

HERE = Address("192.0.2.7")


def make_key() -> tuple[str, str]:
    """Return a line of a keys file, and the fingerprint of its key."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    return key.export_public_key().decode().strip(), key.get_fingerprint()


LINE, MARK = make_key()
OTHER_LINE, OTHER_MARK = make_key()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "keys"


def access_of(file: Path, *lines: str) -> Access:
    file.write_text("\n".join(lines) + "\n")
    return Access(file)


def test_without_a_file_everybody_is_admitted() -> None:
    assert Access().refusal(MARK, HERE) == Access().refusal(None, HERE) == ""


def test_a_closed_host_has_no_guests() -> None:
    access = Access(closed=True)
    assert access.refusal(MARK, HERE) == ""
    assert "no guests: 'ssh-keygen -t ed25519'" in access.refusal(None, HERE)


def test_a_file_of_keys_admits_only_those_keys(file: Path) -> None:
    access = access_of(file, "# players", "", f"{LINE} ann@home")
    assert access.faults == []
    assert access.refusal(MARK, HERE) == ""
    assert "may not log in" in access.refusal(OTHER_MARK, HERE)
    assert "no guests" in access.refusal(None, HERE)


@pytest.mark.parametrize(
    ("option", "is_admitted"),
    [
        *(('from="192.0.2.0/24"', True), ('from="198.51.100.1,192.0.2.7"', True)),
        *(('from="198.51.100.1"', False), ('from="192.0.2.0/24,!192.0.2.7"', False)),
        *(('from="2001:db8::/32"', False), ('from="!192.0.2.8"', False)),
        *(('expiry-time="20200101"', False), ('expiry-time="29991231235959Z"', True)),
        *(("restrict,pty", True), ('no-pty,FROM="192.0.2.7",no-X11-forwarding', True)),
    ],
)
def test_known_options_are_obeyed(file: Path, option: str, is_admitted: bool) -> None:
    access = access_of(file, f"{option} {LINE} a comment", OTHER_LINE)
    assert access.faults == []
    assert (access.refusal(MARK, HERE) == "") == is_admitted


@pytest.mark.parametrize(
    ("option", "why"),
    [
        *(('command="/bin/true"', "the option command"), ("cert-authority", "cert-authority")),
        *(('environment="A=b"', "environment"), ('permitopen="a:1"', "permitopen")),
        *(("sparkling", "sparkling"), ('restrict="yes"', "restrict"), ("from", "from")),
        *(('from="*.example.org"', "neither"), ('from="192.0.2.300"', "neither")),
        *(('expiry-time="soon"', "not a time"), ('from="192.0.2.7', "malformed")),
        *(("restrict,,", "malformed"), ('expiry-time="20269999"', "not a time")),
    ],
)
def test_a_line_with_an_unknown_option_is_ignored_with_a_warning(
    file: Path, option: str, why: str
) -> None:
    access = access_of(file, OTHER_LINE, f"{option} {LINE}")
    (fault,) = access.faults
    assert fault.startswith("The host ignores line 2 of the keys: ")
    assert why in fault
    assert access.refusal(MARK, HERE)
    assert access.refusal(OTHER_MARK, HERE) == ""


@pytest.mark.parametrize(
    "line", ["nonsense", "ssh-ed25519 AAAA", "restrict", "\ufffd\x00", "a" * 999]
)
def test_a_line_without_a_key_is_ignored(file: Path, line: str) -> None:
    assert access_of(file, line, LINE).faults[0].startswith("The host ignores line 1")
    with pytest.raises(Refusal, match="has no key"):
        access_of(file, line)


def test_a_key_may_appear_in_several_lines(file: Path) -> None:
    access = access_of(file, f'from="198.51.100.1" {LINE}', f'from="192.0.2.7" {LINE}')
    assert access.refusal(MARK, HERE) == ""


def test_the_file_can_be_reloaded(file: Path) -> None:
    access = access_of(file, LINE)
    file.write_text(OTHER_LINE)
    assert access.refusal(MARK, HERE) == ""
    access.reload()
    assert access.refusal(MARK, HERE)
    assert access.refusal(OTHER_MARK, HERE) == ""


def test_an_invalid_file_keeps_the_previous_keys(file: Path) -> None:
    access = access_of(file, LINE)
    file.write_text("")
    with pytest.raises(Refusal, match="has no key"):
        access.reload()
    file.unlink()
    with pytest.raises(Refusal, match="Can't read"):
        access.reload()
    assert access.refusal(MARK, HERE) == ""
    with pytest.raises(Refusal, match="Can't read"):
        Access(file)


def test_ipv4_and_ipv6_addresses_are_distinguished(file: Path) -> None:
    access = access_of(file, f'from="fe80::/10" {LINE}')
    assert access.refusal(MARK, Address("fe80::1%eth0")) == ""
    for elsewhere in (HERE, Address("fec0::1")):
        assert access.refusal(MARK, elsewhere)
    assert (
        access_of(file, f'from="192.0.2.7" {LINE}').refusal(MARK, Address(f"::ffff:{HERE}")) == ""
    )
    for wrong in ("", "a socket", "192.0.2.300"):
        with pytest.raises(ValueError):
            Address(wrong)
