"""Questions that compare documents: which they name, and what is told of each."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bizrag.answering.extractive.answerer import ExtractiveAnswerer
from bizrag.answering.extractive.documents.each_document import of_named_documents, without_documents
from bizrag.answering.statements.reading import read_statements
from bizrag.model.answers import Passage
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage


def _manual(number: int, model: str, *, hours: str, restart: str) -> Passage:
    care = (
        f"Care\nReplace tube: Interval {hours} h; Carried out by Trained staff.\nClean head: Interval 50 h; By Anyone."
    )
    faults = (
        f"Faults\nE11: Meaning Cover open; Remedy Close it; the pump restarts {restart}.\n"
        "E12: Meaning Cable broken; Remedy Replace it."
    )
    doc = f"/manuals/Stenmark_{model}_manual.pdf"
    hits = (
        make_hit(2 * number, care, doc=doc, kind=ChunkKind.TABLE),
        make_hit(2 * number + 1, faults, doc=doc, kind=ChunkKind.TABLE),
    )
    return make_passage(number, *hits)


MANUALS: Sequence[Passage] = (
    _manual(1, "PX120", hours="900", restart="by hand"),
    _manual(2, "PX400X", hours="1,100", restart="by itself"),
    _manual(3, "PX250", hours="700", restart="never"),
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How much longer does the tube of the PX400X last than that of the PX120?", ["PX400X", "PX120"]),
        ("What is the difference between PX120, PX250 and PX400X?", ["PX120", "PX250", "PX400X"]),
        # one document, or none that is told from the others
        ("Does the tube of the PX400X last longer than a year?", []),
        ("Which Stenmark manual is longer?", []),
        # nothing is compared
        ("What do PX120 and PX250 weigh?", []),
    ],
)
def test_the_documents_that_a_comparing_question_names(question: str, expected: list[str]) -> None:
    parts = of_named_documents(question, read_statements(MANUALS))
    assert [part[0].hit.doc.split("_")[1] for part in parts] == expected


def test_each_document_is_asked_without_the_names_of_all() -> None:
    question = "How much longer does the tube of the PX400X last than that of the PX120?"
    parts = of_named_documents(question, read_statements(MANUALS))
    assert without_documents(question, parts) == "How much longer does the tube of the last than that of the"


def test_what_each_says_is_told_under_its_name_with_the_difference(answerer: ExtractiveAnswerer) -> None:
    answer = answerer.answer(
        "How much longer is the interval to replace the tube of the PX400X than of the PX120?", MANUALS
    )
    assert answer.text == (
        "Stenmark PX400X manual: Replace tube: Interval 1,100 h. [2](#2) "
        "Stenmark PX120 manual: Replace tube: Interval 900 h. [1](#1) Difference 200 h. [2](#2) [1](#1)"
    )
    assert {citation.doc for citation in answer.citations} == {MANUALS[0].doc, MANUALS[1].doc}


def test_the_difference_is_told_where_the_unit_is_of_two_words(answerer: ExtractiveAnswerer) -> None:
    manuals = [
        make_passage(
            number,
            make_hit(
                number,
                f"Care\nReplace tube: Interval {hours} operating hours.\nClean head: Interval 50 operating hours.",
                doc=f"/manuals/Stenmark_{model}_manual.pdf",
                kind=ChunkKind.TABLE,
            ),
        )
        for number, model, hours in ((1, "PX120", "900"), (2, "PX400X", "1,100"))
    ]
    answer = answerer.answer(
        "How much longer is the interval to replace the tube of the PX400X than of the PX120?", manuals
    )
    assert answer.text.endswith("Difference 200 operating hours. [2](#2) [1](#1)")


def test_a_code_is_told_of_each_document_whole(answerer: ExtractiveAnswerer) -> None:
    answer = answerer.answer("What is the difference between PX120 and PX400X after E11?", MANUALS)
    assert answer.text == (
        "Stenmark PX120 manual: E11: Meaning Cover open; Remedy Close it; the pump restarts by hand. [1](#1) "
        "Stenmark PX400X manual: E11: Meaning Cover open; Remedy Close it; the pump restarts by itself. [2](#2)"
    )


def test_where_one_of_the_documents_says_nothing_close_the_best_of_all_is_told(answerer: ExtractiveAnswerer) -> None:
    other = make_passage(2, make_hit(4, "Lunch is served at noon.", doc="/manuals/Stenmark_PX250_manual.pdf"))
    answer = answerer.answer(
        "Is the interval to replace the tube of the PX120 longer than of the PX250?", [MANUALS[0], other]
    )
    assert {citation.doc for citation in answer.citations} == {MANUALS[0].doc}
