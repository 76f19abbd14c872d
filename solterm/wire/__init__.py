"""A Textual driver that sends a terminal only the cells that change.

Any Textual program runs on it: ``TEXTUAL_DRIVER=solterm.wire:WireDriver PROGRAM``. Keys come in
through ``driver``, frames go out through ``wire``. The package imports no other part of solterm.
"""

TYPE_CHECKING = False  # importing typing would delay ``launch``
if TYPE_CHECKING:
    from solterm.wire.driver import WireDriver

__all__ = ["WireDriver"]


def __getattr__(name: str) -> object:
    # Modules that need keys alone do not load Textual.
    if name == "WireDriver":
        from solterm.wire.driver import WireDriver

        return WireDriver
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
