"""Griffe extensions: how docstrings appear in the manual."""

import re
from typing import Any

from griffe import (
    Attribute,
    Class,
    Extension,
    Function,
    Object,
    Parameter,
    ParameterKind,
    Parameters,
)

import solterm
from solterm import declare

_DOCTEST = re.compile(r"^(?=>>> )(?:.+\n?)+", re.MULTILINE)
_CITED = re.compile(r'docs/([\w-]+)\.md, "([^"]+)"')
_NAME = re.compile(r"``([A-Z]\w+)``")
_PUBLIC = {name: f"solterm.declare.{name}" for name in vars(declare)} | {
    name: f"solterm.{name}" for name in solterm.__all__
}
"""The full name of each public name, by which its page is found."""
_WORDS = re.compile(r"solterm\.core\.(vocabulary\.|deals\.|options\.|game\.Change$)")
"""The classes of the vocabulary for declaring games."""
_TEXTS = {"Words": "str", "Names": "tuple[str, ...]"}
"""The types of names and sentences, which are plain texts to the author of a game."""
_MANY = 12
"""Fields from which on a signature is no help."""


class Texts(Extension):
    """Puts a code fence around each doctest, and makes links of cited pages and public names."""

    def on_object(self, *, obj: Object, **rest: Any) -> None:
        """Change the docstring of an object."""
        if obj.docstring:
            fenced = _DOCTEST.sub(
                lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", obj.docstring.value
            )
            obj.docstring.value = _NAME.sub(_link_name, _CITED.sub(_link, fenced))


class Fields(Extension):
    """Shows values and named tuples by their fields: a signature, then the fields with a text.

    A word of the vocabulary shows no methods, unless it is a base class for new words.
    """

    def on_class(self, *, cls: Class, **rest: Any) -> None:
        """Change the members of a class."""
        for each in cls.attributes.values():
            if each.labels == {"instance-attribute"}:
                _show_type(cls, each)
        bases = {str(base).rpartition(".")[2] for base in cls.bases}
        fields = [each for each in cls.members.values() if _is_field(each)]
        for field in fields:
            field.annotation = _TEXTS.get(str(field.annotation), field.annotation)
            if str(field.value).startswith("_"):
                field.value = "..."  # a private name
        if bases & {"Value", "NamedTuple"} and 0 < len(fields) <= _MANY:
            cls.set_member("__init__", _signature(cls, fields))
        if _WORDS.match(cls.path) and not bases & {"ABC", "Enum"}:
            for member in list(cls.members.values()):
                if member.name != "__init__" and not (_is_field(member) and member.docstring):
                    cls.del_member(member.name)


def _link(cited: re.Match[str]) -> str:
    page, heading = cited.groups()
    anchor = re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
    return f"[{heading}](../{page}.md#{anchor})"  # from a page in docs/api


def _show_type(cls: Class, attribute: Attribute) -> None:
    """Show the type of an attribute that the constructor sets, and not the code that sets it."""
    attribute.value = None
    constructor = cls.members.get("__init__")
    if attribute.annotation is None and isinstance(constructor, Function):
        same = [each for each in constructor.parameters if each.name == attribute.name]
        attribute.annotation = same[0].annotation if same else None


def _link_name(quoted: re.Match[str]) -> str:
    name = quoted[1]
    return f"[`{name}`][{_PUBLIC[name]}]" if name in _PUBLIC else quoted[0]


def _is_field(member: Any) -> bool:
    """Whether a member is an annotated name that is neither a property nor a class variable."""
    return (
        isinstance(member, Attribute)
        and member.annotation is not None
        and "property" not in member.labels
        and "instance-attribute" in member.labels
    )


def _signature(cls: Class, fields: list[Any]) -> Function:
    """Return a constructor that takes the fields."""
    parameters = [
        Parameter(
            field.name,
            annotation=field.annotation,
            kind=ParameterKind.positional_or_keyword,
            default=field.value,
        )
        for field in fields
    ]
    return Function("__init__", parameters=Parameters(*parameters), parent=cls)
