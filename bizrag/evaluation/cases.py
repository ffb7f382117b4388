"""Question files: our JSONL, one question a line, checked where it enters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, ValidationError, model_validator

from bizrag.errors import BadInputError
from bizrag.model.words import is_number, tokens

# "about 12 percent", "3.5 million dollars"
_UNIT_WORDS = 2

#: the modality of questions that the documents do not answer
UNANSWERABLE = "unanswerable"


def _text(value: Any) -> Any:
    """Numbers are fine as ids and answers: data sets write ``"answer": 36``."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


Text = Annotated[str, BeforeValidator(_text)]


class EvalCase(BaseModel):
    """A question, what is known of its answer, and where that stands. Unknown keys are kept in ``model_extra``."""

    model_config = ConfigDict(frozen=True, extra="allow", populate_by_name=True)

    id: Annotated[Text, Field(min_length=1)]
    question: Annotated[str, Field(min_length=1)]
    answer: Text | None = None
    # the document whose pages are given, and all documents that the answer needs: names as in the source folder
    doc: str | None = None
    docs: tuple[str, ...] = ()
    # 1-based physical pages of ``doc``; None or empty where unknown
    pages: tuple[Annotated[int, Field(ge=1)], ...] | None = None
    # text that proves the answer: a string, a list of strings, or a structure that a data set defines
    evidence: JsonValue = None
    modality: str = "text"
    # the data set's word for what kind of answer is wanted ("int", "list", "multi-span"), in lower case
    answer_type: str | None = None
    # whether one place answers, or several must be put together; None where unknown
    hops: Literal["single", "multi"] | None = None
    # doc: the question does not name its document, so the search is narrowed to ``doc``
    scope: Literal["corpus", "doc"] = "corpus"
    set_name: str | None = Field(default=None, alias="set")
    # belongs to the small selection that runs in minutes
    quick: bool = False

    @model_validator(mode="after")
    def _a_narrowed_question_names_its_document(self) -> EvalCase:
        if self.scope == "doc" and not self.doc:
            raise ValueError("a question of scope 'doc' needs 'doc'")
        return self

    @property
    def is_answerable(self) -> bool:
        return self.modality != UNANSWERABLE

    @property
    def answer_value(self) -> Literal["numeric", "non-numeric", "both"] | None:
        """What the answer is made of (MM-BizRAG A.1); None where nobody knows it.

        Numeric is a number with its unit: two words beside it at most. The paper does not say how it tells.
        """
        words = tokens(self.answer or "") if self.is_answerable else []
        if not words:
            return None
        numbers = sum(map(is_number, words))
        if not numbers:
            return "non-numeric"
        return "numeric" if len(words) - numbers <= _UNIT_WORDS else "both"

    @property
    def gold_docs(self) -> tuple[str, ...]:
        """The documents that answer: ``docs``, else ``doc``."""
        return self.docs or ((self.doc,) if self.doc else ())

    @property
    def file_type(self) -> str:
        """Suffix of ``doc`` without its dot, in lower case; empty without a document."""
        return self.doc.rsplit(".", 1)[-1].lower() if self.doc and "." in self.doc else ""


def read_cases(path: Path, *, quick_only: bool = False) -> list[EvalCase]:
    """The questions of a JSONL file, in file order; ``quick_only`` keeps those marked ``quick``.

    Raises BadInputError for a file that is missing or holds no such question, and with the line number for a line that
    is no JSON object, a missing or wrong key, and an id that occurs twice.
    """
    try:
        # not splitlines(): texts hold other line separators (U+2028), which JSON need not escape
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInputError(f"{path}: the question file cannot be read ({error}); give a UTF-8 JSONL file") from error
    first_line: dict[str, int] = {}
    cases: list[EvalCase] = []
    for line_no, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        case = _parse(line, where=f"{path}, line {line_no}")
        if case.id in first_line:
            raise BadInputError(f"{path}, line {line_no}: id {case.id!r} is already on line {first_line[case.id]}")
        first_line[case.id] = line_no
        cases.append(case)
    wanted = [case for case in cases if case.quick or not quick_only]
    if not wanted:
        raise BadInputError(f"{path} holds no question" + (' that is marked "quick": true' if cases else ""))
    return wanted


def _parse(line: str, *, where: str) -> EvalCase:
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        raise BadInputError(f"{where}: not JSON ({error.msg} at column {error.colno})") from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, lists in lists in lists
        raise BadInputError(f"{where}: JSON that no question needs ({type(error).__name__})") from error
    if not isinstance(value, dict):
        raise BadInputError(f"{where}: a JSON object is expected, one question a line")
    try:
        return EvalCase.model_validate(value)
    except ValidationError as error:
        problem = error.errors()[0]
        key = ".".join(str(part) for part in problem["loc"]) or "question"
        raise BadInputError(f"{where}: {key}: {problem['msg']}") from error
