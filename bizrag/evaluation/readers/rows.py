"""Rows of question files as they lie: JSON lists, JSON lines, CSV; each with the place that errors name."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ValidationError

from bizrag.errors import BadInputError

__all__ = ["checked", "read_rows"]

M = TypeVar("M", bound=BaseModel)


def read_rows(path: Path, *, inside: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """(place, row) of every row: a JSON list, an object with the list under ``inside``, JSON lines, CSV or TSV.

    Raises BadInputError for a file that cannot be read or is none of these.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInputError(f"{path}: the question file cannot be read ({error}); give a UTF-8 file") from error
    if path.suffix.lower() in (".csv", ".tsv"):
        yield from _table_rows(path, text)
        return
    whole = _whole(text)
    if whole is None:
        yield from _lines(path, text)
        return
    if isinstance(whole, dict) and inside and inside in whole:
        whole = cast("dict[str, Any]", whole)[inside]
    if isinstance(whole, dict):
        # a file of one line
        whole = [cast("dict[str, Any]", whole)]
    if not isinstance(whole, list):
        raise BadInputError(f"{path}: a list of questions is expected")
    for number, row in enumerate(cast("list[Any]", whole), start=1):
        yield _object(row, f"{path}, item {number}")


def checked(row: dict[str, Any], model: type[M], *, where: str) -> M:
    """The row as its type. Raises BadInputError with the place and the key that is missing or wrong."""
    try:
        return model.model_validate(row)
    except ValidationError as error:
        problem = error.errors()[0]
        key = ".".join(map(str, problem["loc"])) or "row"
        raise BadInputError(f"{where}: {key}: {problem['msg']}") from error


def _whole(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _lines(path: Path, text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    # not splitlines(): texts of documents hold other line separators, which JSON need not escape
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            where = f"{path}, line {number}"
            try:
                yield _object(json.loads(line), where)
            except json.JSONDecodeError as error:
                raise BadInputError(f"{where}: not JSON ({error.msg} at column {error.colno})") from error
            except (ValueError, RecursionError) as error:  # a number of thousands of digits, lists in lists in lists
                raise BadInputError(f"{where}: JSON that no question needs ({type(error).__name__})") from error


def _table_rows(path: Path, text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter="\t" if path.suffix.lower() == ".tsv" else ",")
    try:
        for row in rows:
            # cells beyond the heading stand under None
            yield f"{path}, line {rows.line_num}", {key: value for key, value in row.items() if isinstance(key, str)}
    except csv.Error as error:
        raise BadInputError(f"{path}, line {rows.line_num}: no table ({error})") from error


def _object(row: Any, where: str) -> tuple[str, dict[str, Any]]:
    if not isinstance(row, dict):
        raise BadInputError(f"{where}: a JSON object is expected, one for each question")
    return where, cast("dict[str, Any]", row)
