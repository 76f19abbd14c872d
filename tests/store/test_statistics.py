"""Statistics: streaks, averages, and resetting them."""

from collections.abc import Sequence

import pytest

from solterm.core.move import IllegalMove
from solterm.core.play import record
from solterm.core.play.record import Record
from solterm.core.play.replay import Replay
from solterm.games import find
from solterm.manual.rules_pages import sample
from solterm.sessions import shelf, statistics
from solterm.sessions.ending import ResultLine, compare, result
from solterm.sessions.sharing import import_game
from solterm.sessions.statistics import list_standings
from solterm.sessions.statistics_report import tell_figures, tell_records
from solterm.store.entries import PlayState
from solterm.store.kept import KeptPlay
from solterm.store.store import Store

GAME = "kloncan-klondike"


def finished(
    store: Store,
    won: bool,
    level: int = 3,
    score: int = 10,
    cheats: int = 0,
    hints: int = 3,
    events: Sequence[str] = ("s",),
    game: str = GAME,
    own: int | None = None,
) -> None:
    """Play a game at a level and end it."""
    kept = KeptPlay.start(store, find(game), 617, level)
    outcome = "won" if won else "playing"
    state = PlayState(outcome, level, score, 4, 1, 2, hints, cheats, own)
    store.append(kept.play_id, 1, events, state)
    store.close(kept.play_id)


def test_games_add_up_by_level(store: Store) -> None:
    for won in (True, True, False, True):
        finished(store, won, score=100 if won else 20)
    finished(store, won=False, level=1, cheats=1)
    hard, easy = statistics.figures(store)
    assert (hard.level, hard.played, hard.won, hard.percentage) == (3, 4, 3, 75)
    assert (hard.streak, hard.longest, hard.best, hard.average) == (1, 2, 100, 80)
    assert (hard.exceptions, hard.undos, hard.hints, hard.cheats) == (4, 8, 12, 0)
    assert (easy.level, easy.streak, easy.longest, easy.cheats) == (1, -1, 0, 1)


def test_wins_with_help_are_counted_apart(store: Store) -> None:
    finished(store, won=True, hints=0)
    finished(store, won=True, hints=1)
    finished(store, won=True, hints=0, cheats=1)
    finished(store, won=True, hints=0, events=("s", "peek t1"))
    finished(store, won=False, hints=1)
    (found,) = statistics.figures(store)
    assert (found.won, found.alone, found.helped, found.peeks) == (4, 1, 3, 1)
    told = tell_figures(find(GAME), [found])
    assert "Level 3: played 5, won 4 (80%), alone / with help 1 / 3, " in told


def save_the_last_move(store: Store) -> str:
    """Save the position before the last move of a won game; return the move."""
    won = record.read(sample("farewell-small"))
    tags = {key: tag for key, tag in won.tags.items() if key not in ("Result", "Score")}
    shelf.put(store, "nearly", str(Record(tags, won.events[:-1])))
    return won.events[-1]


def test_a_position_opened_twice_and_won_twice_counts_once(store: Store) -> None:
    last = save_the_last_move(store)
    for counts in (True, False):
        kept = shelf.take(store, shelf.find(store, "nearly"))[0]
        kept.perform(last)
        assert (compare(kept) is not None) is counts
        kept.finish()
    (found,) = statistics.figures(store)
    (standing,) = list_standings(store).values()
    assert (found.won, found.played, found.fastest, found.fewest) == (1, 1, None, None)
    assert (standing.won, standing.played) == (1, 1)
    assert store.count_finished() == 2
    shelf.save(store, "again", kept := shelf.take(store, shelf.find(store, "nearly"))[0])
    assert shelf.find(store, "again").text.count("opened") == 1
    assert shelf.ask_to_replace(store, "nearly", kept, is_chosen=False) == ""


def test_a_game_won_from_an_imported_record_is_won_with_help(store: Store) -> None:
    last = save_the_last_move(store)
    text = shelf.find(store, "nearly").text
    shelf.remove(store, shelf.find(store, "nearly"))
    name = import_game(store, text, "theirs")
    assert import_game(store, text) == name, "saved already"
    kept = shelf.take(store, shelf.find(store, name))[0]
    kept.perform(last)
    kept.finish()
    (found,) = statistics.figures(store)
    (standing,) = list_standings(store).values()
    assert (found.won, found.alone, found.fastest, found.fewest) == (1, 0, None, None)
    assert (standing.won, standing.helped) == (1, 1)
    assert ResultLine("Game record", "imported") in result(kept)
    replays = [Replay(record.read(each), find) for each in (kept.record(), f"{text}, {last}")]
    assert len(replays[0]) == len(replays[1])
    with pytest.raises(IllegalMove):
        kept.play.perform("imported")


def test_only_wins_have_the_best_time_and_the_fewest_moves(store: Store) -> None:
    finished(store, won=False)
    (found,) = statistics.figures(store)
    assert (found.fastest, found.fewest) == (None, None)
    assert tell_records(found) == "-"
    finished(store, won=True)
    (found,) = statistics.figures(store)
    assert (found.fastest, found.fewest) == (0, 4)
    assert tell_records(found) == "0:00 / 4 with help"
    finished(store, won=True, hints=0)
    (found,) = statistics.figures(store)
    assert tell_records(found) == "0:00 / 4"


def test_a_peek_that_the_rules_grant_is_no_help(store: Store) -> None:
    finished(store, True, hints=0, events=("peek t1",), game="three-shuffles-and-a-draw")
    (found,) = statistics.figures(store)
    assert (found.alone, found.peeks) == (1, 1)


def test_forgotten_games_do_not_count(store: Store) -> None:
    finished(store, won=True)
    store.forget(GAME)
    assert statistics.figures(store) == []
    finished(store, won=False)
    (figures,) = statistics.figures(store, GAME)
    assert (figures.played, figures.won) == (1, 0)
    assert len(store.results()) == 2, "the games are kept"


@pytest.mark.parametrize(
    ("game", "best", "average"), [("ultimate-golf", 3, 5.0), ("poker", 7, 5.0), (GAME, 10, 10.0)]
)
def test_the_best_score_of_the_source_may_be_the_lowest(
    store: Store, game: str, best: int, average: float
) -> None:
    for own in (3, 7, 5):
        kept = KeptPlay.start(store, find(game), 617)
        counted = own if kept.play.game.own_score else None
        standing = PlayState("playing", 3, 10, 4, 0, own=counted)
        store.append(kept.play_id, 1, ["s"], standing)
        store.close(kept.play_id)
    (figures,) = statistics.figures(store)
    assert (figures.best_told, figures.best) == (best, 10)
    assert (figures.average_own or figures.average) == average
    lines = tell_figures(find(game), [figures])
    if own := figures.own:
        low = "low" if own.lower_is_better else "high"
        assert f"best {own.unit} {best}, average / median {own.unit} {average} / 5.0, " in lines
        assert f"\n{own.unit.capitalize()}: {low} is better.\n" in lines
    assert "best mark 10, average / median mark 10 / 10, " in lines
    unit = figures.own.unit.capitalize() if figures.own else "Marks"
    scores = ", ".join(str(each.shown_score) for each in figures.latest)
    assert f"{unit} of the last 3 games, the latest last: {scores}." in lines


def test_each_reset_counts_for_itself(store: Store) -> None:
    finished(store, won=True)
    store.forget(GAME)
    finished(store, won=True)
    store.forget()
    assert statistics.figures(store) == []
    finished(store, won=True)
    store.forget(GAME)
    assert statistics.figures(store) == []


def test_a_game_that_ends_at_the_moment_of_a_reset_does_not_count(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(store, won=True)
    (result,) = store.results()
    monkeypatch.setattr("solterm.store.store.now", lambda: result.touched)
    store.forget(GAME)
    assert statistics.figures(store) == []


@pytest.mark.parametrize("game", ["ultimate-golf", GAME])
def test_the_last_fifty_games_are_kept_oldest_first(store: Store, game: str) -> None:
    for score in range(1, 53):
        kept = KeptPlay.start(store, find(game), 617)
        own = score if kept.play.game.own_score else None
        store.append(kept.play_id, 1, ["s"], PlayState("over", 3, score, 1, 0, own=own))
        store.close(kept.play_id)
    (figures,) = statistics.figures(store)
    assert [each.shown_score for each in figures.latest] == list(range(3, 53))


def test_a_game_without_a_move_counts_if_none_was_left(store: Store) -> None:
    for deal in (4, 5):
        kept = KeptPlay.start(store, find("royale-golf"), deal)
        while kept.play.table.piles[kept.play.rules.index["s"]]:
            kept.perform("s")
        kept.finish()
    assert [each.deal for each in store.results()] == [4], "5 has a move left"
