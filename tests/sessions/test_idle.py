"""The notice that only idle moves are left."""

from types import SimpleNamespace

from solterm.sessions.idle import NO_USEFUL_MOVE, IdleNotice


def test_the_notice_is_shown_once_until_a_move_is_useful_again() -> None:
    notice, play = IdleNotice(), SimpleNamespace(is_idle=False)
    told = []
    for play.is_idle in (False, True, True, False, True):
        told.append(notice.tell(play))
    assert told == ["", NO_USEFUL_MOVE, "", "", NO_USEFUL_MOVE]


def test_the_notice_is_shown_in_each_game() -> None:
    notice = IdleNotice()
    plays = [SimpleNamespace(is_idle=True) for _ in range(2)]
    assert [notice.tell(play) for play in plays] == [NO_USEFUL_MOVE] * 2
