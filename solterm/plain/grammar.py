"""The grammar of line mode: every word, what may follow it and what it does."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from solterm import hall
from solterm.core.game import Game
from solterm.core.table import Table
from solterm.core.vocabulary.policies import Lift, Memory
from solterm.core.words.intake import goings
from solterm.plain.commands import (
    asking,
    boards,
    choosing,
    contests,
    ending,
    identity,
    keeping,
    others,
    playing,
    sheets,
    solving,
    visitors,
)
from solterm.plain.reply import Reply

if TYPE_CHECKING:
    from solterm.plain.session import Session


class Phrase(NamedTuple):
    """A word of the grammar, what may follow it, and what it does."""

    usage: str
    """The word, and what may follow: ``WORD`` must, ``[WORD]`` may, ``WORDS`` are several."""
    help: str
    run: "Callable[[Session, str], Reply]"

    @property
    def names_piles(self) -> bool:
        """Is what follows a pile or a move?"""
        return any(word in self.usage for word in ("PILE", "MOVE"))

    def argument(self, words: Sequence[str]) -> str:
        """What follows the word; raises ``ValueError`` when that is too little or too much."""
        wanted = self.usage.split()[1:]
        least = sum(1 for each in wanted if not each.startswith("["))
        most = len(words) if wanted and wanted[-1] in _SEVERAL else len(wanted)
        if not least <= len(words) <= most:
            raise ValueError(f"Write '{self.usage}': it {self.help}.")
        as_typed = bool(wanted) and wanted[-1].strip("[]") == "NAME"
        return " ".join(words) if as_typed else " ".join(words).lower()


_SEVERAL = ("MOVE", "NAME", "[NAME]", "[GAME]")
"""What may have more than one word."""

_GRAMMAR = (
    Phrase("moves", "lists the legal moves", asking.moves),
    Phrase("targets PILE", "says where the cards of a pile can go", asking.targets),
    Phrase("why MOVE", "says whether a move is legal, and why not", asking.why),
    Phrase("board [NAME]", "shows the table, one pile a line; a board by its name", asking.board),
    Phrase("level N", "plays on at level 1 (easy), 2 or 3", playing.level),
    Phrase("x [PILE]", "makes an exception; x again puts aside one that waits", playing.exception),
    Phrase("auto", "plays home what can go there", playing.auto),
    Phrase("autoplay SWITCH", "has cards go home by themselves: on, or off", playing.autoplay),
    Phrase("undo", "takes back the last action", playing.undo),
    Phrase("redo", "makes it again", playing.redo),
    Phrase("restart", "starts this game over; undo goes back", playing.restart),
    Phrase("bookmark [WORD]", "remembers this position", playing.bookmark),
    Phrase("return [WORD]", "returns to a bookmark, or the last one", playing.return_to),
    Phrase("cheat [yes]", "lets the next move be one of level 1; it is counted", playing.cheat),
    Phrase("hint", "proposes a move", asking.hint),
    Phrase("solve [N]", "says whether this can still be won; N seconds at most", solving.solve),
    Phrase(
        "lamp SWITCH", "says after each action whether this can be won: on, or off", solving.lamp
    ),
    Phrase("back", "takes back to where this could still be won", solving.back),
    Phrase("analyse", "says where this game was lost", solving.analyse),
    Phrase("peek PILE", "names the cards of a pile that may be looked at", playing.peek),
    Phrase("help [PILE]", "explains the commands, one command, or a pile", asking.help_about),
    Phrase("rules", "shows the rules of this game", asking.rules),
    Phrase("score", "tells the score and what it is made of", asking.score),
    Phrase("stats [days]", "tells the statistics of this game, or of the days", keeping.stats),
    Phrase("settings [NAME]", "lists the settings, or changes one: NAME VALUE", keeping.settings),
    Phrase("new [N]", "ends this game and deals another, of a number or any", playing.new),
    Phrase("replay", "ends this game and deals the same cards again", playing.replay),
    Phrase("save [NAME]", "saves the position under a name", keeping.save_game),
    Phrase("saves", "lists the saved games", keeping.list_saves),
    Phrase("open NAME", "brings a saved game back", keeping.open_game),
    Phrase("boards", "names the boards that have results", boards.list_boards),
    Phrase("record", "writes the game so far as text", asking.record),
    Phrase("quit", "leaves; the game is kept", asking.quit_game),
)
"""What is done at the table."""

ELSEWHERE = (
    Phrase("end", "ends this game for good, and tells its result", ending.end),
    Phrase("menu", "tells what else there is to play", choosing.menu),
    Phrase("games", "names all games", choosing.games),
    Phrase(
        "favourite [NAME]", "tells the favourites; NAME marks or unmarks one", choosing.favourite
    ),
    Phrase("play [NAME]", "goes on with a game, or deals one; this one waits", choosing.play),
    Phrase("sheet [NAME]", "shows the score sheet of a game", sheets.sheet),
    Phrase("row N [GAME]", "plays a row of the score sheet, or of a mixed one", sheets.row),
    Phrase(
        "contests", "lists the contests under way, and how others are begun", contests.list_contests
    ),
    Phrase("contest [N]", "shows a contest of that list, or the present one", contests.show),
    Phrase("next", "plays the next game of the contest", contests.go_on),
    Phrase("enter [NAME]", "enters the finished contest on its board", contests.enter),
    Phrase("exit", "ends the contest for good", contests.leave),
    Phrase("daily", "plays the deal of the day, the same for everyone", contests.daily),
    Phrase("tour [NAME]", "begins Aunt Anne's tour; NAME: GAME, GAME is your own", contests.tour),
    Phrase("mixed", "begins a score sheet of six games of your choice", contests.open_mixed),
    Phrase("golf [N]", "begins a golf match over 9 or 18 holes", contests.golf),
    Phrase("reno", "begins an evening at Reno", contests.reno),
    Phrase("tournament NAME", "NAME: GAME or NAME: tour begins one; NAME joins it", contests.cup),
)
"""What leads away from the table: to other games, sheets and contests."""

HOSTED = (
    Phrase("name NAME", "changes what you are called on this host", identity.name),
    Phrase("code [CODE]", "gives a code for another key of yours; uses one", identity.code),
    Phrase("who [NAME]", "tells who is on this host; a number tells that page", visitors.who),
    Phrase("who on [NAME]", "tells who comes, goes or begins a game; 'who off' ends", visitors.who),
    Phrase("watch NAME", "looks on at somebody's game; an empty line ends that", others.watch),
    Phrase("stop", "looks on no more", others.stop),
    Phrase("results", "tells what was won on this host lately", others.results),
    Phrase("door [open]", "opens your door to those who look on; 'closed' closes it", others.door),
)
"""What only those can do who have come to a host; elsewhere no help names it."""

_ALWAYS = ("board", "boards", "help", "stats", "settings", "saves", "open", "quit")
"""What is done at the table, and where no game is on it as well."""

COMMANDS = {command.usage.split()[0]: command for command in (*_GRAMMAR, *ELSEWHERE)}
"""The commands by their words."""
COMMANDS["deal"] = COMMANDS["new"]  # what the screen's command line calls it

_SHORT = {"u": "undo", "h": "hint", "b": "board", "q": "quit", "?": "help"}
"""What is typed most, in one character; alone, for ``h`` is a pile too (``h t5``)."""


def find(game: Game | None, verb: str, rest: Sequence[str]) -> Phrase | None:
    """The command that a line begins with; None where there is none."""
    verb = verb.lower()
    if verb == "?" or not rest:
        verb = _short(game).get(verb, verb)
    return _find_word(verb)


def _find_word(word: str) -> Phrase | None:
    """The command of a word that is written in full."""
    hosted = (each for each in _list_hosted() if each.usage.split()[0] == word)
    return COMMANDS.get(word) or next(hosted, None)


def _short(game: Game | None) -> dict[str, str]:
    """What may be typed for short in a game: a pile whose name alone is a move goes before."""
    words = _SHORT.items()
    return {short: word for short, word in words if not (game and _is_move_alone(game, short))}


def _is_move_alone(game: Game, name: str) -> bool:
    """May the name of a pile alone be a move: does it act, or may a card leave it singly?"""
    if name not in game.ids:
        return False
    singly = any(pairs.fit.alone and name[0] in pairs.among for pairs in game.pairs)
    return singly or game.group(name).action is not None


def help_of(game: Game, table: Table) -> str:
    """What ``help`` says: how moves of a game are written, and every word of the grammar."""
    written = _examples(game, table)
    such = f": {', '.join(written)}" if written else ""
    deeds = [
        f"'{name}' to {deed}"
        for group in dict.fromkeys(game.group(name) for name in game.ids)
        if group.action and (deed := group.action.general)
        for name in [next(each for each in game.ids if game.group(each) is group)]
    ]
    return "\n".join(
        [
            f"Moves: SRC DST [COUNT], piles by their ids{such}.",
            "A card that lies open stands for its pile: 'KH t5', '10H f' (or 'TH f').",
            *([f"SRC alone acts on a pile: {'; '.join(deeds)}."] if deeds else []),
            *_list((*_GRAMMAR, *ELSEWHERE, *_list_hosted())),
            f"Short: {', '.join(f'{short} {word}' for short, word in _short(game).items())}.",
        ]
    )


def help_of_command(word: str) -> str:
    """What ``help`` says of one command, by its word; empty where there is none."""
    phrase = _find_word(word)
    return _list([phrase])[0] if phrase else ""


def help_without_game() -> str:
    """What ``help`` says where no game is on the table."""
    always = [COMMANDS[word] for word in _ALWAYS]
    return "\n".join(_list((*ELSEWHERE[1:], *always, *_list_hosted())))


def _list(phrases: Sequence[Phrase]) -> list[str]:
    return [f"{each.usage:16} {each.help}" for each in phrases]


def _list_hosted() -> tuple[Phrase, ...]:
    return HOSTED if hall.here() else ()


def _examples(game: Game, table: Table) -> list[str]:
    """How some moves are written that the piles of a game are made for."""
    if game.pairs:
        some = [f"{kind}1 {kind}2" for kind in "tg" if f"{kind}2" in game.ids]
        memory = game.group("g1").memory if "g1" in game.ids else Memory.NONE
        return ["'g3' turns a card"] if memory is not Memory.NONE else [f"'{some[0]}' is a pair"]
    used = [name for name in game.ids if not game.group(name).closed]
    first = {kind: next((name for name in used if name[0] == kind), "") for kind in "shwrtfg"}
    if first["g"]:
        return [f"'{first['h']} g7'"]
    examples = []
    for src, dst in ("tt", "st", "sw", "wt", "ht", "rt", "wf", "tf"):
        named = [name for name in game.ids if name[0] == dst and name != first[src]][:1]
        gives = [going.to for going in goings(game, first[src], table)] if first[src] else []
        if named and named[0] in gives:
            examples.append(f"'{first[src]} {'f' if dst == 'f' else named[0]}'")
            if (src, dst) == ("t", "t") and game.group(first[src]).lift not in _SINGLE:
                examples.append(f"'{first[src]} {named[0]} 2'")
    home = [each for each in examples if each.endswith(" f'")][:1]
    several = [", where 'f' is any foundation"] if home and first["f"] == "f1" else [""]
    others = [each for each in examples if not each.endswith(" f'")][:3]
    return [*others, *(f"{each}{several[0]}" for each in home)]


_SINGLE = (Lift.TOP, Lift.NEXT)
"""The lifts of single cards."""
