"""The commands that play, on the screen or in lines of text."""

import argparse
import sys
from typing import TYPE_CHECKING

from solterm.cli.console import Failure, Output
from solterm.cli.surroundings import say
from solterm.store.patience import Patience

if TYPE_CHECKING:
    from solterm.context import Context
    from solterm.core.game import Game
    from solterm.sessions.winnables import Wish


def open_program(args: argparse.Namespace, out: Output) -> None:
    """Resume the last game, or show the menu."""
    if args.in_lines:
        _in_lines(out.context, None, None, None, {}, False)
    else:
        _on_the_screen(out.context, None, None, None, {})


def play(args: argparse.Namespace, out: Output) -> None:
    """Resume a game, or deal it."""
    options = choose_options(args)
    wish = _find_winnable(args, options, out) if args.winnable else None
    if args.plain or args.json or args.in_lines:
        _in_lines(out.context, args.game, args.deal, args.level, options, args.json, wish=wish)
    else:
        _on_the_screen(out.context, args.game, args.deal, args.level, options, wish)


def _find_winnable(args: argparse.Namespace, options: dict[str, str], out: Output) -> "Wish":
    """Find a winnable deal, make it the one to play, and return what was searched for."""
    from solterm.cli.solving import find_deal
    from solterm.sessions.winnables import Wish
    from solterm.store.settings import load_settings

    if args.deal:
        args.parser.error("--deal chooses a deal and --winnable finds one: use only one of them")
    args.level = args.level or load_settings(out.context)[0].level
    wish = Wish(out.context, args.game, args.level, options, args.winnable)
    try:
        args.deal = find_deal(out, wish)
    except ValueError as error:
        raise Failure(str(error)) from None
    if args.deal is None:
        raise Failure("Search stopped.")
    return wish


def choose_options(args: argparse.Namespace) -> dict[str, str]:
    """Return the chosen options; end with a usage error if the game does not have them."""
    options = dict(args.option)
    try:
        args.game.with_options(options)
    except ValueError as error:
        args.parser.error(str(error))
    return options


def _on_the_screen(
    context: "Context",
    game: "Game | None",
    deal: int | None,
    level: int | None,
    options: dict[str, str],
    wish: "Wish | None" = None,
) -> None:
    """Run the full program, or line mode where the terminal cannot show it."""
    terminal = context.terminal
    if terminal.cannot_paint:
        offer = (
            f"A terminal of type {terminal.kind!r} cannot show the full program: this is line mode."
        )
        if game:
            _in_lines(context, game, deal, level, options, False, offer, wish)
        else:
            from solterm.plain.starting import converse

            converse(context, Patience(say), offer=offer)
        return
    if reason := terminal.no_screen:
        raise Failure(reason)
    from solterm.tui import Stopped, run

    try:
        game_id = game.id if game else None
        code = run(
            context,
            Patience(say),
            game_id=game_id,
            deal=deal,
            level=level,
            options=options,
            wish=wish,
        )
    except Stopped as end:
        raise Failure(str(end)) from None
    if code:
        sys.exit(code)


def _in_lines(
    context: "Context",
    game: "Game | None",
    deal: int | None,
    level: int | None,
    options: dict[str, str],
    as_json: bool,
    offer: str = "",
    wish: "Wish | None" = None,
) -> None:
    """Play in line mode; say how to start a new game if the suspended one cannot be read."""
    from solterm.plain.starting import play_in_lines
    from solterm.sessions.plays import CannotResume

    try:
        play_in_lines(
            context,
            Patience(say),
            game=game,
            deal=deal,
            level=level,
            options=options,
            as_json=as_json,
            offer=offer,
            wish=wish,
        )
    except CannotResume as error:
        if error.is_passing:
            raise Failure(str(error)) from None
        name = game.id if game else "ID"
        raise Failure(f"{error} 'solterm play {name} --deal N' starts a new game.") from None


def play_daily(args: argparse.Namespace, out: Output) -> None:
    """Show the page of a deal of the day, or tell about it in line mode."""
    from solterm.sessions.day import find_day
    from solterm.store.errors import StoreError

    try:
        day = find_day(args.day) if args.day else None
    except (ValueError, StoreError) as error:
        raise Failure(str(error)) from None
    terminal = out.context.terminal
    if args.plain or args.json or args.in_lines or terminal.cannot_paint:
        from solterm.plain.starting import converse

        first = f"daily {day or ''}".rstrip()
        converse(out.context, Patience(say), first=first, as_json=args.json)
        return
    if reason := terminal.no_screen:
        raise Failure(reason)
    from solterm.tui import Stopped, show_day

    try:
        code = show_day(out.context, Patience(say), day)
    except Stopped as end:
        raise Failure(str(end)) from None
    if code:
        sys.exit(code)


def play_contest(args: argparse.Namespace, out: Output) -> None:
    """Start a contest, or list the contests."""
    from solterm.plain.starting import converse

    first = " ".join(args.words) or "contests"
    converse(out.context, Patience(say), first=first, as_json=args.json)
