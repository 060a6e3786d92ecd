"""Run a cheap test with every one of many values as a single test."""

from __future__ import annotations

import functools
import inspect
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def every(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call the test with each of `values` for `names`, as `pytest.mark.parametrize` does, but within one test.

    To collect, send, set up and report a test takes pytest several milliseconds in each of its processes, longer than
    such a test runs. A failure names the value in a note. All values share the fixtures of the test.
    """
    wanted = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    cases = [dict(zip(wanted, value if len(wanted) > 1 else (value,), strict=True)) for value in values]
    assert cases, f"{names}: no values"

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def with_every_value(**fixtures: Any) -> None:  # noqa: ANN401
            for case in cases:
                try:
                    test(**case, **fixtures)
                except BaseException as failure:
                    failure.add_note(f"with {', '.join(f'{name}={value!r}' for name, value in case.items())}")
                    raise

        signature = inspect.signature(test)
        others = [one for name, one in signature.parameters.items() if name not in wanted]
        with_every_value.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return with_every_value

    return decorated
