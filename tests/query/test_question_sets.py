"""Question sets of a real index, models over HTTP: what passes, what is rejected and why, limits, the second run."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from sqlalchemy import Engine
from typer.testing import CliRunner

from assets.question_sets import build_question_sets
from bizrag.configuration.question import QuestionSettings
from bizrag.errors import BadInputError, ConfigurationError
from bizrag.evaluation.cases import EvalCase, read_cases
from bizrag.evaluation.questions.candidates import Rejection
from bizrag.evaluation.questions.making import QuestionSet
from bizrag.pipeline.services import Services
from bizrag.settings import Settings
from orchestration.cli import app
from query import QueryService
from query.questions import QuestionMaker
from resources.ingestion import IngestionSession
from tests.scripted_server import Received, Reply, ScriptedServer, refuse, say, say_json

pytestmark = pytest.mark.slow

FOUNDED = {
    "question": "In which year did the maker of heat exchangers begin?",
    "answer": "1961",
    "evidence": "founded in 1961",
    "source": "text",
}
INCOME = {
    "question": "What was the net income in 2025?",
    "answer": "34,490",
    "evidence": "Net income",
    "source": "table",
}
DIVIDEND = {
    "question": "Which dividend does the board want?",
    "answer": "0.62 dollars",
    "evidence": "dividend of 0.62 dollars",
    "source": "text",
}


def is_writer(received: Received) -> bool:
    return "You write questions" in received.text


def is_unique(received: Received) -> bool:
    return "You check a question" in received.text


def is_refiner(received: Received) -> bool:
    return "You make a question of a test clearer" in received.text


def is_look(received: Received) -> bool:
    return "Say whether what you see answers" in received.text


def shows(words: str) -> Callable[[Received], bool]:
    return lambda received: is_look(received) and words in received.text


def writes(received: Received) -> Reply:
    """A question for each of the two pages."""
    question = FOUNDED if "founded in 1961" in received.text else DIVIDEND
    return say_json({"reason": "It is told.", "questions": [question]})


def says(**values: Any) -> Reply:
    return say_json({"reason": "because", **values})


@pytest.fixture
def service(asking: QueryService) -> QueryService:
    """All chat models at the scripted server."""
    return asking


@pytest.fixture
def maker(service: QueryService) -> QuestionMaker:
    settings = QuestionSettings(min_page_chars=50, max_refinements=1, compared_pages=1, concurrent_pages=1)
    return QuestionMaker(service=service, settings=settings)


def made(maker: QuestionMaker) -> QuestionSet:
    return maker.make(maker.pages())[0]


def reasons(found: QuestionSet) -> list[tuple[Rejection | None, str]]:
    return [(one.rejection, one.detail) for one in found.reviewed]


def reviewed(maker: QuestionMaker, *questions: dict[str, str]) -> QuestionSet:
    """Questions of the report, its first page for FOUNDED, reviewed."""
    cases = [
        EvalCase(
            id=f"q{number}",
            question=one["question"],
            answer=one["answer"],
            evidence=one["evidence"],
            doc="annual report.pdf",
            pages=(1 if one is FOUNDED else 2,),
        )
        for number, one in enumerate(questions, start=1)
    ]
    return maker.review(cases)[0]


def test_questions_that_pass_are_in_the_set(
    maker: QuestionMaker, scripted: ScriptedServer, page_images: list[bytes]
) -> None:
    scripted.reply(writes, when=is_writer, stays=True)
    scripted.reply(says(verdict="A"), when=is_unique, stays=True)
    own = {FOUNDED["question"]: "founded in 1961", DIVIDEND["question"]: "dividend of 0.62"}
    scripted.reply(
        lambda received: says(answers=any(q in received.text and w in received.text for q, w in own.items())),
        when=is_look,
        stays=True,
    )
    found = made(maker)
    assert found.counts() == {"accepted": 2, "refined": 0, "rejected": {}, "left": 0, "unwritten": 0}
    by_page = {one.pages: one for one in found.accepted}
    assert by_page[(2,)].answer == "0.62 dollars"
    assert {one.doc for one in found.accepted} == {"2025/annual report.pdf"}
    writer = next(received for received in scripted.chats if is_writer(received))
    assert writer.images in ([page_images[0]], [page_images[1]]) or len(writer.images) == 1
    # the question's page, and one other that the search finds
    assert len([received for received in scripted.chats if is_look(received)]) == 4
    passages = next(received for received in scripted.chats if is_unique(received))
    assert "START elsewhere" in passages.text


def test_a_question_that_means_several_places_is_made_clearer(maker: QuestionMaker, scripted: ScriptedServer) -> None:
    clearer = "Which dividend does the board of the heat exchanger company want for 2025?"
    scripted.reply(says(verdict="b."), when=is_unique)
    scripted.reply(says(question=clearer), when=is_refiner)
    scripted.reply(says(verdict="A"), when=lambda received: is_unique(received) and clearer in received.text)
    scripted.reply(says(answers=True), when=shows("dividend of 0.62"))
    scripted.reply(says(answers=False), when=is_look, stays=True)
    (one,) = reviewed(maker, DIVIDEND).reviewed
    assert (one.rejection, one.case.question, one.original) == (None, clearer, DIVIDEND["question"])


def test_a_question_that_stays_unclear_is_rejected(maker: QuestionMaker, scripted: ScriptedServer) -> None:
    scripted.reply(say_json({"reason": "Which company?", "verdict": "B"}), when=is_unique, stays=True)
    scripted.reply(says(question="Which dividend does it want?"), when=is_refiner)
    assert reasons(reviewed(maker, DIVIDEND)) == [(Rejection.NOT_UNIQUE, "Which company?")]
    assert len(scripted.chats) == 3


def test_a_question_that_its_page_does_not_answer_is_rejected(maker: QuestionMaker, scripted: ScriptedServer) -> None:
    scripted.reply(says(verdict="A"), when=is_unique)
    scripted.reply(says(answers=False), when=is_look)
    assert reasons(reviewed(maker, DIVIDEND)) == [(Rejection.NOT_ANSWERED, "because")]


def test_a_question_that_another_page_answers_too_is_rejected(maker: QuestionMaker, scripted: ScriptedServer) -> None:
    scripted.reply(says(verdict="A"), when=is_unique)
    scripted.reply(says(answers=True), when=is_look, stays=True)
    ((reason, detail),) = reasons(reviewed(maker, DIVIDEND))
    assert reason is Rejection.ANSWERED_ELSEWHERE
    assert detail == "2025/annual report.pdf, page 1: because"


def test_what_no_page_holds_is_rejected_without_a_call(maker: QuestionMaker, scripted: ScriptedServer) -> None:
    lost = {**DIVIDEND, "evidence": "a dividend of 0.99 dollars"}
    gone = EvalCase(id="gone", question="Where?", answer="there", doc="nowhere.pdf", pages=(3,))
    found = maker.review([gone])[0]
    assert reasons(found) == [(Rejection.NO_PAGE, "the index has no page 3 of nowhere.pdf")]
    ((reason, detail),) = reasons(reviewed(maker, lost))
    assert reason is Rejection.NO_EVIDENCE
    assert "'a dividend of 0.99 dollars' does not stand on 2025/annual report.pdf, page 2" in detail
    assert scripted.chats == []


def test_a_question_of_two_pages_is_looked_up_on_both(maker: QuestionMaker, scripted: ScriptedServer) -> None:
    both = EvalCase(id="both", question="Founded when, and which dividend?", doc="annual report.pdf", pages=(1, 2))
    scripted.reply(says(verdict="A"), when=is_unique)
    scripted.reply(says(answers=True), when=is_look)
    assert maker.review([both])[0].counts()["accepted"] == 1
    looked = scripted.chats[-1]
    assert len(looked.images) == 2
    assert "founded in 1961" in looked.text
    assert "dividend of 0.62" in looked.text


@pytest.mark.parametrize("bad", [say("no json"), say_json({"reason": "", "verdict": "C"}), refuse()])
def test_a_model_that_fails_is_a_reason_and_drops_nothing(
    maker: QuestionMaker, scripted: ScriptedServer, bad: Reply
) -> None:
    scripted.reply(bad, when=lambda received: is_unique(received) and DIVIDEND["question"] in received.text, stays=True)
    scripted.reply(says(verdict="A"), when=is_unique)
    scripted.reply(says(answers=True), when=is_look)
    scripted.reply(says(answers=False), when=is_look)
    found = reviewed(maker, DIVIDEND, FOUNDED)
    assert [one.rejection for one in found.reviewed] == [Rejection.FAILED, None]
    assert found.rejected[0].detail


def test_a_page_of_which_nothing_is_written_is_named(maker: QuestionMaker, scripted: ScriptedServer) -> None:
    scripted.reply(
        lambda received: refuse() if "founded" in received.text else says(questions=[]), when=is_writer, stays=True
    )
    found = made(maker)
    assert found.reviewed == ()
    assert set(found.unwritten) == {"2025/annual report.pdf, page 1", "2025/annual report.pdf, page 2"}
    assert found.unwritten["2025/annual report.pdf, page 2"] == "the model found nothing to ask"


def test_a_run_that_reaches_its_limit_goes_on_the_next_time(maker: QuestionMaker, scripted: ScriptedServer) -> None:
    maker.service.settings.providers.calls.fresh = False
    # requests that no other test makes
    base = replace(maker, settings=maker.settings.model_copy(update={"per_page": 3}))
    scripted.reply(
        lambda received: say((writes(received).text or "").replace("?", " after all?")),
        when=is_writer,
        stays=True,
    )
    scripted.reply(says(verdict="A"), when=is_unique, stays=True)
    scripted.reply(says(answers=False), when=is_look, stays=True)
    first = replace(base, settings=base.settings.model_copy(update={"max_calls": 4}))
    found, usage = first.make(first.pages())
    assert (found.num_left, len(found.reviewed), usage["calls"]) == (1, 1, 4)
    again, usage = first.make(first.pages())
    assert (again.num_left, usage["calls"], usage["kept"]) == (0, 2, 4)
    _, usage = first.make(first.pages())
    assert (usage["calls"], usage["kept"], usage["cost_usd"]) == (0, 6, 0.0)
    assert len(scripted.chats) == 6


def test_a_corpus_without_such_pages_is_one_line(maker: QuestionMaker) -> None:
    without = replace(maker, collection="hr")
    with pytest.raises(BadInputError, match="no page of collection 'hr' of index 'default'"):
        without.pages()


def test_without_a_chat_model_one_line_says_what_is_missing(shared: tuple[Engine, Settings]) -> None:
    with QueryService(shared[1]) as service, pytest.raises(ConfigurationError, match="needs a chat model"):
        QuestionMaker(service=service, settings=QuestionSettings()).make([])


@pytest.fixture
def making(at_a_terminal: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that make questions of short pages and ask every time."""
    for name, value in {"CALLS__FRESH": "true", "MIN_PAGE_CHARS": "50", "COMPARED_PAGES": "0"}.items():
        group = "PROVIDERS" if name.startswith("CALLS") else "QUESTIONS"
        monkeypatch.setenv(f"BIZRAG_{group}__{name}", value)


def test_the_commands_make_and_review(making: None, scripted: ScriptedServer, tmp_path: Path) -> None:
    output = tmp_path / "set.jsonl"
    estimated = CliRunner().invoke(app, ["questions", "make", "--pages", "2", "--estimate", "--json"])
    assert json.loads(estimated.stdout)["calls"] == {"low": 2, "high": 14}
    assert scripted.chats == []
    scripted.reply(writes, when=is_writer, stays=True)
    scripted.reply(says(verdict="A"), when=is_unique, stays=True)
    scripted.reply(says(answers=True), when=shows("1961"), stays=True)
    scripted.reply(says(answers=False), when=is_look, stays=True)
    result = CliRunner().invoke(app, ["questions", "make", "-o", str(output), "--collection", "finance"])
    assert result.exit_code == 0, result.output
    for part in (f"1 questions in {output}", "1 rejected (1 not_answered)", "6 new calls, 0 kept replies"):
        assert part in result.output
    assert [one.answer for one in read_cases(output)] == ["1961"]
    assert json.loads((tmp_path / "set.rejected.jsonl").read_text())["rejected"] == "not_answered"
    again = tmp_path / "again.jsonl"
    result = CliRunner().invoke(app, ["questions", "review", str(output), "-o", str(again), "--json"])
    value = json.loads(result.stdout)
    assert (value["accepted"], value["rejected"], value["usage"]["calls"]) == (1, {}, 2)
    assert read_cases(again) == read_cases(output)


def test_the_asset_makes_a_set_and_counts_it(service: QueryService, scripted: ScriptedServer, tmp_path: Path) -> None:
    scripted.reply(writes, when=is_writer, stays=True)
    scripted.reply(says(verdict="A"), when=is_unique, stays=True)
    scripted.reply(says(answers=True), when=shows("1961"), stays=True)
    scripted.reply(says(answers=False), when=is_look, stays=True)
    update = {
        "home": tmp_path,
        "questions": QuestionSettings(as_asset=True, min_page_chars=50, compared_pages=0),
        "blob_url": service.settings.blobs,
    }
    settings = service.settings.model_copy(update=update)
    (asset,) = build_question_sets(settings)
    with Services(settings) as services:
        result = dg.materialize([asset], resources={"session": IngestionSession(services=services)})
    (made,) = result.asset_materializations_for_node(asset.op.name)
    assert (made.metadata["accepted"].value, made.metadata["rejected not_answered"].value) == (1, 1)
    assert [one.answer for one in read_cases(tmp_path / "questions" / "default.jsonl")] == ["1961"]


def test_the_asset_without_a_chat_model_fails_with_one_line(shared: tuple[Engine, Settings], tmp_path: Path) -> None:
    settings = shared[1].model_copy(
        update={"home": tmp_path, "questions": QuestionSettings(as_asset=True, min_page_chars=50)}
    )
    (asset,) = build_question_sets(settings)
    with Services(settings) as services, pytest.raises(dg.Failure, match="needs a chat model"):
        dg.materialize([asset], resources={"session": IngestionSession(services=services)})


def test_a_file_is_never_replaced_by_its_own_review(making: None, tmp_path: Path) -> None:
    given = tmp_path / "q.jsonl"
    given.write_text('{"id": "1", "question": "Why?"}\n')
    assert CliRunner().invoke(app, ["questions", "review", str(given), "-o", str(given)]).exit_code == 2
    assert CliRunner().invoke(app, ["questions", "review", str(given)]).exit_code == 2
