"""Run a test with many cases at once, because each test of pytest costs more than a small case."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

Test = TypeVar("Test", bound=Callable[..., object])
Cases = Mapping[str, tuple[Any, ...]] | Iterable[Any]
"""The arguments of each case, under its name or named by themselves."""

SHOWN = 3
"""How many failed cases are shown with their traceback; the others are named."""


def over(names: str, cases: Cases | Callable[[], Cases]) -> Callable[[Test], Test]:
    """Run a test with each of some cases, and tell at its end which of them failed.

    Give a function if it takes long to find the cases: each worker imports each test.
    Use pytest.mark.parametrize where a case takes seconds or needs a folder for itself.
    """
    wanted = names.split()

    def over_cases(test: Test) -> Test:
        def run(**fixtures: object) -> None:
            failed: dict[str, Exception] = {}
            found = _name(cases() if callable(cases) else cases, len(wanted))
            assert found, "there are no cases"
            for name, case in found.items():
                try:
                    test(**dict(zip(wanted, case, strict=True)), **fixtures)
                except Exception as error:
                    error.add_note(f"The case: {name}")
                    failed[name] = error
            if failed:
                told = f"{len(failed)} of {len(found)} cases failed: {', '.join(failed)}"
                raise ExceptionGroup(told, [*failed.values()][:SHOWN])

        signature = inspect.signature(test)
        others = [each for each in signature.parameters.values() if each.name not in wanted]
        run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
        run.__dict__["pytestmark"] = getattr(test, "pytestmark", [])
        run.__dict__["__signature__"] = signature.replace(parameters=others)
        run.__dict__["__wrapped__"] = test
        return run  # type: ignore[return-value]

    return over_cases


def _name(cases: Cases, width: int) -> Mapping[str, tuple[Any, ...]]:
    if isinstance(cases, Mapping):
        return cases
    several = [case if width > 1 else (case,) for case in cases]
    return {", ".join(map(str, case)): case for case in several}
