"""The commands that play, on the screen or in lines of text."""

import argparse
import sys
from typing import TYPE_CHECKING

from solterm.cli.console import Failure, Output
from solterm.cli.surroundings import say
from solterm.core.refusal import Refusal
from solterm.store.patience import Patience

if TYPE_CHECKING:
    from solterm.capabilities import Terminal
    from solterm.context import Context
    from solterm.sessions.plays import Start


def open_program(args: argparse.Namespace, out: Output) -> None:
    """Resume the last game, or show the menu."""
    if args.in_lines:
        _in_lines(out.context, None, False)
    else:
        _on_the_screen(out.context, None)


def play(args: argparse.Namespace, out: Output) -> None:
    """Resume a game, or deal it."""
    start = read_start(args)
    if args.winnable:
        start = _find_winnable(args, start, out)
    elif args.option and start.deal is None:
        from solterm.chance import random_deal

        start = start._replace(deal=random_deal())
    if args.plain or args.json or args.in_lines:
        _in_lines(out.context, start, args.json)
    else:
        _on_the_screen(out.context, start)


def _find_winnable(args: argparse.Namespace, start: "Start", out: Output) -> "Start":
    from solterm.cli.solving import find_deal
    from solterm.store.settings import load_settings

    if start.deal:
        args.parser.error("--deal chooses a deal and --winnable finds one: use only one of them")
    level = start.level or load_settings(out.context)[0].level
    try:
        found = find_deal(out, start, level)
    except Refusal as error:
        raise Failure(str(error)) from None
    if found is None:
        raise Failure("Search stopped.")
    return start._replace(deal=found, level=level)


def read_start(args: argparse.Namespace) -> "Start":
    """Return the game, the deal and the options that a name and other arguments choose.

    End with a usage error if the game has no such options, or two deals are named.
    """
    named: Start = args.game
    deal = getattr(args, "deal", None)
    if deal and named.deal and deal != named.deal:
        args.parser.error(f"the name has deal {named.deal} and --deal has {deal}: use only one")
    options = {**named.options, **dict(args.option)}
    try:
        named.game.with_options(options)
    except Refusal as error:
        args.parser.error(str(error))
    level = args.level or named.level
    return named._replace(deal=deal or named.deal, level=level, options=options)


def _on_the_screen(context: "Context", start: "Start | None") -> None:
    """Run the full program, or line mode where the terminal cannot show it."""
    terminal = context.terminal
    if terminal.cannot_paint:
        offer = (
            f"A terminal of type {terminal.kind!r} cannot show the full program: this is line mode."
        )
        if start:
            _in_lines(context, start, False, offer)
        else:
            from solterm.plain.loop import converse

            converse(context, Patience(say), offer=offer)
        return
    command = f"play {start.game.id} --plain" if start else "--plain"
    _refuse_without_screen(terminal, command)
    from solterm.tui import Stopped, run

    try:
        code = run(context, Patience(say), start=start)
    except Stopped as end:
        raise Failure(str(end)) from None
    if code:
        sys.exit(code)


def _refuse_without_screen(terminal: "Terminal", command: str) -> None:
    """Raise ``Failure``, which names a command for line mode, if there can be no screen."""
    if reason := terminal.no_screen:
        raise Failure(f"{reason}; play in lines of text: solterm {command}")


def _in_lines(
    context: "Context",
    start: "Start | None",
    as_json: bool,
    offer: str = "",
) -> None:
    """Play in line mode; say how to start a new game if the suspended one cannot be read."""
    from solterm.plain.loop import play_in_lines
    from solterm.sessions.plays import CannotResume

    try:
        play_in_lines(context, Patience(say), start=start, as_json=as_json, offer=offer)
    except CannotResume as error:
        if error.is_passing:
            raise Failure(str(error)) from None
        name = start.game.id if start else "ID"
        raise Failure(f"{error} 'solterm play {name} --deal N' starts a new game.") from None


def play_daily(args: argparse.Namespace, out: Output) -> None:
    """Show the page of a deal of the day, or tell about it in line mode."""
    from solterm.sessions.day import find_day

    try:
        day = find_day(args.day) if args.day else None
    except Refusal as error:
        raise Failure(str(error)) from None
    terminal = out.context.terminal
    if args.plain or args.json or args.in_lines or terminal.cannot_paint:
        from solterm.plain.loop import converse

        first = f"daily {day or ''}".rstrip()
        converse(out.context, Patience(say), first=first, as_json=args.json)
        return
    _refuse_without_screen(terminal, " ".join(filter(None, ["daily", args.day, "--plain"])))
    from solterm.tui import Stopped, show_day

    try:
        code = show_day(out.context, Patience(say), day)
    except Stopped as end:
        raise Failure(str(end)) from None
    if code:
        sys.exit(code)


def play_contest(args: argparse.Namespace, out: Output) -> None:
    """Start a contest, or list the contests."""
    from solterm.plain.loop import converse

    first = " ".join(args.words) or "contests"
    converse(out.context, Patience(say), first=first, as_json=args.json)
