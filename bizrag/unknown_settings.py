"""Variables that look like settings and are none: pydantic passes them over, and a person waits for their effect."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args, get_origin

from dotenv import dotenv_values  # what pydantic-settings reads .env with
from pydantic import BaseModel

from bizrag.settings import Settings

_PREFIX = "BIZRAG_"
# read by the benchmarks, the compose file and the tests, not by Settings
_OTHERS = ("BIZRAG_BENCH_DATA", "BIZRAG_TARGET", "BIZRAG_TEST_")


def unknown_in_environment() -> list[str]:
    """A line for each variable of the environment and of ``.env`` that no setting has."""
    names = {*os.environ, *dotenv_values(Path(".env"))}
    return [_line(name) for name in unknown_names(names)]


def unknown_names(names: Iterable[str]) -> list[str]:
    """Those names that begin like a setting and are none, sorted.

    >>> unknown_names(["BIZRAG_PARSING__WORKERS", "BIZRAG_PARSING__WRKERS", "PATH", "BIZRAG_INDEXES__X__VARIANT"])
    ['BIZRAG_PARSING__WRKERS']
    """
    ours = {name for name in names if name.upper().startswith(_PREFIX) and not name.startswith(_OTHERS)}
    return sorted(name for name in ours if not _leads(Settings, name[len(_PREFIX) :].lower().split("__")))


def closest_setting(name: str) -> str | None:
    """The setting that was meant, most likely; None where none is like it.

    >>> closest_setting("BIZRAG_PARSING__WRKERS"), closest_setting("BIZRAG_QQQQ")
    ('BIZRAG_PARSING__WORKERS', None)
    """
    found = difflib.get_close_matches(name.upper(), list(_all_names(Settings, _PREFIX)), n=1, cutoff=0.8)
    return found[0] if found else None


def _line(name: str) -> str:
    meant = closest_setting(name)
    hint = f"did you mean {meant}?" if meant else "'bizrag settings' lists what there is"
    return f"{name} is no setting and has no effect; {hint}"


def _leads(model: type[BaseModel], path: list[str]) -> bool:
    """Whether the parts of a name lead to a field, through groups and through entries of a person's own naming."""
    field = model.model_fields.get(path[0])
    if field is None:
        return False
    kinds, rest = list(_opened(field.annotation)), path[1:]
    if dict in kinds and rest:
        rest = rest[1:]
        # what an entry holds may be free: a model's own parameters
        if not any(isinstance(kind, type) and issubclass(kind, BaseModel) for kind in kinds):
            return True
    if not rest:
        return True
    return any(_leads(kind, rest) for kind in kinds if isinstance(kind, type) and issubclass(kind, BaseModel))


def _all_names(model: type[BaseModel], prefix: str) -> Iterator[str]:
    """Every setting whose name is fixed."""
    for name, field in model.model_fields.items():
        yield prefix + name.upper()
        for kind in _opened(field.annotation):
            if isinstance(kind, type) and issubclass(kind, BaseModel) and dict not in _opened(field.annotation):
                yield from _all_names(kind, f"{prefix}{name.upper()}__")


def _opened(annotation: Any) -> Iterator[Any]:
    """The types in an annotation, those in unions and of a mapping's values too."""
    yield get_origin(annotation) or annotation
    for inner in get_args(annotation):
        yield from _opened(inner)
