"""The context of this process, as its environment is now."""

from solterm.context import Context


def here() -> Context:
    return Context.from_environment()
