"""Twin plays: the same game with two unseen cards swapped.

Every reply, list, hint and picture must be the same for both until the player sees one of the two
cards. A difference is a leak, wherever it comes from.
"""

import re
from dataclasses import asdict
from random import Random
from typing import Any

from solterm.advice.ask import Direct
from solterm.advice.choose import Hints, hint
from solterm.advice.quick import Hint
from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.play import view
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.play.tokens import number
from solterm.core.table import Table
from solterm.core.vocabulary.exceptions import Armed
from solterm.core.vocabulary.policies import Peek
from solterm.core.words.pilehelp import describe
from solterm.plain import protocol
from solterm.plain.interpreter import carry_out
from solterm.plain.session import Reply, Session
from solterm.store.kept import KeptPlay
from solterm.tui.keys.keymap import USUAL
from solterm.tui.look.canvas import Canvas
from solterm.tui.look.glyphs import ASCII
from solterm.tui.screens.about_pile import tell_peek
from solterm.tui.table import marking
from solterm.tui.table.card_pictures import draw_table
from solterm.tui.table.layout import BARS, layout, shows
from solterm.tui.table.painter import TableMarks, paint_table
from solterm.tui.widgets.key_help import KeyCard
from solterm.tui.widgets.lines import status
from tests.effort import tries
from tests.plain.line_sessions import new_session, session_of

QUERIES = tries(8, 4)
"""How many random moves, and how many piles, to ask about at each step."""

SAMPLED = tries(20, 6) / 100
"""The share of steps that ask for a sampled hint."""


def sampled(play: Play) -> Hint:
    """Return the hint of a worker that is limited by work instead of time."""
    return Hints(Direct(positions=60)).ask(play).wait()


class SwappedPlay(Play):
    """A copy of a play with two dealt cards swapped; each place stays face up or down."""

    def __init__(self, of: Play, one: int, other: int) -> None:
        self._swap = one, other
        super().__init__(of.game, of.deal, of.start_level, of.mode)
        self.options = of.options
        for event in of.events:
            self.perform(event)

    def _deal_cards(self) -> Table:
        dealt = super()._deal_cards()
        cards = [card for pile in dealt.piles for card in pile]
        one, other = self._swap
        faces = cards[one] & ~DOWN, cards[other] & ~DOWN
        cards[one] = faces[1] | cards[one] & DOWN
        cards[other] = faces[0] | cards[other] & DOWN
        rest = iter(cards)
        return dealt._replace(piles=tuple(tuple(next(rest) for _ in pile) for pile in dealt.piles))


class LeakCheck:
    """Plays a game at random and compares each answer with a twin play's."""

    def __init__(self, game: Game, deal: int, random: Random, mode: Mode = Mode.FREE) -> None:
        self.random = random
        self.session = new_session(game.id, deal, random.choice((3, 3, 2, 1)), mode)
        kept = self.session.kept
        if game.options:
            chosen = {each.key: random.choice(list(each.choices)) for each in game.options}
            kept.play = Play(game, deal, kept.play.level, mode, chosen)
        self.twin: Session | None = None
        self._pair: tuple[int, int] = (0, 0)

    @property
    def play(self) -> Play:
        return self.session.play

    def step(self) -> None:
        """Compare all answers, change the play, and compare again."""
        self._make_twin()
        self._compare_queries()
        line = self._change()
        if self.twin is None:
            carry_out(self.session, line)
        else:
            self._compare(line)
            self._compare("")

    def _make_twin(self) -> None:
        """Make a new twin, unless both swapped cards of the present one are still unseen."""
        if self.twin is not None and not self._is_seen(self.play):
            return
        self.twin = None
        faces: dict[int, int] = {}
        near = []
        for pile in self.play.traced.piles:
            unseen = [card for card in pile if card not in self.play.seen]
            faces |= {number(card): int(card & ~DOWN) for card in unseen}
            near += [number(card) for card in unseen[-2:]]
        if near:
            # The cards about to turn up are the likeliest to leak.
            one = self.random.choice(near)
            others = [each for each in faces if faces[each] != faces[one]]
            if others:
                self._pair = one, self.random.choice(others)
                kept = new_session(self.play.game.id, self.play.deal).kept
                kept.play = SwappedPlay(self.play, *self._pair)
                self.twin = session_of(kept)

    def _is_seen(self, play: Play) -> bool:
        cards = (card for pile in play.traced.piles for card in pile)
        return any(number(card) in self._pair and card in play.seen for card in cards)

    # -- queries ---------------------------------------------------------------------------

    def _compare_queries(self) -> None:
        """Compare the answers to everything that leaves the play unchanged."""
        piles = self.play.rules.ids
        some = self.random.sample(piles, min(len(piles), QUERIES))
        for line in ("", "moves", "board", "score", "record", *(f"help {p}" for p in some)):
            self._compare(line)
        for pile in some:
            self._compare(f"targets {pile}")
        for line in self._random_moves():
            self._compare(f"why {line}")
        if self.twin:
            seed = self.random.random()
            for shown in (_screen, _dialogs):
                here, there = (shown(each.kept, Random(seed)) for each in (self.session, self.twin))
                assert here == there, f"An unseen card shows.{self._where('')}"
            assert self.play.is_idle == self.twin.play.is_idle, self._where("idle")
            views = [view.View.of(each.play).write() for each in (self.session, self.twin)]
            assert views[0] == views[1], self._where("view")
            if self.random.random() < 0.25:
                proposed = hint(self.play), hint(self.twin.play)
                assert proposed[0] == proposed[1], self._where("hint")
            if self.random.random() < SAMPLED:
                proposed = sampled(self.play), sampled(self.twin.play)
                assert proposed[0] == proposed[1], self._where("sampled hint")

    def _random_moves(self) -> list[str]:
        """Return moves as a player might type them, sensible or not."""
        piles = [name for name in self.play.rules.ids if self.play.pile(name)]
        lines = []
        for _ in range(QUERIES):
            one, other = self.random.choices(piles, k=2)
            at, at_other = (self.random.choice(("", "", "@1", "@2", "@3")) for _ in "ab")
            count = self.random.choice(("", "", " 2", " 3"))
            lines += [f"{one} {one}", f"{one}{at}", f"{one}{at} f", f"{one}{at} {other}{count}"]
            lines += [f"{one}{at} {other}{at_other}", f"{one}@2 {one}"]
        return lines

    # -- changes ---------------------------------------------------------------------------

    def _change(self) -> str:
        """Return a line that changes the play, mostly a move."""
        legal = [self.play.text(move) for move in self.play.legal_moves]
        piles = list(self.play.rules.ids)
        if legal and self.random.random() < 0.75:
            return self.random.choice(legal)
        pile = self.random.choice(piles)
        waits = isinstance(self.play.game.exceptions.get(self.play.level), Armed)
        lines = ["x", "x", "auto", "undo", "redo", "restart", "bookmark", "return", "hint"]
        lines += [f"level {level}" for level in (3, 2, 1)] + ["autoplay on", "autoplay off"]
        lines += [f"x {pile}", f"x {pile}", f"peek {pile}", f"peek {pile}", "cheat yes", "s"]
        lines += [f"{pile} {pile}", f"{pile}@2 {self.random.choice(piles)}"]
        return "x" if waits and self.random.random() < 0.3 else self.random.choice(lines)

    # -- comparison ------------------------------------------------------------------------

    def _compare(self, line: str) -> None:
        """Give both plays a line; the replies must agree while both cards are unseen."""
        if self.twin is None:
            return
        here, there = (self._answer(each, line) for each in (self.session, self.twin))
        seen = self._is_seen(self.play)
        assert seen == self._is_seen(self.twin.play), self._where(line)
        if not seen:
            assert here == there, self._where(line)
            assert "??" not in here["text"], self._where(line)

    def _answer(self, session: Session, line: str) -> dict[str, Any]:
        """Return the reply, or the whole position for an empty line."""
        if not line:
            return protocol.state(Reply(True), session.play)
        reply = asdict(carry_out(session, line))
        if line == "record":  # midnight may fall between the two
            reply["record"] = re.sub('Date ".*"', "", reply["record"])
        return reply

    def _where(self, line: str) -> str:
        play = self.play
        assert self.twin
        replies = [carry_out(each, line).text for each in (self.session, self.twin)]
        return (
            f"\n{replies[0]}\n{replies[1]}\n{play.game.id} deal {play.deal}"
            f" level {play.start_level} {play.options}:"
            f" {'; '.join(play.events)}; now {line!r}, with {self._pair} swapped"
        )


def _screen(kept: KeptPlay, random: Random) -> object:
    """Return what the screen shows with the cursor and the mark at random places."""
    play = kept.play
    geometry = layout(play, 80, 24 - BARS)
    assert geometry is not None
    piles = [name for name in geometry.slots if shows(play, name)]
    cursor, marked = random.choice(piles), random.choice(piles)
    grip = marking.default_mark(play, marked)
    grips = marking.marks(play, marked)
    targets = marking.targets(play, grip)
    views = TableMarks(cursor), TableMarks(cursor, marked, grip.depth, targets)
    pictures = []
    for seen in views:
        canvas = Canvas(80, 24, ASCII)
        paint_table(canvas, play, seen, geometry)
        pictures.append([status(play, 0, 80), *canvas.rows()])
    pictures.append([draw_table(play, "")])
    words = [marking.words(play, each) for each in grips]
    places = [str(move) for move in marking.places(play, grip)]
    others = [marking.find_between(play, grip, each) for each in random.choices(piles, k=QUERIES)]
    return pictures, grips, sorted(targets), words, places, others


def _dialogs(kept: KeptPlay, random: Random) -> list[object]:
    """Return the texts of the dialogs: key help, pile help and a peek."""
    play = kept.play
    _, _, peeked = "".join(play.events[-1:]).partition("peek ")
    pile = peeked or random.choice(list(play.rules.ids))
    texts: list[object] = [
        KeyCard(play, USUAL, False).lines(80),
        describe(play.rules.game, pile, play.known),
    ]
    # A peek through a waste, or one that shows all cards, makes them seen.
    if peeked or (pile[0] != "w" and play.game.peek is not Peek.ALL):
        texts += [tell_peek(play, pile), play.show_peek(pile)]
    return texts
