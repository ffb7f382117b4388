"""The formats by name, and our JSONL as what they are written to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from bizrag.errors import BadInputError, NotFoundError
from bizrag.evaluation.cases import EvalCase, read_cases
from bizrag.evaluation.readers.columns import FINRAGBENCH, MASQA, read_columns
from bizrag.evaluation.readers.financebench import read_financebench
from bizrag.evaluation.readers.mmlongbench import read_mmlongbench
from bizrag.evaluation.readers.options import ReadOptions
from bizrag.evaluation.readers.slidevqa import read_slidevqa
from bizrag.evaluation.readers.tatqa import read_tatqa
from bizrag.evaluation.readers.vidoseek import read_vidoseek

__all__ = ["format_names", "read_questions", "write_questions"]

Reader = Callable[[Path, ReadOptions], list[EvalCase]]

_READERS: dict[str, Reader] = {
    "ours": lambda path, _options: read_cases(path),
    "vidoseek": read_vidoseek,
    "slidevqa": read_slidevqa,
    "finragbench-v": partial(read_columns, preset=FINRAGBENCH),
    "masqa": partial(read_columns, preset=MASQA),
    "mmlongbench-doc": read_mmlongbench,
    "financebench": read_financebench,
    "tat-qa": read_tatqa,
}


def format_names() -> tuple[str, ...]:
    """All formats."""
    return tuple(_READERS)


def read_questions(name: str, path: Path, options: ReadOptions | None = None) -> list[EvalCase]:
    """The questions of a file in the format ``name``, in file order.

    Raises NotFoundError for an unknown format; BadInputError with file, line or item and key for what is missing or
    wrong, for an id that occurs twice and for a file without questions.
    """
    if name not in _READERS:
        raise NotFoundError(f"no format is called {name!r}; there are {', '.join(_READERS)}")
    cases = _READERS[name](path, options or ReadOptions())
    if not cases:
        raise BadInputError(f"{path}: no questions")
    seen: set[str] = set()
    for case in cases:
        if case.id in seen:
            raise BadInputError(f"{path}: id {case.id!r} occurs twice")
        seen.add(case.id)
    return cases


def write_questions(cases: Sequence[EvalCase], path: Path) -> None:
    """Our JSONL, one case a line, without what is not known."""
    lines = [case.model_dump_json(by_alias=True, exclude_none=True, exclude_defaults=True) for case in cases]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
