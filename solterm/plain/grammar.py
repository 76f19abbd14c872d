"""The commands of line mode: their arguments, help and functions.

The command ``help`` is here too, since it reads the list of commands.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from solterm.core.game import Game
from solterm.core.groups import MemoryGroup, is_closed, list_pairs
from solterm.core.phrases import suggest
from solterm.core.refusal import Refusal
from solterm.core.table import Table
from solterm.core.vocabulary.policies import Lift
from solterm.core.words.pilehelp import describe, goings
from solterm.plain.commands import (
    asking,
    choosing,
    contest_commands,
    host,
    playing,
    race_commands,
    sheet_commands,
)
from solterm.plain.session import Reply, Session


class Phrase(NamedTuple):
    """A command."""

    usage: str
    """Its name and arguments; those in brackets are optional."""
    help: str
    run: Callable[[Session, str], Reply]

    @property
    def word(self) -> str:
        return self.usage.split()[0]

    @property
    def names_piles(self) -> bool:
        """Whether the arguments are a pile or a move."""
        return any(word in self.usage for word in ("PILE", "MOVE"))

    def argument(self, words: Sequence[str]) -> str:
        """Join the arguments; raise ``Refusal`` if there are too few or too many."""
        wanted = self.usage.split()[1:]
        least = sum(1 for each in wanted if not each.startswith("["))
        most = len(words) if wanted and wanted[-1] in _SEVERAL else len(wanted)
        if not least <= len(words) <= most:
            raise Refusal(f"Write '{self.usage}' to {self.help}.")
        if wanted == ["SWITCH"] and words[0].lower() not in ("on", "off"):
            raise Refusal(f"Write '{self.word} on' or '{self.word} off'.")
        as_typed = bool(wanted) and wanted[-1].strip("[]") in ("NAME", "ROWS")
        return " ".join(words) if as_typed else " ".join(words).lower()


_SEVERAL = ("MOVE", "NAME", "[NAME]", "[GAME]", "PHRASE", "[ROWS]")
"""Arguments of more than one word."""


def help_about(session: Session, pile: str) -> Reply:
    """Explain the commands, one of them, or a pile."""
    is_hosted = session.is_hosted
    is_pile = session.has_game and pile in session.game.ids
    if not is_pile and (told := help_of_command(pile, is_hosted)):
        return Reply(True, told)
    if not is_pile and (near := suggest(pile, list_words(is_hosted))):
        raise Refusal(f"There is no command {pile[:20]!r}. {near}")
    if not session.has_game:
        return Reply(True, help_without_game(is_hosted))
    if not pile:
        phrases = [*_GRAMMAR, *ELSEWHERE, *_list_hosted(is_hosted)]
        if session.on_screen:
            phrases = [each for each in _GRAMMAR if each.word not in _INSTEAD]
        return Reply(True, help_of(session.game, session.play.known, phrases))
    return Reply(True, describe(session.game, pile, session.play.known))


def menu(session: Session, _: str) -> Reply:
    """Tell what there is to play and to resume."""
    told = [*host.tell_today(session), "Type one of these words, then Enter."]
    told += _list([COMMANDS[word] for word in _MENU])
    return Reply(True, "\n".join([*told, *choosing.tell_begun(session)]))


_MENU = ("play", "games", "favourite", "sheet", "contests", "daily", "boards", "help", "quit")

_GRAMMAR = (
    Phrase("moves", "list the legal moves", asking.moves),
    Phrase("targets PILE", "show where the cards of a pile can go", asking.targets),
    Phrase("why MOVE", "say whether a move is legal, and why not", asking.why),
    Phrase("board [NAME]", "show the table, one pile a line; with NAME, a board", asking.board),
    Phrase("level N", "play on at level 1 (easy), 2 or 3", playing.level),
    Phrase("x [PILE]", "make an exception; x again cancels one that waits", playing.exception),
    Phrase("auto", "send home every card that can go", playing.auto),
    Phrase("autoplay SWITCH", "let cards go home by themselves: on or off", playing.autoplay),
    Phrase("undo", "undo the last action", playing.undo),
    Phrase("redo", "redo what was undone", playing.redo),
    Phrase("restart", "start over; undo goes back", playing.restart),
    Phrase("bookmark [WORD]", "set a bookmark here", playing.bookmark),
    Phrase("return [WORD]", "jump back to a bookmark, or to the last one", playing.return_to),
    Phrase("cheat [yes]", "allow one level-1 move; it is counted", playing.cheat),
    Phrase("hint [N]", "propose a move; think a moment, or N seconds", asking.hint),
    Phrase("solve [N]", "say whether this can be won; uses unseen cards", asking.solve),
    Phrase("lamp SWITCH", "say that after each action: on or off", asking.lamp),
    Phrase("back", "go back to where this could be won; uses unseen cards", asking.back),
    Phrase("analyse", "say where this game was lost; uses unseen cards", asking.analyse),
    Phrase("peek PILE", "name the cards of a pile that you may look at", playing.peek),
    Phrase("help [PILE]", "explain the commands, one command, or a pile", help_about),
    Phrase("rules", "show the rules of this game", asking.rules),
    Phrase("score", "show the score and how it is made up", asking.score),
    Phrase("stats [days]", "show the statistics of this game, or of the days", choosing.stats),
    Phrase("settings [NAME]", "list the settings, or change one: NAME VALUE", choosing.settings),
    Phrase("new [N]", "deal again, by number, any or 'winnable'; this game ends", playing.new),
    Phrase("replay", "deal the same cards again; this game ends", playing.replay),
    Phrase("save [NAME]", "save the position under a name", choosing.save_game),
    Phrase("saves", "list the saved games", choosing.list_saves),
    Phrase("open NAME", "open a saved game", choosing.open_game),
    Phrase("boards", "list the boards that have results", contest_commands.list_boards),
    Phrase("record", "print the game so far as text", asking.record),
    Phrase("quit", "quit solterm", asking.quit_game),
)
"""Commands at the table."""

ELSEWHERE = (
    Phrase("end", "end this game and show its result", sheet_commands.end),
    Phrase("menu", "show what else there is to play", menu),
    Phrase("games", "list all games", choosing.games),
    Phrase(
        "favourite [NAME]", "list your favourites; with NAME, add or remove one", choosing.favourite
    ),
    Phrase(
        "play [NAME]",
        "resume a game, or deal it by part of its name; or 'random'",
        choosing.play,
    ),
    Phrase("paste [ROWS]", "read a board or a game: its lines, up to an empty one", choosing.paste),
    Phrase("sheet [NAME]", "show the score sheet of a game", sheet_commands.sheet),
    Phrase("row N [GAME]", "play a row of the score sheet, or of a mixed one", sheet_commands.row),
    Phrase(
        "contests", "list your contests, and how to begin others", contest_commands.list_contests
    ),
    Phrase("contest [N]", "show a contest of that list, or the current one", contest_commands.show),
    Phrase("next", "play the next game of the contest", contest_commands.go_on),
    Phrase("enter [NAME]", "enter the finished contest on its board", contest_commands.enter),
    Phrase("exit", "end the contest for good", contest_commands.leave),
    Phrase(
        "daily [N] [DAY]",
        "the deal of the day; N: its level, or 'practise', 'record' or 'board'",
        contest_commands.daily,
    ),
    Phrase(
        "tour [NAME]", "begin Aunt Anne's tour; NAME: GAME, GAME is your own", contest_commands.tour
    ),
    Phrase("mixed", "begin a score sheet of six games you choose", contest_commands.open_mixed),
    Phrase("golf [N]", "begin a golf match over 9 or 18 holes", contest_commands.golf),
    Phrase("reno", "begin an evening at Reno", contest_commands.reno),
    Phrase(
        "tournament NAME", "join one; NAME: GAME or NAME: tour begins one", contest_commands.cup
    ),
)
"""Commands that lead to other games, sheets and contests."""

HOSTED = (
    Phrase("name NAME", "change your name on this host", host.name),
    Phrase("code [CODE]", "get a code for another key of yours, or use one", host.code),
    Phrase("erase NAME", "delete your account here with all games and results", host.erase),
    Phrase("who [NAME]", "list who is on this host; 'who 2' is the second page", host.who),
    Phrase("who on [NAME]", "report who comes, goes or begins a game; 'who off'", host.who),
    Phrase("player NAME", "show a player's page; NAME N prints a game of it", host.player),
    Phrase("watch NAME", "watch somebody play; an empty line stops", host.watch),
    Phrase("stop", "stop watching", host.stop),
    Phrase("say PHRASE", "say a set phrase to those at the table; 'say' lists them", host.say),
    Phrase(
        "ignore [NAME]", "hide the phrases and challenges of a player, or show them", host.ignore
    ),
    Phrase(
        "race [NAME]",
        "list races; NAME GAME challenges a player, 'race' has more",
        race_commands.race,
    ),
    Phrase("results", "list the latest results on this host", host.results),
    Phrase("today", "tell who is here, what is on, and yesterday's result", host.today),
    Phrase("evening [join]", "tell the evening, sign up or join; 'leave' withdraws", host.evening),
    Phrase("door [open]", "let others watch you; 'closed' does not", host.door),
)
"""Commands in a session of a host; elsewhere no help names them."""

_INSTEAD = {
    "solve": "the lamp says that: 'lamp on'",
    "back": "a key does that: Tab shows which",
    "analyse": "F9 ends the game, and L tells it then",
    "paste": "paste a board into the menu",
}
"""How the screen does what may take seconds, for which its command line cannot wait."""

_GROUPS = (
    ("Games", "menu games favourite play paste"),
    ("Score sheets", "sheet row"),
    ("Contests", "contests contest next enter exit daily tour mixed golf reno tournament"),
    ("Saved games and results", "saves open board boards stats"),
    ("solterm itself", "settings help quit"),
)
"""The commands that work without a game on the table, in the groups of its help."""

COMMANDS = {command.word: command for command in (*_GRAMMAR, *ELSEWHERE)}
COMMANDS["deal"] = COMMANDS["new"]  # what the screen's command line calls it

_IN_LISTS = (
    *("auto", "autoplay", "bookmark", "cheat", "hint", "level", "peek"),
    *("redo", "restart", "return", "undo", "x"),
)
"""The commands that a list of moves may hold: those that a record holds."""

_SHORT = {"u": "undo", "h": "hint", "b": "board", "q": "quit", "?": "help"}
"""Abbreviations; only without arguments, since ``h`` is a pile too (``h t5``)."""


def find(game: Game | None, verb: str, rest: Sequence[str], is_hosted: bool) -> Phrase | None:
    """Return the command that a line begins with."""
    verb = verb.lower()
    if verb == "?" or not rest:
        verb = _short(game).get(verb, verb)
    return _find_word(verb, is_hosted)


def list_words(is_hosted: bool) -> list[str]:
    """Return the first words of all commands."""
    return [*COMMANDS, *(each.word for each in _list_hosted(is_hosted))]


def takes_text(verb: str, is_hosted: bool) -> bool:
    """Whether a command takes free text, in which a comma separates no moves."""
    found = _find_word(verb.lower(), is_hosted)
    return found is not None and found.usage.split()[-1] in _SEVERAL[1:]


def check_screen(command: Phrase) -> None:
    """Raise ``Refusal`` for a command that the screen's command line does not carry out."""
    instead = _INSTEAD.get(command.word, f"use keys for '{command.word}'; F2 shows them")
    if command.word in _INSTEAD or (command in (*ELSEWHERE, *HOSTED) and command.word != "door"):
        raise Refusal(f"On the screen, {instead}.")


def check_actions(game: Game | None, parts: Sequence[str], is_hosted: bool) -> None:
    """Raise ``Refusal`` for a command that cannot stand in a list of moves."""
    for part in parts:
        verb, *rest = part.split()
        found = find(game, verb, rest, is_hosted)
        if found and found.word not in _IN_LISTS:
            raise Refusal(f"'{verb}' cannot stand in a list of moves: type it on its own.")


def _find_word(word: str, is_hosted: bool) -> Phrase | None:
    hosted = (each for each in _list_hosted(is_hosted) if each.word == word)
    return COMMANDS.get(word) or next(hosted, None)


def _short(game: Game | None) -> dict[str, str]:
    """The abbreviations in a game, without those that are a move there."""
    words = _SHORT.items()
    return {short: word for short, word in words if not (game and _is_move_alone(game, short))}


def _is_move_alone(game: Game, name: str) -> bool:
    """Whether the name of a pile alone can be a move."""
    if name not in game.ids:
        return False
    rules = list_pairs(game.groups)
    singly = any(pairs.fit.alone and name[0] in pairs.among for pairs in rules)
    return singly or game.group(name).action is not None


def help_of(game: Game, table: Table, phrases: Sequence[Phrase]) -> str:
    """Return the help: how to write moves, and some commands."""
    written = _examples(game, table)
    such = f": {', '.join(written)}" if written else ""
    deeds = [
        f"'{name}' to {deed}"
        for group in dict.fromkeys(game.group(name) for name in game.ids)
        if group.action and (deed := group.action.generic_name)
        for name in [next(each for each in game.ids if game.group(each) is group)]
    ]
    return "\n".join(
        [
            f"Moves: SRC DST [COUNT], piles by their ids{such}.",
            "Several moves may share a line, with commas between them.",
            "A face-up card stands for its pile: 'KH t5', '10H f' (or 'TH f').",
            *([f"SRC alone acts on a pile: {'; '.join(deeds)}."] if deeds else []),
            *_list(phrases),
            f"Short: {', '.join(f'{short} {word}' for short, word in _short(game).items())}.",
        ]
    )


def help_of_command(word: str, is_hosted: bool) -> str:
    """Return the help of one command; empty for an unknown one."""
    phrase = _find_word(word, is_hosted)
    return _list([phrase])[0] if phrase else ""


def help_without_game(is_hosted: bool) -> str:
    """Return the help without a game on the table: the commands that work there, in groups."""
    groups = [(title, [COMMANDS[word] for word in words.split()]) for title, words in _GROUPS]
    if hosted := _list_hosted(is_hosted):
        groups.append(("This host", [*hosted]))
    told = ["\n".join([f"{title}:", *_list(phrases)]) for title, phrases in groups]
    return "\n\n".join([*told, "With a game on the table, 'help' explains its moves as well."])


def _list(phrases: Sequence[Phrase]) -> list[str]:
    return [f"{each.usage:16} {each.help}" for each in phrases]


def _list_hosted(is_hosted: bool) -> tuple[Phrase, ...]:
    return HOSTED if is_hosted else ()


def _examples(game: Game, table: Table) -> list[str]:
    if list_pairs(game.groups):
        some = [f"{kind}1 {kind}2" for kind in "tg" if f"{kind}2" in game.ids]
        is_memory = any(isinstance(group, MemoryGroup) for group in game.groups)
        return ["'g3' turns a card"] if is_memory else [f"'{some[0]}' is a pair"]
    used = [name for name in game.ids if not is_closed(game.group(name))]
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
