"""Pipelines over a real index: settings of their own, a state that follows the index, judges, a report folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from bizrag.errors import BadInputError, ConfigurationError, NotFoundError
from bizrag.evaluation.cases import EvalCase
from bizrag.evaluation.pipelines import PipelineSpec, read_pipeline
from query import QueryService
from query.evaluating import Place, build_pipelines, page_cost_rows
from query.experiment import Experiment, check_judges, run_experiment

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
