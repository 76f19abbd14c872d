"""Run a test with many cases at once, because each test of pytest costs more than a small case."""

import inspect
from collections.abc import Callable, Mapping
from typing import TypeVar

Test = TypeVar("Test", bound=Callable[..., object])

SHOWN = 3
"""How many failed cases are shown with their traceback; the others are named."""


Cases = Mapping[str, tuple[object, ...]]


def over(names: str, cases: Cases | Callable[[], Cases]) -> Callable[[Test], Test]:
    """Run a test with each of some cases, given by name, and tell at its end which of them failed.

    Give a function if it takes long to find the cases: each worker imports each test.

    Use pytest.mark.parametrize where a case takes seconds or needs a folder for itself.
    """

    def over_cases(test: Test) -> Test:
        def run(**fixtures: object) -> None:
            failed: dict[str, Exception] = {}
            found = cases() if callable(cases) else cases
            for name, case in found.items():
                try:
                    test(**dict(zip(names.split(), case, strict=True)), **fixtures)
                except Exception as error:
                    error.add_note(f"The case: {name}")
                    failed[name] = error
            if failed:
                told = f"{len(failed)} of {len(found)} cases failed: {', '.join(failed)}"
                raise ExceptionGroup(told, [*failed.values()][:SHOWN])

        signature = inspect.signature(test)
        others = [each for each in signature.parameters.values() if each.name not in names.split()]
        run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
        run.__dict__["pytestmark"] = getattr(test, "pytestmark", [])
        run.__dict__["__signature__"] = signature.replace(parameters=others)
        run.__dict__["__wrapped__"] = test
        return run  # type: ignore[return-value]

    return over_cases
