"""Completion for shells, made from the grammar of the command line.

A player puts one line into the shell's own file, ``eval "$(solterm completion bash)"``, and Tab
knows commands, options, levels, files and the ids of all games, also of those that packages add.
"""

from collections.abc import Callable, Iterator, Sequence

from solterm.cli.grammar import FILES, GAMES, Argument, Subcommand, commands

_IDS = "solterm list 2>/dev/null | cut -d' ' -f1"
"""Prints the ids of the games there are."""


def script(shell: str) -> str:
    """What a shell (one of ``parser.SHELLS``) is to run so that it completes ``solterm``."""
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](commands())


def _bash(grammar: Sequence[Subcommand]) -> str:
    return f"""\
_solterm() {{
    local word command= here=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case $word in {_alternatives(grammar)}) command=$word; break ;; esac
    done
    case "$command $before" in
{_lines(_values(grammar), _bash_case)}
    esac
    case $command in
{_lines(_offers(grammar), _bash_case)}
    esac
}}
complete -F _solterm solterm
"""


def _bash_case(pattern: str, words: Sequence[str], kind: str) -> str:
    ids = f" $({_IDS})" if kind == GAMES else ""
    files = " -f" if kind == FILES else ""
    offered = f'compgen{files} -W "{" ".join(words)}{ids}" -- "$here"'
    return f"        {pattern}) COMPREPLY=($({offered})); return ;;"


def _zsh(grammar: Sequence[Subcommand]) -> str:
    return f"""\
#compdef solterm
_solterm() {{
    local word command= before=${{words[CURRENT - 1]}}
    for word in ${{words[2,CURRENT-1]}}; do
        case $word in ({_alternatives(grammar)}) command=$word; break ;; esac
    done
    case "$command $before" in
{_lines(_values(grammar), _zsh_case)}
    esac
    case $command in
{_lines(_offers(grammar), _zsh_case)}
    esac
}}
if [ "$funcstack[1]" = _solterm ]; then _solterm "$@"; else compdef _solterm solterm; fi
"""


def _zsh_case(pattern: str, words: Sequence[str], kind: str) -> str:
    does = [f"compadd -- {' '.join(words)}"] if words else []
    does += [f"compadd -- $({_IDS})"] * (kind == GAMES) + ["_files"] * (kind == FILES)
    return f"        ({pattern}) {'; '.join(does)}; return ;;"


def _fish(grammar: Sequence[Subcommand]) -> str:
    lines = ["complete -c solterm -f"]
    names = " ".join(each.name for each in grammar if each.name)
    for command in grammar:
        seen = f"__fish_seen_subcommand_from {command.name or names}"
        when = f"-n '{seen if command.name else f'not {seen}'}'"
        if command.name:
            first = f"-n 'not __fish_seen_subcommand_from {names}'"
            lines.append(f"complete -c solterm {first} -a {command.name} -d {_quote(command.does)}")
        for each in command.arguments:
            lines.append(" ".join(filter(None, ["complete -c solterm", when, _fish_takes(each)])))
    return "\n".join([*lines, ""])


def _fish_takes(argument: Argument) -> str:
    parts = [f"-{'s' if len(name) == 2 else 'l'} {name.lstrip('-')}" for name in argument.names]
    if argument.names and argument.value:
        parts.append("-x" if argument.kind != FILES else "-r")
    if argument.kind == FILES:
        parts.append("-F")
    if argument.kind == GAMES:
        parts.append(f'-a "({_IDS})"')
    elif argument.words:
        parts.append(f"-a {_quote(' '.join(argument.words))}")
    if argument.does:
        parts.append(f"-d {_quote(argument.does)}")
    return " ".join(parts)


_Offer = tuple[str, Sequence[str], str]
"""Where something is offered (a pattern of the shell), which words, and what else."""


def _values(grammar: Sequence[Subcommand]) -> Iterator[_Offer]:
    """What may follow an option: the pattern is the command and the option."""
    for command in grammar:
        for option in command.options:
            if option.value:
                pattern = "|".join(f'"{command.name} {name}"' for name in option.names)
                yield pattern, option.words, option.kind


def _offers(grammar: Sequence[Subcommand]) -> Iterator[_Offer]:
    """What may stand anywhere else: the pattern is the command."""
    for command in grammar:
        words = [name for option in command.options for name in option.names]
        words += [word for place in command.places for word in place.words]
        if not command.name:
            words += [each.name for each in grammar if each.name]
        kinds = [place.kind for place in command.places if place.kind]
        yield command.name or '""', words, kinds[0] if kinds else ""


def _alternatives(grammar: Sequence[Subcommand]) -> str:
    return "|".join(each.name for each in grammar if each.name)


def _lines(offers: Iterator[_Offer], case: Callable[[str, Sequence[str], str], str]) -> str:
    return "\n".join(case(*offer) for offer in offers)


def _quote(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
