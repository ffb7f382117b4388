"""Which words of a source a claim is proved by, and which figures an answer rests on."""

from __future__ import annotations

from bizrag.answering.quoting import MAX_QUOTE_CHARS, cite_claims, cited_figures
from bizrag.model.answers import Answer, Figure, FigureKind, Passage
from bizrag.model.chunks import ChunkKind
from tests.made import make_hit, make_passage

TABLE = make_hit(
    7, "Income statement\nNet sales: 412 in 2025.\nNet income: 34 in 2025.", kind=ChunkKind.TABLE, found=False
)
POLICY = make_hit(1, "Hotels cost up to 180 euros.\n\nTrains may be booked in first class. Taxis need a receipt.")


def answered(text: str, *passages: Passage) -> Answer:
    return Answer(
        text=text,
        citations=cite_claims(text, passages),
        is_abstention=False,
        passages=passages,
        provider="test",
        seconds=0,
    )


def test_the_quote_is_the_sentence_that_shares_the_rare_words() -> None:
    (citation,) = cite_claims("Receipts are needed for taxis [1](#1).", [make_passage(1, POLICY)])
    assert citation.quote == "Taxis need a receipt."
    assert citation.quote in POLICY.text


def test_two_claims_of_a_source_are_quoted_together_when_they_stand_close() -> None:
    text = "First class is allowed [1](#1). A hotel may cost 180 euros [1](#1)."
    (citation,) = cite_claims(text, [make_passage(1, POLICY)])
    assert citation.quote == "Hotels cost up to 180 euros.\n\nTrains may be booked in first class."


def test_a_quote_does_not_run_over_half_a_document() -> None:
    far = make_hit(1, "Pumps run in hall one. " + "Nothing happens here at all. " * 60 + "Fans run in hall two.")
    (citation,) = cite_claims("Pumps run in hall one and fans in hall two [1](#1).", [make_passage(1, far)])
    assert len(citation.quote) <= MAX_QUOTE_CHARS
    assert citation.quote in ("Pumps run in hall one.", "Fans run in hall two.")


def test_a_table_that_only_came_along_is_quoted_where_it_proves_the_claim() -> None:
    figure = Figure(kind=FigureKind.TABLE, start=0, end=0, chunk=TABLE, markdown="| Net income | 34 |")
    passage = make_passage(1, make_hit(1, "The results. <<table_1>>"), figures=[figure])
    answer = answered("Net income was 34 in 2025 [1](#1).", passage)
    assert [(one.chunk_id, one.quote) for one in answer.citations] == [(TABLE.chunk_id, "Net income: 34 in 2025.")]
    (used,) = cited_figures(answer)
    assert (used.citation_id, used.figure) == (1, figure)


def test_a_source_is_quoted_from_its_beginning_when_no_word_is_shared() -> None:
    (citation,) = cite_claims("Ja [1](#1).", [make_passage(1, make_hit(3, "Nothing here."), make_hit(2, "x " * 400))])
    assert citation.quote == ("x " * 150).rstrip()


def test_figures_are_those_quoted_found_or_shown_as_pages() -> None:
    found = make_hit(5, "A chart of costs.", kind=ChunkKind.PICTURE)
    figures = [
        Figure(kind=FigureKind.PAGE, start=0, end=0, chunk=POLICY, image_sha256="page", is_shown=True),
        Figure(kind=FigureKind.PICTURE, start=0, end=0, chunk=found, image_sha256="chart"),
        Figure(kind=FigureKind.TABLE, start=0, end=0, chunk=TABLE),
        Figure(kind=FigureKind.PAGE, start=0, end=0, chunk=POLICY, image_sha256="unseen"),
    ]
    cited = make_passage(1, POLICY, found, figures=figures)
    other = make_passage(2, make_hit(9, "Other."), figures=figures[:1])
    answer = answered("Taxis need a receipt [1](#1).", cited, other)
    assert [one.figure for one in cited_figures(answer)] == figures[:2]


def test_a_table_whose_description_is_no_chunk_is_used_where_it_holds_the_claim() -> None:
    text = "The results.\n\n<table>\nNet income: 34 in 2025.\n</table>\n\n<table>\nStaff: 9.\n</table>"
    ends = [at + len("</table>") for at in (text.index("</table>"), text.rindex("</table>"))]
    income = Figure(kind=FigureKind.TABLE, start=text.index("<table>"), end=ends[0])
    staff = Figure(kind=FigureKind.TABLE, start=text.rindex("<table>"), end=ends[1])
    page = make_passage(1, make_hit(1, "The results. <<table_1>> <<table_2>>"), text=text, figures=[income, staff])
    used = cited_figures(answered("Net income was 34 in 2025 [1](#1).", page))
    assert [one.figure for one in used] == [income]
