"""Pipelines over a real index: settings of their own, a state that follows the index, judges, a report folder."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from bizrag.errors import BadInputError, ConfigurationError, NotFoundError
from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.pipelines import PipelineSpec, read_pipeline
from orchestration.cli import app
from query import QueryService
from query.evaluating import Place, build_pipelines, page_cost_rows
from query.expected_calls import expected_calls
from query.experiment import Experiment, check_judges, run_experiment
from tests.scripted_server import Received, Reply, ScriptedServer, say, say_json

CASES = [
    EvalCase(id="1", question="What was the net income in 2025?", answer="34,490", doc="annual report.pdf", pages=(2,)),
    EvalCase(id="2", question="First class trains?", answer="over four hours", doc="travel policy.docx", scope="doc"),
    EvalCase(id="3", question="Who won the football world cup?", modality="unanswerable"),
]
LINES = ("words retriever=bm25 answerer=none", "fused search.keyword_weight=0", "named")


def specs(*lines: str) -> list[PipelineSpec]:
    return [read_pipeline(line) for line in lines]


def test_one_command_compares_pipelines_and_keeps_everything(service: QueryService, tmp_path: Path) -> None:
    experiment = Experiment(
        title="Own", cases=CASES, pipelines=specs(*LINES), judges=["lexical"], folder=tmp_path, log_rank_gamma=1.0
    )
    seen: list[tuple[str, int, int]] = []
    _, value = run_experiment(service, experiment, progress=lambda name, done, total: seen.append((name, done, total)))
    assert list(value["figures"]) == ["words", "fused", "named"]
    assert list(value["answers"]) == ["fused", "named"]
    assert value["answers"]["fused"]["answerable"]["lexical.recall"] == 1.0
    # an index of the whole ranking: not where keywords put documents first
    assert sorted(value["log_rank"]) == ["fused", "words"]
    assert 0.5 < value["log_rank"]["fused"]["mean"] <= 1
    assert value["pipelines"]["fused"]["settings"] == {"search.keyword_weight": 0}
    assert value["page_costs"][0]["index"] == "default"
    # two pipelines that say the same are judged once
    assert seen[-1] == ("Judging", 3, 3)
    assert {path.name for path in tmp_path.iterdir()} == {
        "report.html", "report.md", "report.json", "qrels.txt", "words.run", "fused.run", "named.run",
        "results.jsonl", "judgements.jsonl",
    }  # fmt: skip
    _, again = run_experiment(service, experiment)
    assert (again["computed"], again["kept"]) == (0, 6 + 6)
    assert again["figures"] == value["figures"]


def test_the_state_follows_settings_and_the_index(service: QueryService) -> None:
    def states() -> list[str]:
        return [pipeline.state for pipeline in build_pipelines(Place(service=service), specs(*LINES))]

    before = states()
    assert len(set(before)) == 3
    assert states() == before
    with service.engine.begin() as conn:
        conn.execute(text("UPDATE index_document SET publisher = 'other' WHERE document_no = 1"))
    assert not set(states()) & set(before)


def test_what_cannot_be_built_is_said_before_anything_is_asked(service: QueryService) -> None:
    wrong = {
        "two pipelines have one name": (specs("a", "a"), BadInputError),
        "nobody answers as 'oracle'": (specs("a answerer=oracle"), BadInputError),
        "there is no setting": (specs("a search.foo=1"), BadInputError),
        "no index": (specs("a index=none_such"), NotFoundError),
    }
    for said, (given, error) in wrong.items():
        with pytest.raises(error, match=said):
            build_pipelines(Place(service=service), given)
    with pytest.raises(BadInputError, match="no judge is called 'gut'"):
        check_judges(["lexical", "gut"])
    for judge in ("mgs", "adequacy"):
        with pytest.raises(ConfigurationError, match="needs a chat model"):
            run_experiment(service, Experiment(title="", cases=CASES, judges=[judge]))


def test_only_rankings_of_a_whole_index_have_a_log_rank_index(service: QueryService) -> None:
    given = specs(
        "dense retriever=dense",
        "weighted search.keyword_weight=0 search.fusion=weighted",
    )
    found = build_pipelines(Place(service=service), given, log_rank_gamma=1.0)
    assert [pipeline.name for pipeline in found if pipeline.log_rank] == ["dense"]


def test_the_right_structure_is_known(service: QueryService) -> None:
    # the corpus was chunked by hand: nothing was classified
    assert {document.layout for document in service.documents()} == {None}


def test_page_costs_are_of_the_documents_with_pages(service: QueryService) -> None:
    with service.engine.begin() as conn:
        conn.execute(
            text(
                "INSERT INTO stage_state "
                "(document_no, stage, index_no, status, fingerprint, done_fingerprint, seconds, calls) "
                "SELECT document_no, 'pages', 0, 'done', 'f', 'f', 3, CAST('{\"parse\": 1}' AS jsonb) FROM document"
            )
        )
    (row,) = page_cost_rows(service, ["default"])
    # the report has two pages; the policies have none
    assert (row["n_pages"], row["seconds_per_page"]["text extraction"]) == (2, 1.5)
    assert row["calls_per_page"] == {"text extraction": {"parse": 0.5}}


JUDGED = {
    "You order passages": "[2] > [1]",
    "You answer questions": "It was 34,490 [1](#1).",
    "You grade the answer": {
        "REFERENCE ATOMIC FACTS": ["a"],
        "FINE GRAINED RECALL SCORES": [1],
        "GENERATED ATOMIC FACTS": ["a"],
        "FINE GRAINED PRECISION SCORES": [1],
    },
    "You take two answers": {"reference_claims": ["a"], "generated_claims": ["b"]},
    "You check claims": {
        "reference_claims": [{"claim": 1, "verdict": "neutral", "sources": []}],
        "generated_claims": [{"claim": 1, "verdict": "neutral", "sources": []}],
    },
    "You check whether": {"answer_statements": {"statement_1": "a"}, "verdicts": {"verdict_1": 1}},
    "You rank answers": {"reason": "", "ranking": [1, 2]},
    "You decide whether": {"reason": "", "verdict": "correct"},
}


def test_an_estimate_names_every_call_that_the_run_then_makes(asking: QueryService, scripted: ScriptedServer) -> None:
    judges = ["lexical", "fast_rag_eval", "rag_checker", "faithfulness", "finragbench_binary", "adequacy"]
    pipelines = specs("first", "second rerank=none", "words answerer=none")
    # an open question has no reference to be judged by
    cases = [*CASES, EvalCase(id="4", question="Which plants are there?")]
    experiment = Experiment(title="Own", cases=cases, pipelines=pipelines, judges=judges)
    found = expected_calls(asking, experiment)
    assert scripted.chats == []
    assert {row["for"]: row["calls"] for row in found["calls"]} == {
        "first: rerank": 4,
        **{f"{name}: answer": 4 for name in ("first", "second")},
        **{f"{name}: fast_rag_eval": 3 for name in ("first", "second")},
        **{f"{name}: rag_checker": 6 for name in ("first", "second")},
        **{f"{name}: faithfulness": 4 for name in ("first", "second")},
        **{f"{name}: finragbench_binary": 3 for name in ("first", "second")},
        "adequacy": 4,
    }
    assert found["cost_usd"] == pytest.approx(sum(row["cost_usd"] for row in found["calls"]), abs=1e-3)

    def answer(received: Received) -> Reply:
        said = next(said for words, said in JUDGED.items() if words in received.text)
        # answers that are equal would be judged once
        return say(f"{said} {len(scripted.chats)}") if isinstance(said, str) else say_json(said)

    scripted.reply(answer, stays=True)
    run_experiment(asking, experiment)
    assert len(scripted.chats) == sum(row["calls"] for row in found["calls"])
    many = expected_calls(asking, replace(experiment, pipelines=specs("p rerank=pointwise", "a answerer=agents")))
    calls = {row["for"]: row["calls"] for row in many["calls"]}
    assert (calls["p: rerank"], calls["a: agents"], calls["a: answer"]) == (4 * 30, 4 * 16, 4)
    nothing = expected_calls(asking, replace(experiment, with_answers=False, judges=[]))
    assert (nothing["calls"], nothing["cost_usd"]) == ([], 0)


def test_what_cannot_be_asked_has_no_price(service: QueryService) -> None:
    experiment = Experiment(title="Own", cases=CASES, pipelines=specs("all"), judges=["lexical"])
    assert expected_calls(service, experiment) == {"questions": 3, "calls": [], "cost_usd": 0}
    with pytest.raises(ConfigurationError, match="needs a chat model"):
        expected_calls(service, replace(experiment, judges=["mgs"]))
    with pytest.raises(BadInputError, match="no judge is called"):
        expected_calls(service, replace(experiment, judges=["gut"]))


@pytest.mark.usefixtures("at_a_terminal")
def test_the_command_says_what_an_evaluation_may_take(scripted: ScriptedServer, tmp_path: Path) -> None:
    (tmp_path / "q.jsonl").write_text('{"id": "1", "question": "How many rooms?", "answer": "12"}\n')
    command = ["eval", str(tmp_path / "q.jsonl"), "--judges", "fast_rag_eval", "--estimate"]
    said = CliRunner().invoke(app, command).output
    assert "hybrid: fast_rag_eval" in said
    assert "1 questions, cost: 0.0" in said
    found = json.loads(CliRunner().invoke(app, [*command, "--json"]).output)
    assert [row["calls"] for row in found["calls"]] == [1, 1, 1]
    assert scripted.chats == []
