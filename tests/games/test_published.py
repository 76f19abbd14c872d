"""Games that other packages publish: the documentation's example, and packages that fail."""

import os
import re
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from solterm.games import catalogue
from solterm.games.published import Published, load_published

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "example"
EXAMPLES = ["number-ten", "simon-jester", "royal-marriage"]
GOOD = "good-golf"

Package = dict[str, str]
"""The texts of a package's modules by their file names."""


def install(site: Path, name: str, modules: Package, points: str) -> None:
    """Install a package into a folder."""
    info = site / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[solterm.games]\n{points}\n")
    for file, text in modules.items():
        (site / file).parent.mkdir(parents=True, exist_ok=True)
        (site / file).write_text(text)


def install_example(site: Path) -> None:
    modules = {
        str(file.relative_to(EXAMPLE)): file.read_text()
        for file in (EXAMPLE / "solterm_example").rglob("*")
        if file.suffix in (".py", ".md")
    }
    install(site, "solterm-example", modules, "example = solterm_example")


def run(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the packages of a folder installed."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{site}:{ROOT}", "SOLTERM_HOME": str(site / "home")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_examples_games_pass_the_tests_of_published_games(tmp_path: Path) -> None:
    install_example(tmp_path)
    games = [f"tests/games/{name}_games.py" for name in ("published", "example")]
    tests = run(tmp_path, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", *games)
    assert tests.returncode == 0, tests.stdout


def test_the_command_line_knows_them_and_names_a_broken_package(tmp_path: Path) -> None:
    install_example(tmp_path)
    install(tmp_path, "broken", {"broken.py": "import sys; sys.exit('Bye.')"}, "another = broken")
    ran = run(tmp_path, "-m", "solterm", "list")
    listed = [line.split()[0] for line in ran.stdout.splitlines()]
    ours = [each for each in listed if each in catalogue()]
    assert ours == list(catalogue())
    assert listed[listed.index(ours[-1]) + 1 :][:2] == ["number-ten", "simon-jester"]
    assert listed[-1] == "royal-marriage"
    left_out = (
        "The games of the package broken are left out: it calls sys.exit (broken.py, line 1)."
    )
    assert ran.stderr == f"solterm: {left_out}\n"
    assert run(tmp_path, "-m", "solterm", "rules", "number-ten").stdout.startswith("# Number")
    played = run(tmp_path, "-m", "solterm", "deal", "simon-jester", "--deal", "617")
    assert played.returncode == 0, played.stderr


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Published]]:
    """Load the packages of a folder with a good one, as a new process does."""
    module = DECLARATION.format(id=GOOD, fields="{}")
    install(tmp_path, "good", {"good.py": module}, "a = good")
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    yield lambda: load_published.__wrapped__(frozenset(catalogue()))
    for name in set(sys.modules) - before:
        del sys.modules[name]


DECLARATION = """
from solterm.declare import Deal, Rest, DealingStep, TurnStock, Value, cards, change, replace
from solterm.games import find


class Alike(DealingStep, Value):
    # Deals the cards of the first card's rank, as Penguin does.

    pile: str

    def deal(self, pack, piles):
        rank = cards.rank(pack[0])
        found = [card for card in pack if cards.rank(card) == rank]
        assert len(found) == 4, "the pack that is dealt has four"
        piles[self.pile] += found
        for card in found:
            pack.remove(card)


GAMES = (replace(find("royale-golf"), id={id!r}, **{fields}),)
"""


@pytest.mark.parametrize(
    ("module", "fault"),
    [
        ("import no_such_module", "ModuleNotFoundError, No module named 'no_such_module'"),
        ("GAMES = ('yukon',)", "left out: 'yukon' among them is not a game"),
        ("GAMES = 'yukon'", "left out: GAMES must be a tuple: write ('yukon',)"),
        (
            "from solterm.declare import *; Game(levels={}, **open_layout(ANY_SPACE))",
            "is given twice, perhaps by shorthand such as open_layout (broken.py, line 1).",
        ),
        (
            "from solterm.declare import BuilderGroup; BuilderGroup('t', bild=None)",
            "BuilderGroup has no field 'bild'; the nearest is 'build' (broken.py, line 1).",
        ),
        ("raise OSError(30 * 'very long ')", "very long very long and so on (broken.py, line 1)."),
        ("\n\ndef deal(:", "SyntaxError, invalid syntax (broken.py, line 3)."),
        ("import sys; sys.exit('Bye.')", "it calls sys.exit"),
    ],
)
def test_a_broken_package_costs_only_one_sentence(
    load: Callable[[], Published], tmp_path: Path, module: str, fault: str
) -> None:
    install(tmp_path, "broken", {"broken.py": module}, "another = broken")
    games, _, (complaint,) = load()
    assert list(games) == [GOOD]
    assert complaint.startswith("The games of the package broken are left out: ")
    assert fault in complaint
    assert complaint.endswith(".") and ". " not in complaint and "\n" not in complaint


@pytest.mark.parametrize(
    ("game_id", "fields", "fault"),
    [
        ("demon", "{}", "there is a game 'demon' already"),
        (GOOD, "{}", "there is a game 'good-golf' already"),
        ("Golf!", "{}", "an id consists of small letters, digits and hyphens"),
        ("over-dealt", "{'dealing': (Deal(('t1',), 57),)}", "it cannot be dealt: "),
        ("crowded", "{'layout': 't1 t2'}", "its layout shows s nowhere"),
        ("renamed", "{'layout': find('royale-golf').layout + '  GREEN'}", ""),
        (
            "by-rank",
            "{'dealing': (Alike('t1'), Rest())}",
            "",
        ),
    ],
)
def test_only_the_unplayable_game_of_a_package_is_left_out(
    load: Callable[[], Published], tmp_path: Path, game_id: str, fields: str, fault: str
) -> None:
    module = DECLARATION.format(id=game_id, fields=fields)
    install(tmp_path, "second", {"second.py": module}, "second = second")
    games, _, troubles = load()
    assert fault in "".join(troubles)
    assert bool(troubles) == bool(fault)
    assert list(games) == [GOOD, *([] if fault else [game_id])]


def test_the_catalogue_does_not_search_for_packages(tmp_path: Path) -> None:
    install_example(tmp_path)
    asked = "find('demon'); catalogue(); find_known('demon')"
    script = f"import sys; from solterm.games import *; {asked}; print(*sys.modules)"
    loaded = run(tmp_path, "-c", script).stdout.split()
    assert "solterm.games.canfields" in loaded
    assert not {"importlib.metadata", "solterm_example"} & set(loaded)


def test_the_snippets_of_the_chapter_match_the_example() -> None:
    chapter = (ROOT / "docs/new-games.md").read_text()
    shown = re.findall(r"^`([\w./-]+)`:?\n\n```\w*\n(.*?)^```", chapter, re.MULTILINE | re.DOTALL)
    files = [EXAMPLE / name for name, _ in shown]
    assert [file.stem for file in files] == [
        *("number_ten", "number-ten", "pyproject", "__init__", "simon_jester", "royal_marriage")
    ]
    for file, (name, text) in zip(files, shown, strict=True):
        assert text == file.read_text(), name


@pytest.mark.long
def test_the_example_can_be_installed_as_a_wheel(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    for source in (clone / "docs" / "example", clone):
        wheel = ["wheel", "--no-deps", "--wheel-dir", str(tmp_path), str(source)]
        subprocess.run([*pip, *wheel], check=True)
    venv.create(tmp_path / "bare", with_pip=True)
    python = tmp_path / "bare" / "bin" / "python"
    found = [str(wheel) for wheel in tmp_path.glob("*.whl")]
    subprocess.run([str(python), "-m", "pip", "install", "-q", *found], check=True)
    listed = subprocess.run(
        [str(python), "-m", "solterm", "list"],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "SOLTERM_HOME": str(tmp_path / "home")},
        capture_output=True,
        text=True,
        check=True,
    )
    names = [line.split()[0] for line in listed.stdout.splitlines()]
    assert [each for each in names if each in EXAMPLES] == EXAMPLES


def test_the_excerpts_of_the_chapter_are_in_the_catalogue() -> None:
    chapter = (ROOT / "docs/new-games.md").read_text()
    shown = re.findall(
        r"^From `([\w./-]+)`:\n\n```\w*\n(.*?)^```", chapter, re.MULTILINE | re.DOTALL
    )
    assert [name for name, _ in shown] == [
        f"solterm/games/{it}.py" for it in ("spiders", "single_games")
    ]
    for name, text in shown:
        assert text in (ROOT / name).read_text(), name
