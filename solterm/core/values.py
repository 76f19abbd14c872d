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


class FieldError(TypeError, ValueError):
    """A value was given a wrong field, a field of a wrong type, or not one that it needs."""


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
    _kinds: ClassVar[dict[str, tuple[type, ...]]] = {}
    """The types of the fields, found when the first value is made."""

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
        cls._check(given)
        self.__dict__.update(state)
        return self

    @classmethod
    def _check(cls, given: dict[str, Any]) -> None:
        """Raise ``FieldError`` for a value of another type than its field."""
        if "_kinds" not in cls.__dict__:
            cls._kinds = _find_kinds(cls)
        kinds = cls._kinds
        for name, value in given.items():
            if name in kinds and not isinstance(value, kinds[name]):
                raise FieldError(f"{cls._title(given)}: {_tell_kind(name, value, kinds[name])}.")

    @classmethod
    def _title(cls, given: dict[str, Any]) -> str:
        """Return what a sentence about wrong fields calls the value."""
        return cls.__name__

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


def _find_kinds(cls: type[Value]) -> dict[str, tuple[type, ...]]:
    """Return the types that each field allows, without the fields whose types are only names."""
    found: dict[str, tuple[type, ...]] = {}
    for each in reversed(cls.__mro__):
        for name, kind in getattr(each, "__annotations__", {}).items():
            parts = kind.__args__ if isinstance(kind, UnionType) else (kind,)
            kinds = tuple(getattr(part, "__origin__", part) for part in parts)
            if name in cls._fields and all(isinstance(kind, type) for kind in kinds):
                found[name] = kinds
    return found


def _tell_kind(name: str, value: object, kinds: tuple[type, ...]) -> str:
    """Return the sentence on a value of a wrong type."""
    if isinstance(value, type) and issubclass(value, kinds):
        return f"{name} needs a value, as in {value.__name__}(), and not the class itself"
    if kinds == (tuple,):
        return str(tuple_fault(name, value))
    named = " or ".join("nothing" if kind is type(None) else kind.__name__ for kind in kinds)
    return f"{name} must be {named}, not {value!r}"


def tuple_fault(field: str, value: object) -> str | None:
    """Return the end of a sentence that says why a value is not a tuple, or None if it is one.

    >>> tuple_fault("also", ("Patience")), tuple_fault("also", ("Patience",))
    ("also must be a tuple: write ('Patience',)", None)
    """
    if isinstance(value, tuple):
        return None
    if isinstance(value, list):
        return f"{field} must be a tuple: write it in round brackets"
    what = repr(value) if isinstance(value, str) else f"{type(value).__name__}(...)"
    return f"{field} must be a tuple: write ({what},)"


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
