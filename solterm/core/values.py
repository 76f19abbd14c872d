"""Values: immutable objects that compare by their fields, ignoring names and sentences.

Game declarations consist of them. They behave like frozen dataclasses, but defining a class is much
cheaper: there are so many that generating their code would take a tenth of the start-up time.
"""

from collections.abc import Collection
from types import UnionType
from typing import Annotated, Any, ClassVar, Self, TypeVar, dataclass_transform

_Value = TypeVar("_Value", bound="Value")

_WORDING = "wording"
Words = Annotated[str, _WORDING]
"""The type of fields that hold a name or sentence, which equality ignores."""
Names = Annotated[tuple[str, ...], _WORDING]
"""The type of fields that hold several names, which equality ignores."""


class FieldError(TypeError):
    """A value was given a field that it does not have, or not given one that it needs."""


@dataclass_transform(frozen_default=True)
class Value:
    """Base class of values. Annotated names are its fields, in order; assignments are defaults.

    >>> from solterm.declare import Value, Words, replace
    >>> class Point(Value):
    ...     x: int
    ...     y: int = 0
    >>> Point(3) == Point(x=3, y=0)
    True
    >>> replace(Point(3), y=4)
    Point(x=3, y=4)

    Equality ignores names and sentences.

    >>> class Named(Value):
    ...     x: int
    ...     name: Words = ""
    >>> Named(3, "three") == Named(3, "drei")
    True

    The repr omits fields with default values.

    >>> Point(3)
    Point(x=3)
    """

    _fields: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[dict[str, Any]] = {}
    _compared: ClassVar[tuple[str, ...]] = ()
    """The fields that equality and hash use."""

    def __init_subclass__(cls) -> None:
        # Only the fields of this class; those of its bases are already in ``_fields``.
        kinds = cls.__annotations__
        own = [name for name in kinds if not str(kinds[name]).startswith("typing.ClassVar")]
        fresh = [name for name in own if name not in cls._fields]
        worded = {name for name in own if _WORDING in getattr(kinds[name], "__metadata__", ())}
        cls._fields = (*cls._fields, *fresh)
        cls._compared = (*cls._compared, *(name for name in fresh if name not in worded))
        cls._defaults = cls._defaults | {n: cls.__dict__[n] for n in own if n in cls.__dict__}

    def __new__(cls, *values: Any, **named: Any) -> Self:
        self = super().__new__(cls)
        given = dict(zip(cls._fields, values, strict=False)) | named
        state = cls._defaults | given
        if len(values) + len(named) > len(given) or state.keys() != set(cls._fields):
            raise FieldError(cls._complaint(len(values), named))
        self.__dict__.update(state)
        return self

    @classmethod
    def _complaint(cls, count: int, named: Collection[str]) -> str:
        from difflib import get_close_matches  # only for this sentence

        foreign = [name for name in named if name not in cls._fields]
        filled = {*cls._fields[:count], *named, *cls._defaults}
        missing = [name for name in cls._fields if name not in filled]
        if foreign:
            fault = f"has no field {', '.join(map(repr, foreign))}"
            if near := get_close_matches(foreign[0], cls._fields, 1, cutoff=0.75):
                return f"{cls.__name__} {fault}; the nearest is {near[0]!r}."
        elif missing:
            fault = f"needs {', '.join(map(repr, missing))}"
        else:
            fault = "has fewer fields than were given, or one was given twice"
        return f"{cls.__name__} {fault}; its fields are {', '.join(cls._fields) or 'none'}."

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} does not change: see replace.")

    def _values(self) -> tuple[Any, ...]:
        state = self.__dict__
        return tuple(state[name] for name in self._compared)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        assert isinstance(other, Value)
        return self is other or self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        fields, usual = self.__dict__, self._defaults
        shown = (
            f"{name}={fields[name]!r}"
            for name in self._fields
            if name not in usual or fields[name] != usual[name]
        )
        return f"{type(self).__name__}({', '.join(shown)})"


def expect(value: object, kind: type | UnionType, needs: str) -> None:
    """Raise ``TypeError`` unless an argument is of a kind; ``needs`` begins the sentence.

    >>> expect("617", int, "A deal number is an int")
    Traceback (most recent call last):
        ...
    TypeError: A deal number is an int, not '617'.
    """
    if not isinstance(value, kind):
        raise TypeError(f"{needs}, not {value!r}.")


def replace(value: _Value, **changes: Any) -> _Value:
    """Return a copy of a value with some fields changed."""
    state = value.__dict__
    return type(value)(**{name: state[name] for name in value._fields} | changes)
