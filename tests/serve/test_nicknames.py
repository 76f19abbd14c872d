"""Nicknames: their letters, similar names, and names made from login names."""

import pytest

from solterm.core.names import skeleton
from solterm.core.refusal import Refusal
from solterm.serve.nicknames import LONGEST, check_nickname, propose


def free(name: str) -> bool:
    return True


@pytest.mark.parametrize("name", ["ann", "Ann_2", "x-7", "b" * LONGEST, " ann "])
def test_a_name_is_taken_as_it_is_typed(name: str) -> None:
    assert check_nickname(name) == name.strip()


@pytest.mark.parametrize(
    "name",
    [
        *("", "a", "b" * (LONGEST + 1), "2ann", "-ann", "a.b", "a b", "../ann", "ann\n", "\x1b[2J"),
        *("аnn", "Zoë", "ann\u200b", "ａnn", "a--", "d-", "m_"),
    ],
)
def test_an_invalid_name_is_refused(name: str) -> None:
    with pytest.raises(Refusal, match="Names have"):
        check_nickname(name)


@pytest.mark.parametrize("name", ["root", "ROOT", "r00t", "root-2", "adm1n_", "guest3", "So1term"])
def test_names_of_administrators_are_reserved(name: str) -> None:
    with pytest.raises(Refusal, match="are reserved"):
        check_nickname(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("ann", "ANN"), ("ann", "a-n_n"), ("Bill", "BiIl"), ("Bill", "B1l1"), ("oslo", "0s10")),
        *(("vera", "vera-"), ("modern", "modem"), ("wanda", "vvanda"), ("sis", "5i5")),
        *(("dora", "clora"), ("dora", "ciora"), ("tommy", "tonnnny"), ("bob", "8o8")),
        *(("peter", "p3t3r"), ("anna", "4nn4"), ("vera", "uera"), ("quinn", "guinn")),
        *(("wanda", "uuanda"), ("drm", "drrn"), ("drm", "dnnn"), ("Anne", "ann-3")),
    ],
)
def test_similar_names_have_the_same_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize("name", ["Dominique_Wurm", "8v8-rrrn", "cl1d", "VVilma"])
def test_a_skeleton_is_stable(name: str) -> None:
    """This lets a later version update stored skeletons."""
    assert skeleton(skeleton(name)) == skeleton(name)


def test_different_names_have_different_skeletons() -> None:
    names = ["ann", "anna", "ann-2", "ann-3", "bob", "mike", "nike"]
    assert len({skeleton(each) for each in names}) == len(names)


@pytest.mark.parametrize(
    ("wish", "name"),
    [
        *(("ann", "ann"), ("Zoë", "Zoe"), ("john.smith", "john-smith"), ("a.n@example.org", "a-n")),
        *(("OFFICE\\bob", "bob"), ("42nd", "nd"), ("x" * 50, "x" * LONGEST), ("ann--", "ann")),
        *(("'; DROP TABLE player", "DROP-TABLE-player"), ("../../etc/passwd", "etcpasswd")),
    ],
)
def test_a_login_name_becomes_a_nickname(wish: str, name: str) -> None:
    assert propose(wish, free) == name


@pytest.mark.parametrize(
    "wish",
    [
        *("", "7", "x", "root", "админ", "\x1b]0;", "\ud800", "-_-"),
        *("\0" * 10, "9" * 10**6, "ﷺ" * 10**5),
    ],
)
def test_an_unusable_name_becomes_a_number(wish: str) -> None:
    assert propose(wish, free) == "player-1"


def test_a_taken_name_gets_a_number() -> None:
    taken = {"ann", "ann-2", "x" * LONGEST}
    assert propose("ann", lambda name: name not in taken) == "ann-3"
    assert propose("x" * 30, lambda name: name not in taken) == "x" * (LONGEST - 2) + "-2"


def test_finding_a_free_number_takes_few_queries() -> None:
    asked: list[str] = []

    def is_free(name: str) -> bool:
        asked.append(name)
        return len(name) > len("ann-999")

    name = propose("ann", is_free)
    assert len(asked) < 100
    assert check_nickname(name) == name
