"""A Griffe extension: shows the doctests of docstrings as code in the manual."""

import re
from typing import Any

from griffe import Extension, Object

_DOCTEST = re.compile(r"^(?=>>> )(?:.+\n?)+", re.MULTILINE)


class DoctestFences(Extension):
    """Puts a code fence around each doctest."""

    def on_object(self, *, obj: Object, **rest: Any) -> None:
        """Change the docstring of an object."""
        if obj.docstring:
            obj.docstring.value = _DOCTEST.sub(
                lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", obj.docstring.value
            )
