"""Judges in an evaluation: a real server judges; failures are failures, and nothing is asked twice."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bizrag.errors import NotFoundError
from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.judges.adequacy import Adequacy
from bizrag.evaluation.judges.faithfulness import MultimodalFaithfulness, TextFaithfulness
from bizrag.evaluation.judges.lexical import Lexical
from bizrag.evaluation.judges.mean_gpt_score import MeanGPTScore
from bizrag.evaluation.judging import Judged, judge_answers
from bizrag.evaluation.report.figures import to_json
from bizrag.evaluation.results import Results
from bizrag.evaluation.runner import EvalReport, Pipeline, evaluate
from bizrag.model.answers import Answer, Figure, FigureKind, Passage
from bizrag.model.retrieval import Hit
from bizrag.providers.chat import ImagePart
from bizrag.providers.openai_chat import OpenAIChat
from tests.scripted_server import Received, Reply, ScriptedServer, refuse, say, say_json

ROOMS = EvalCase(id="rooms", question="How many rooms?", answer="12 rooms")
PLACE = EvalCase(id="place", question="Where?", answer="Rome")
DIVIDEND = EvalCase(id="dividend", question="What dividend?", modality="unanswerable")


@pytest.fixture
def chat(scripted: ScriptedServer) -> OpenAIChat:
    from bizrag.configuration.endpoint import Endpoint
    from bizrag.configuration.provider import ChatJob

    return OpenAIChat(ChatJob(model="judge-model"), Endpoint(base_url=scripted.url))


def nothing(question: str, document_ids: tuple[str, ...], top_k: int) -> Sequence[Hit]:
    return []


def pipeline(name: str, text: str) -> Pipeline:
    def answer(question: str, document_ids: tuple[str, ...]) -> Answer:
        return Answer(
            text=f"{text} [1](#1)", citations=(), is_abstention=False, passages=(), provider="test", seconds=0.5
        )

    return Pipeline(name=name, documents=(), retrieve=nothing, answer=answer)


def report(*pipelines: Pipeline) -> EvalReport:
    return evaluate([ROOMS, PLACE], pipelines or [pipeline("one", "12 rooms")])


def judged_by_rooms(received: Received) -> Reply:
    return refuse() if "Where?" in received.text else say_json({"reason": "", "score": 1})


def figures(judged: Judged) -> dict[str, float | int | None]:
    return to_json(judged.report)["answers"]["one"]["all"]


def test_a_failure_is_counted_and_is_no_score(scripted: ScriptedServer, chat: OpenAIChat) -> None:
    scripted.reply(judged_by_rooms, stays=True)
    judged = judge_answers(report(), [MeanGPTScore(chat), Lexical()])
    # the mean is over the one answer that was judged
    assert figures(judged)["mgs.mgs"] == 1.0
    assert figures(judged)["lexical.f1"] == 0.5
    panel, lexical = (panel.to_json() for panel in judged.panels["one"])
    assert (panel["n"], panel["n_failed"], panel["scores"]["mgs"]["n"]) == (2, 1, 1)
    assert panel["failures"][0].startswith("RefusedError")
    assert (lexical["n_failed"], lexical["num_calls"], lexical["version"]) == (0, 0, "lexical@1:no model")
    # markers of citations are no part of what is judged
    assert all("[1](#1)" not in received.text for received in scripted.chats)


def test_images_of_sources_are_read_when_they_are_judged_and_a_lost_one_is_a_failure(
    scripted: ScriptedServer, chat: OpenAIChat, tmp_path: Path
) -> None:
    figure = Figure(kind=FigureKind.PAGE, start=0, end=0, image_sha256="page", is_shown=True)
    passage = Passage(
        passage_id=1, document_id="d", doc="d.pdf", title="d", text="12 rooms", hits=(), figures=(figure, figure)
    )
    answered = replace(
        pipeline("one", ""),
        answer=lambda question, ids: Answer(
            text="12 rooms", citations=(), is_abstention=False, passages=(passage,), provider="t", seconds=0.1
        ),
    )
    asked = evaluate([ROOMS], [answered])
    said = {"answer_statements": {"statement_1": "a"}, "verdicts": {"verdict_1": 1}}
    scripted.reply(say_json(said), stays=True)
    read: list[str] = []

    def lost(sha256: str) -> ImagePart:
        raise NotFoundError(f"there is no blob {sha256}")

    def found(sha256: str) -> ImagePart:
        read.append(sha256)
        return ImagePart(sha256=sha256, data=b"a page")

    judge = MultimodalFaithfulness(chat)
    with Results(tmp_path / "j.jsonl") as results:
        (panel,) = judge_answers(asked, [judge], read_image=lost, results=results).panels["one"]
        assert panel.to_json()["failures"] == ["NotFoundError: there is no blob page"]
        # it is there again
        (panel,) = judge_answers(asked, [judge], read_image=found, results=results).panels["one"]
        assert (panel.values("faithfulness"), read) == ([1.0], ["page"])
        assert scripted.chats[0].images == [b"a page"]
        # what is judged already reads nothing
        judge_answers(asked, [judge], read_image=found, results=results)
        judge_answers(asked, [TextFaithfulness(chat)], read_image=found)
    assert read == ["page"]


def test_the_reference_of_a_question_without_an_answer_is_an_abstention(
    scripted: ScriptedServer, chat: OpenAIChat
) -> None:
    scripted.reply(say_json({"reason": "", "score": 1}), stays=True)
    told = DIVIDEND.model_copy(update={"id": "told", "question": "Which?", "answer": "Not answerable"})
    unknown = ROOMS.model_copy(update={"id": "unknown", "answer": None})
    asked = evaluate([DIVIDEND, told, unknown], [pipeline("one", "No answer found")])
    (panel,) = judge_answers(asked, [MeanGPTScore(chat)], max_concurrent=1).panels["one"]
    assert panel.values("mgs") == [1.0, 1.0, None]
    references = [received.text.split("<reference_answer>\n")[1].split("\n")[0] for received in scripted.chats]
    assert references == ["(empty)", "Not answerable"]


def test_malformed_output_is_shown_once_and_then_a_failure_that_the_next_run_tries_again(
    scripted: ScriptedServer, chat: OpenAIChat, tmp_path: Path
) -> None:
    scripted.reply(say("no JSON at all"), stays=True)
    with Results(tmp_path / "j.jsonl") as results:
        first = judge_answers(report(), [MeanGPTScore(chat)], results=results)
    assert figures(first)["mgs.mgs"] is None
    assert first.panels["one"][0].to_json()["n_failed"] == 2
    kept = [json.loads(line) for line in (tmp_path / "j.jsonl").read_text().splitlines()]
    assert {(line["judge"], line["pipeline"]) for line in kept} == {("mgs", "one")}
    # what the model wrote is there
    assert all(reply["text"] == "no JSON at all" for line in kept for reply in line["value"]["replies"])
    assert all(line["value"]["replies"] for line in kept)
    scripted.reset()
    scripted.reply(say_json({"reason": "", "score": 1}), stays=True)
    with Results(tmp_path / "j.jsonl") as results:
        assert figures(judge_answers(report(), [MeanGPTScore(chat)], results=results))["mgs.mgs"] == 1.0


def test_a_second_run_asks_no_judge(scripted: ScriptedServer, chat: OpenAIChat, tmp_path: Path) -> None:
    scripted.reply(judged_by_rooms, stays=True)
    runs: list[Judged] = []
    counts: list[int] = []
    for _ in range(2):
        with Results(tmp_path / "j.jsonl") as results:
            runs.append(judge_answers(report(), [MeanGPTScore(chat)], results=results))
        counts.append(len(scripted.chats))
    assert counts == [2, 2]
    assert figures(runs[0]) == figures(runs[1])
    assert runs[1].panels["one"][0].to_json()["n_failed"] == 1
    assert runs[1].panels["one"][0].num_cached == runs[1].panels["one"][0].num_calls


def test_equal_answers_of_two_pipelines_are_judged_once(scripted: ScriptedServer, chat: OpenAIChat) -> None:
    scripted.reply(say_json({"reason": "", "score": 1}), stays=True)
    judge_answers(report(pipeline("one", "12 rooms"), pipeline("two", "12 rooms")), [MeanGPTScore(chat)])
    assert len(scripted.chats) == 2


def test_adequacy_ranks_the_pipelines_answers(scripted: ScriptedServer, chat: OpenAIChat) -> None:
    def ranked(received: Received) -> Reply:
        order = [2, 1] if received.text.index("wrong") < received.text.index("right") else [1, 2]
        return say_json({"reason": "", "ranking": order})

    scripted.reply(ranked, stays=True)
    given = report(pipeline("one", "wrong"), pipeline("two", "right"))
    judged = judge_answers(given, [], adequacy=Adequacy(chat))
    answers = to_json(judged.report)["answers"]
    assert [answers[name]["all"]["adequacy.score"] for name in ("one", "two")] == [1.0, 2.0]
    assert [judged.panels[name][0].num_calls for name in ("one", "two")] == [2, 0]
    rows = {row["metric"]: row for row in to_json(judged.report)["comparisons"]}
    assert rows["adequacy.score"]["difference"] == 1.0


def test_what_nothing_answers_is_judged_as_an_abstention(scripted: ScriptedServer, chat: OpenAIChat) -> None:
    scripted.reply(say_json({"reason": "", "score": 0}), stays=True)
    given = evaluate([DIVIDEND], [pipeline("one", "5 dollars")])
    assert figures(judge_answers(given, [MeanGPTScore(chat)]))["mgs.mgs"] == 0.0
