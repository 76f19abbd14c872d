"""Values: immutable objects that compare by their fields, ignoring names and sentences.

Game declarations consist of them. They behave like frozen dataclasses, but defining a class is much
cheaper: there are so many that generating their code would take a tenth of the start-up time.
"""

from collections.abc import Collection, Iterator
from functools import cache
from types import MappingProxyType, UnionType
from typing import Annotated, Any, ClassVar, Final, NamedTuple, Self, TypeVar, dataclass_transform

_Value = TypeVar("_Value", bound="Value")

_WORDING = "wording"
Words = Annotated[str, _WORDING]
"""The type of fields that hold a name or sentence, which equality ignores."""
Names = Annotated[tuple[str, ...], _WORDING]
"""The type of fields that hold several names, which equality ignores."""
PILES: Final = "piles"
"""Marks fields that name piles, so that the game they are used in can be checked to have them."""
KINDS_OF_PILES: Final = "kinds"
"""Marks fields that name kinds of piles by their letters."""
PileId = Annotated[str, PILES]
PileIds = Annotated[tuple[str, ...], PILES]
Kinds = Annotated[str, KINDS_OF_PILES]


class _Form(NamedTuple):
    """What the annotation of a field allows."""

    kinds: tuple[type, ...] = ()
    """The types of its values; empty if the annotation is only a name."""
    part: type = object
    """The type of the elements, if the values are tuples."""
    mark: str = ""
    """What the field names: ``PILES``, ``KINDS_OF_PILES`` or ``_WORDING``."""


class FieldError(TypeError):
    """A value was given a wrong field, a field of a wrong type, or not one that it needs."""


class _Fields:
    """The fields of a class of values as its signature, for ``help`` and editors."""

    def __get__(self, value: object, kind: "type[Value]") -> object:
        from inspect import Parameter, Signature  # slow to load, and play does not need it

        types: dict[str, Any] = {}
        for base in reversed(kind.__mro__):
            types |= base.__annotations__ if issubclass(base, Value) else {}
        usual, of = kind._defaults, Parameter.POSITIONAL_OR_KEYWORD
        return Signature(
            [
                Parameter(
                    name,
                    of,
                    default=usual.get(name, Parameter.empty),
                    annotation=_unmarked(types[name]),
                )
                for name in sorted(kind._fields, key=lambda name: name in usual)
            ]
        )


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
    _forms: ClassVar[dict[str, _Form]] = {}
    """What the annotation of each field allows."""
    __signature__ = _Fields()

    def __init_subclass__(cls) -> None:
        # Only the fields of this class; those of its bases are already in ``_fields``.
        kinds = cls.__annotations__
        own = [name for name in kinds if not str(kinds[name]).startswith("typing.ClassVar")]
        fresh = [name for name in own if name not in cls._fields]
        forms = {name: _find_form(kinds[name]) for name in own}
        cls._forms = cls._forms | forms
        cls._fields = (*cls._fields, *fresh)
        cls._compared = (*cls._compared, *(n for n in fresh if forms[n].mark != _WORDING))
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
        forms = cls._forms
        for name, value in given.items():
            kinds, part, _ = forms[name]
            if kinds and part is object and isinstance(value, kinds):
                continue  # most fields; this is called a thousand times when solterm starts
            if fault := cls.field_fault(name, value):
                raise FieldError(f"{cls._title(given)}: {fault}.")

    @classmethod
    def field_fault(cls, name: str, value: object) -> str | None:
        """Return the end of a sentence that says why a field can't have a value, or None."""
        kinds, part, _ = cls._forms[name]
        if not kinds:
            held = value if isinstance(value, tuple) else (value,)
            stray = next((each for each in held if isinstance(each, type)), None)
            return _tell_class(name, stray) if stray else None
        if not isinstance(value, kinds):
            return _tell_kind(name, value, kinds)
        for each in value if isinstance(value, tuple) else ():
            if not isinstance(each, part):
                return _tell_kind(name, each, (part,), "a tuple of ")
        return None

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
            kin = (each for each in cls.__subclasses__() if foreign[0] in each._fields)
            if heir := next(kin, None):
                return f"{cls.__name__} {fault}; {heir.__name__} has."
            if near := get_close_matches(foreign[0], cls._fields, 1, cutoff=0.75):
                return f"{cls.__name__} {fault}; the nearest is {near[0]!r}."
        elif missing:
            fault = f"needs {', '.join(map(repr, missing))}"
        else:
            fault = "has fewer fields than were given, or one was given twice"
        return f"{cls.__name__} {fault}; its fields are {', '.join(cls._fields) or 'none'}."

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        state, usual = self.__dict__, self._defaults
        given = [n for n in self._fields if n not in usual or state[n] is not usual[n]]
        return _make, (type(self), {name: _plain(state[name]) for name in given})

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


def _make(kind: type[_Value], fields: dict[str, Any]) -> _Value:
    return kind(**fields)


def _plain(held: object) -> object:
    """Return the contents of a field as something that can be pickled."""
    return dict(held) if isinstance(held, MappingProxyType) else held


def _unmarked(annotation: Any) -> Any:
    return annotation.__origin__ if hasattr(annotation, "__metadata__") else annotation


@cache
def _find_form(annotation: Any) -> _Form:
    if marks := getattr(annotation, "__metadata__", None):
        return _find_form(_unmarked(annotation))._replace(mark=marks[0])
    parts = annotation.__args__ if isinstance(annotation, UnionType) else (annotation,)
    kinds = tuple(getattr(part, "__origin__", part) for part in parts)
    if not all(isinstance(kind, type) for kind in kinds):
        return _Form()
    part = annotation.__args__[0] if kinds == (tuple,) and annotation is not tuple else object
    part = getattr(part, "__origin__", part)
    return _Form(kinds, part if isinstance(part, type) else object)


def _tell_kind(name: str, value: object, kinds: tuple[type, ...], of: str = "") -> str:
    """Return the sentence on a value of a wrong type, or on such an element of a tuple."""
    if isinstance(value, type) and issubclass(value, kinds):
        return _tell_class(name, value)
    if kinds == (tuple,):
        return str(tuple_fault(name, value))
    named = " or ".join("nothing" if kind is type(None) else kind.__name__ for kind in kinds)
    return f"{name} must be {of}{named}, not {value!r}"


def _tell_class(name: str, value: type) -> str:
    return f"{name} needs a value, as in {value.__name__}(), and not the class itself"


def names_in(value: object) -> Iterator[tuple[str, str, str]]:
    """Yield what a value and all values in it name: the word, ``PILES`` or ``KINDS_OF_PILES``, id.

    >>> from solterm.declare import Deal
    >>> list(names_in((Deal(("t1", "t2")),)))
    [('Deal', 'piles', 't1'), ('Deal', 'piles', 't2')]
    """
    if isinstance(value, tuple):
        for each in value:
            yield from names_in(each)
    if isinstance(value, Value):
        for field, form in value._forms.items():
            held = value.__dict__[field]
            if form.mark in (PILES, KINDS_OF_PILES):
                is_id = isinstance(held, str) and form.mark == PILES
                for name in filter(None, (held,) if is_id else held or ()):
                    yield type(value).__name__, form.mark, name
            else:
                yield from names_in(held)


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
