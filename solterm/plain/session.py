"""One sitting in line mode: takes a line, does what it says and answers with a reply.

A session knows nothing of streams: who reads the lines and how replies are written is ``loop``'s
part. The screen's command line speaks through it too, so that both have one grammar. Every change
goes through the kept play, which stores it before the answer is given.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from solterm.chance import random_deal
from solterm.core import deals
from solterm.core.cards import DOWN
from solterm.core.describe import capitalized, describe, move_words, pile_name
from solterm.core.exemptions import Armed, TurnOne
from solterm.core.game import Game
from solterm.core.hints import hint
from solterm.core.move import Move
from solterm.core.play import Play
from solterm.core.rules import Outcome
from solterm.core.table import Table
from solterm.plain import prose
from solterm.plain.reply import Reply
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay

LONGEST = 200
"""Characters a command may have."""

_PILE = re.compile(r"[a-z]\d*(@\d+)?")
"""What the first word of a move looks like."""


class Session:
    """One player's sitting over a kept play; ``new`` puts another play in its place."""

    def __init__(self, kept: KeptPlay) -> None:
        self.kept = kept
        self.ended = False
        """Has the player quit?"""

    @property
    def play(self) -> Play:
        """The play at hand; the store replaces it when it went on elsewhere."""
        return self.kept.play

    def opening(self, notice: str = "") -> Reply:
        """What a sitting begins with: a notice, if any, and which game it is."""
        return Reply(True, _joined(notice, f"{prose.title(self.play)}.", self._result()))

    def handle(self, line: str) -> Reply:
        """Do what a line says. Whatever it holds, the answer is a reply and never an error."""
        words = line.lower().split()
        if not words:
            return Reply(True)
        verb, *rest = words
        try:
            if len(line.strip()) > LONGEST:
                raise ValueError(f"That line is too long: {LONGEST} characters are the most.")
            if command := _COMMANDS.get(verb):
                return command.run(self, command.argument(rest))
            if _PILE.fullmatch(verb):
                return self._move(" ".join(words))
            raise ValueError(f"There is no command {verb[:20]!r}; 'help' lists them all.")
        except (ValueError, StoreError) as refusal:
            return Reply(False, str(refusal))

    def board(self) -> str:
        """The table in lines, as far as the player sees it."""
        play = self.play
        return prose.board(play.rules.game, play.table, revealed=play.revealed)

    # -- what changes the play -------------------------------------------------------------

    def _move(self, text: str) -> Reply:
        move = self.play.resolve(text)

        def told(was: Table, now: Table) -> str:
            back = f"{prose.seen(self._game, now, self.play.glimpsed)}; turned down again."
            done = prose.done(self._game, was, now, move)
            return f"{done} {back}" if self.play.glimpsed else done

        return self._shown(self._act(str(move), told))

    def _exception(self, pile: str) -> Reply:
        exemption = self.play.game.exceptions.get(self.play.level)
        put_aside = self.play.armed

        def told(was: Table, now: Table) -> str:
            if put_aside:
                return "The exception is put aside."
            if isinstance(exemption, Armed):
                return f"{exemption.invitation} Another x puts the exception aside."
            if isinstance(exemption, TurnOne):
                return prose.done(self._game, was, now, Move(exemption.stock))
            if self.play.glimpsed:
                return f"{prose.seen(self._game, now, self.play.glimpsed)}."
            return prose.changed(self._game, was, now)

        return self._shown(self._act(f"x {pile}".rstrip(), told))

    def _shown(self, reply: Reply) -> Reply:
        """The reply with the hidden cards that the action showed."""
        return replace(reply, seen=self.play.glimpsed or None)

    def _level(self, level: str) -> Reply:
        return self._act(f"level {level}", lambda *_: f"You play at level {self.play.level} now.")

    def _auto(self, _: str) -> Reply:
        return self._act("auto", lambda was, now: prose.brought_home(self._game, was, now))

    def _undo(self, _: str) -> Reply:
        return self._act(
            "undo", lambda was, now: f"Taken back. {prose.changed(self._game, was, now)}"
        )

    def _redo(self, _: str) -> Reply:
        return self._act(
            "redo", lambda was, now: f"Made again. {prose.changed(self._game, was, now)}"
        )

    def _peek(self, pile: str) -> Reply:
        came_of_it = self._act(f"peek {pile}", lambda *_: "").text
        shown = tuple(card for card in self.play.pile(pile) if not card & DOWN)
        cards = prose.names(shown) or "no card lies face up"
        told = f"In {pile_name(self._game, pile)}, from the bottom: {cards}."
        return Reply(True, _joined(told, came_of_it), seen=shown)

    def _new(self, number: str) -> Reply:
        old = self.play
        if old.terms:
            raise ValueError("A scored game is ended from its score sheet, in the full program.")
        deal = deals.parse(number) if number else random_deal()
        self.kept.finish()
        self.kept = KeptPlay.start(self.kept.store, old.game, deal, old.level, options=old.options)
        return self.opening()

    def _act(self, event: str, told: Callable[[Table, Table], str]) -> Reply:
        """Perform an event and tell it (from the tables before and after), and what came of it."""
        was, outcome, exceptions = self.play.table, self.play.outcome, self.play.tally.exceptions
        unsaved = self.kept.unsaved
        self.kept.perform(event)
        counted = self.play.tally.exceptions
        return Reply(
            True,
            _joined(
                told(was, self.play.table),
                f"Exceptions counted: {counted}." if counted > exceptions else "",
                self._result() if self.play.outcome is not outcome else "",
                self.kept.unsaved or "" if self.kept.unsaved != unsaved else "",
            ),
        )

    # -- what only answers -----------------------------------------------------------------

    def _moves(self, _: str) -> Reply:
        legal = tuple(self.play.text(move) for move in self.play.legal_moves)
        listed = f"{len(legal)} legal move{'s' * (len(legal) != 1)}: {', '.join(legal)}."
        return Reply(True, listed if legal else "There is no legal move.", legal=legal)

    def _why(self, text: str) -> Reply:
        move = self.play.resolve(text)
        if refusal := self.play.why_not(move):
            return Reply(False, refusal)
        return Reply(True, f"That is legal: {move_words(self._game, self.play.table, move)}.")

    def _board(self, _: str) -> Reply:
        return Reply(True, f"{prose.title(self.play)}\n{self.board()}")

    def _hint(self, _: str) -> Reply:
        self.kept.perform("hint")
        move, text = hint(self.play)
        if move is None:
            return Reply(True, text)
        typed = self.play.text(move)
        return Reply(True, f"{text} Type '{typed}'.", hint=typed)

    def _help(self, pile: str) -> Reply:
        return Reply(True, describe(self._game, pile, self.play.table) if pile else _HELP)

    def _score(self, _: str) -> Reply:
        return Reply(True, f"{capitalized(prose.counts(self.play))}.")

    def _record(self, _: str) -> Reply:
        return Reply(True, "The record of this game:", record=self.kept.record())

    def _quit(self, _: str) -> Reply:
        self.ended = True
        won = self.play.outcome is Outcome.WON
        kept = "The game is done." if won else "The game is kept: the next start goes on with it."
        return Reply(True, self.kept.unsaved or kept)

    def _result(self) -> str:
        """How the game ended, in a sentence; nothing while it goes on."""
        match self.play.outcome:
            case Outcome.WON:
                return f"The game is won: {prose.counts(self.play)}."
            case Outcome.OVER:
                return f"No move is left, the game is over: {prose.counts(self.play)}."
        return ""

    # -- what the others ask ---------------------------------------------------------------

    @property
    def _game(self) -> Game:
        """The declaration of the game at the level played."""
        return self.play.rules.game


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


class _Command(NamedTuple):
    """A word of the grammar, and what it does."""

    usage: str
    """The word, and what may follow: ``WORD`` must, ``[WORD]`` may, ``MOVE`` is several words."""
    help: str
    run: Callable[[Session, str], Reply]

    def argument(self, words: Sequence[str]) -> str:
        """What follows the word; raises ``ValueError`` when that is too little or too much."""
        wanted = self.usage.partition(" ")[2]
        least = 1 if wanted and not wanted.startswith("[") else 0
        most = len(words) if wanted == "MOVE" else 1 if wanted else 0
        if not least <= len(words) <= most:
            raise ValueError(f"Write '{self.usage}': it {self.help}.")
        return " ".join(words)


_GRAMMAR = (
    _Command("moves", "lists the legal moves", Session._moves),
    _Command("why MOVE", "says whether a move is legal, and why not", Session._why),
    _Command("board", "shows the table, one pile a line", Session._board),
    _Command("level N", "plays on at level 1 (easy), 2 or 3", Session._level),
    _Command(
        "x [PILE]", "makes an exception; x again puts aside one that waits", Session._exception
    ),
    _Command("auto", "plays home what can go there from the piles", Session._auto),
    _Command("undo", "takes back the last action", Session._undo),
    _Command("redo", "makes it again", Session._redo),
    _Command("hint", "proposes a move", Session._hint),
    _Command("peek PILE", "names the face-up cards of a pile", Session._peek),
    _Command("help [PILE]", "explains the commands, or a pile", Session._help),
    _Command("score", "tells the score and what it is made of", Session._score),
    _Command("new [N]", "ends this game and deals another, of a number or any", Session._new),
    _Command("record", "writes the game so far as text", Session._record),
    _Command("quit", "leaves; the game is kept", Session._quit),
)
_COMMANDS = {command.usage.split()[0]: command for command in _GRAMMAR}
_COMMANDS["deal"] = _COMMANDS["new"]
"""What the screen's command line calls it (``design.md`` section 6)."""

_HELP = "\n".join(
    [
        "Moves: SRC DST [COUNT], piles by their ids: 't3 t5', 't3 t5 2', 'w f' (any foundation).",
        "SRC alone acts on a pile: 's' turns the stock, or turns the waste over.",
        *(f"{command.usage:12} {command.help}" for command in _GRAMMAR),
    ]
)
