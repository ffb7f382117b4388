"""What is said about a setting whose value does not fit: its variable and the form, never what was given."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from bizrag.settings import Settings
from orchestration.cli.settings import walk

# what pydantic calls a text where a mapping, a list or a group should be
_NO_STRUCTURE = frozenset({"dict_type", "list_type", "tuple_type", "model_type", "model_attributes_type"})
_FORM = re.compile(r"as JSON: (\{.*\}|\[.*\])")


def wrong_lines(error: ValidationError) -> Iterator[str]:
    """A line for each setting that is wrong."""
    for problem in error.errors(include_url=False):
        name = "BIZRAG_" + "__".join(str(part) for part in problem["loc"]).upper()
        yield f"{name}: {_advice(name, problem)} ('bizrag settings' lists what there is)"


def _advice(name: str, problem: ErrorDetails) -> str:
    # what a person wrote may be a key: it is looked at and not shown
    if problem["type"] not in _NO_STRUCTURE or not isinstance(problem["input"], str):
        return problem["msg"].removeprefix("Value error, ")
    fields = {variable: field for variable, field, _ in walk(Settings.model_construct())}
    form = _FORM.search(fields[name].description or "") if name in fields else None
    if form is not None:
        return f"not JSON; write {form[1]}"
    if problem["type"] == "tuple_type":
        return "not JSON; write words with commas between them"
    part = next((variable for variable in fields if variable.startswith(f"{name}__")), f"{name}__...")
    return f"not JSON; set its parts instead, such as {part}"
