"""The options of search and ask that narrow them."""

from __future__ import annotations

import io
from collections.abc import Generator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from rich.markup import escape
from typer.testing import CliRunner

from bizrag.errors import BadInputError, ProviderUnavailableError
from bizrag.model.answers import Answer, Citation, Passage, Trace
from bizrag.model.chunks import ChunkKind
from bizrag.model.conversation import Conversation, Speaker, Turn
from bizrag.model.documents import Layout
from bizrag.model.geometry import Locator
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.settings import RerankMode
from orchestration.cli import app, output
from orchestration.cli.asking import page_range
from query import QueryService


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the commands ask the service."""
    calls: list[dict[str, Any]] = []

    def search(_service: QueryService, _question: str, **options: Any) -> list[Any]:
        calls.append(options)
        return []

    monkeypatch.setattr(QueryService, "search", search)
    monkeypatch.setattr(QueryService, "has_documents", lambda *_args, **_options: True)
    return calls


def test_options_become_a_filter(asked: list[dict[str, Any]]) -> None:
    options = "--type pdf,html --type image/* --layout vertical --since 2025-01-02 --until 2025-03-04 --pages 3-10"
    result = CliRunner().invoke(app, ["search", "x", "--json", *options.split(), "--kind", "table", "--kind", "slide"])
    assert (result.exit_code, result.output.strip()) == (0, "[]")
    assert asked[0]["filters"] == SearchFilter(
        file_types=("pdf", "html", "image/*"),
        layouts=(Layout.VERTICAL,),
        modified_from=date(2025, 1, 2),
        modified_to=date(2025, 3, 4),
        page_from=3,
        page_to=10,
        kinds=(ChunkKind.TABLE, ChunkKind.SLIDE),
    )


def test_without_options_there_is_no_filter(asked: list[dict[str, Any]]) -> None:
    assert CliRunner().invoke(app, ["search", "x"]).exit_code == 0
    assert asked[0]["filters"] == SearchFilter()


@pytest.mark.parametrize("options", ["--pages x", "--pages 5-3", "--pages 0", "--since 2025-02-30", "--kind chart"])
def test_options_that_mean_nothing_are_refused(asked: list[dict[str, Any]], options: str) -> None:
    for command in ("search", "ask"):
        assert CliRunner().invoke(app, [command, "x", *options.split()]).exit_code == 2
    assert asked == []


def test_a_day_that_is_none_is_told_in_words(asked: list[dict[str, Any]]) -> None:
    said = CliRunner().invoke(app, ["ask", "x", "--since", "2026-13-01"], env={"COLUMNS": "120"}).output
    assert "'2026-13-01' is no day: write YYYY-MM-DD" in said
    assert "%" not in said


def test_pages_are_written_as_people_write_them() -> None:
    assert [page_range(value) for value in ("3", "3-10", "3-", "-10")] == [(3, 3), (3, 10), (3, None), (None, 10)]


def test_an_answer_of_a_chat_model_is_shown_as_it_is_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[dict[str, Any]] = []

    def ask_stream(_service: QueryService, _question: str, **options: Any) -> Generator[str, None, Answer]:
        asked.append(options)
        yield "Founded in "
        yield "**1961** [1](#1)."
        place = (Locator(page_no=3),)
        citation = Citation(citation_id=1, chunk_id="c", document_id="d", doc="a.pdf", locators=place, quote="In 1961.")
        return Answer(
            text="Founded in **1961** [1](#1).",
            citations=(citation,),
            is_abstention=False,
            passages=(),
            provider="openai/m",
            seconds=1.5,
            trace=Trace(notes=("reranking failed: the order of the search was kept",)),
        )

    monkeypatch.setattr(QueryService, "writes_answers", True)
    monkeypatch.setattr(QueryService, "ask_stream", ask_stream)
    history = tmp_path / "talk.jsonl"
    history.write_text('{"role": "user", "text": "Hello"}')
    options = [
        "--rerank",
        "pointwise",
        "--history",
        str(history),
        "--instructions",
        "Be short.",
        "--language",
        "German",
    ]
    result = CliRunner().invoke(app, ["ask", "When?", *options])
    assert result.exit_code == 0
    assert "Founded in **1961** [1].\n" in result.output
    for part in ("[1] a.pdf, page 3", "In 1961.", "the order of the search was kept", "openai/m, 1.50 s"):
        assert part in result.output
    assert asked[0]["rerank"] is RerankMode.POINTWISE
    assert asked[0]["conversation"] == Conversation(
        history=(Turn(speaker=Speaker.USER, text="Hello"),), instructions="Be short.", language="German"
    )


def test_the_line_of_an_answer_that_breaks_off_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error that follows stands on a line of its own."""

    def ask_stream(_service: QueryService, _question: str, **_: Any) -> Generator[str, None, Answer]:
        yield "Founded in"
        raise ProviderUnavailableError("m broke off in the middle")

    monkeypatch.setattr(QueryService, "writes_answers", True)
    monkeypatch.setattr(QueryService, "ask_stream", ask_stream)
    result = CliRunner().invoke(app, ["ask", "When?"])
    assert isinstance(result.exception, ProviderUnavailableError)
    assert result.output == "Founded in\n"


def test_where_nothing_answers_the_closest_passages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(_service: QueryService, _question: str, **_options: Any) -> Answer:
        passages = tuple(_passage(number, f"{number}.pdf", rank=9 - number) for number in range(1, 6))
        return Answer(
            text="No answer found", citations=(), is_abstention=True, passages=passages, provider="local/x", seconds=0.5
        )

    monkeypatch.setattr(QueryService, "writes_answers", False)
    monkeypatch.setattr(QueryService, "ask", ask)
    lines = CliRunner().invoke(app, ["ask", "When?"]).output.splitlines()
    assert [line.strip() for line in lines[:7]] == [
        "No answer found",
        *("closest: 5.pdf, page 5", "“Pumps”"),
        *("closest: 4.pdf, page 4", "“Pumps”"),
        *("closest: 3.pdf, page 3", "“Pumps”"),
    ]


def test_the_quote_of_a_slide_has_no_marks_and_says_that_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = "\n".join(f"Hall {number} | opens late" for number in range(40))
    quote = f"# Risks\n[TABLE START]\n{rows}\n[TABLE END]"

    def ask(_service: QueryService, _question: str, **_options: Any) -> Answer:
        passage = _passage(1, "deck.pptx", rank=1, kind=ChunkKind.SLIDE)
        (hit,) = passage.hits
        citation = Citation(
            citation_id=1,
            chunk_id=hit.chunk_id,
            document_id=hit.document_id,
            doc=hit.doc,
            locators=hit.locators,
            quote=quote,
        )
        return Answer(
            text="Risks [1](#1).",
            citations=(citation,),
            is_abstention=False,
            passages=(passage,),
            provider="local/x",
            seconds=0.5,
        )

    monkeypatch.setattr(QueryService, "writes_answers", False)
    monkeypatch.setattr(QueryService, "ask", ask)
    # the output is no terminal: the quote is one line
    (line,) = (one for one in CliRunner().invoke(app, ["ask", "What?"]).output.splitlines() if "“" in one)
    assert line.startswith("      “Risks Hall 0 | opens late Hall 1 | opens late")
    assert line.endswith("…”")


def test_a_paragraph_is_indented_at_a_terminal_and_whole_in_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Skiing and snowboarding lessons, scuba diving lessons and [brackets] of escape"
    for is_terminal in (True, False):
        written = io.StringIO()
        monkeypatch.setattr(
            output, "out", output.Results(file=written, force_terminal=is_terminal, width=30, no_color=True)
        )
        output.print_below(escape(text), indent=4)
        lines = written.getvalue().splitlines()
        assert all(line.startswith("    ") for line in lines)
        assert " ".join(" ".join(lines).split()) == text
        assert (len(lines) > 1) == is_terminal


def _passage(number: int, doc: str, *, rank: int, kind: ChunkKind = ChunkKind.TEXT) -> Passage:
    hit = Hit(
        rank=rank,
        score=0.1,
        retriever=Retriever.HYBRID,
        chunk_no=number,
        chunk_id=f"{number:032x}",
        document_id=doc,
        doc=doc,
        title=doc,
        kind=kind,
        text="Pumps",
        headings=(),
        locators=(Locator(page_no=number),),
    )
    return Passage(passage_id=number, document_id=doc, doc=doc, title=doc, text="Pumps", hits=(hit,))


def test_a_history_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "talk.jsonl").write_text("hello")
    result = CliRunner().invoke(app, ["ask", "When?", "--history", str(tmp_path / "talk.jsonl")])
    assert isinstance(result.exception, BadInputError)
