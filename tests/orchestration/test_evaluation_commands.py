"""The commands around evaluation: question files of data sets, a judge against people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from bizrag.errors import BadInputError, ConfigurationError
from bizrag.evaluation.cases import read_cases
from orchestration.cli import app
from orchestration.cli.evaluating import check_gate
from tests.scripted_server import KEY, Received, Reply, ScriptedServer, refuse, say_json

LABELS = """question,answer,reference,ann,bob,fre
How many rooms?,12 rooms,12 rooms,2,2,1
How many floors?,3 of 4 floors,4 floors,1,1,0.5
Who?,nobody,Ann,0,1,0
Where?,Rome,Rome,2,2,
"""


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_questions_of_a_data_set_become_a_question_file(tmp_path: Path) -> None:
    file, made = tmp_path / "own.csv", tmp_path / "made.jsonl"
    file.write_text("q,answer,document,pages\nHow many?,2,kilns,0\n", encoding="utf-8")
    options = ("--column", "question=q", "--first-page", "0", "--scope", "doc", "--suffix", ".pdf")
    result = run("questions", "import", "masqa", file, "-o", made, *options, "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.output) == {"questions": 1, "documents": 0, "output": str(made)}
    case = read_cases(made)[0]
    assert (case.question, case.doc, case.pages, case.scope) == ("How many?", "kilns.pdf", (1,), "doc")


def test_the_contexts_of_tatqa_are_written_inside_the_folder(tmp_path: Path) -> None:
    question = {"uid": "q", "question": "?", "answer": 1, "answer_type": "count", "answer_from": "table", "scale": ""}
    context = {"table": {"uid": "../../t", "table": [["a", "1"]]}, "paragraphs": [], "questions": [question]}
    (tmp_path / "t.json").write_text(json.dumps([context]), encoding="utf-8")
    folder = tmp_path / "in" / "docs"
    result = run(
        "questions", "import", "tat-qa", tmp_path / "t.json", "-o", tmp_path / "o.jsonl", "--documents", folder
    )
    assert "1 questions in" in result.output
    assert [path.name for path in folder.iterdir()] == ["t.html"]


def test_options_that_mean_nothing_are_refused(tmp_path: Path) -> None:
    (tmp_path / "q.csv").write_text("question,answer,document\n?,1,k\n", encoding="utf-8")
    given = ("questions", "import", "masqa", tmp_path / "q.csv", "-o", tmp_path / "o.jsonl")
    assert run(*given, "--column", "pages").exit_code == 2
    assert run(*given, "--documents", tmp_path).exit_code == 2
    assert run("judges", "validate", tmp_path / "q.csv", "--annotator", "ann").exit_code == 2
    assert isinstance(run("questions", "import", "masqa", "none.csv", "-o", "o.jsonl").exception, BadInputError)


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    path = tmp_path / "labels.csv"
    path.write_text(LABELS, encoding="utf-8")
    return path


def test_scores_in_the_file_need_no_judge(labels: Path) -> None:
    given = ("judges", "validate", labels, "--annotator", "ann", "--annotator", "bob", "--score-column", "fre")
    found = json.loads(run(*given, "--json").output)
    # scores 1 1/2 0, mean labels 2 1 1/2
    assert (found["score"], found["n"], found["n_without_score"]) == ("fre", 3, 1)
    assert found["pearson"] == pytest.approx(0.75 / (0.5 * 7 / 6) ** 0.5)
    assert found["kendall_tau_b"] == 1
    # agree on 3 of 4; expected (2*2 + 1*2 + 1*0) / 16
    assert found["kappa"] == {"ann and bob": pytest.approx((3 / 4 - 6 / 16) / (1 - 6 / 16))}
    assert "kendall_tau_b               1.000" in run(*given).output


def scored(received: Received) -> Reply:
    return refuse() if "Rome" in received.text else say_json({"reason": "", "score": int("12 rooms" in received.text)})


def test_a_judge_is_asked_and_its_failures_are_counted(
    scripted: ScriptedServer, labels: Path, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted.reply(scored, stays=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BIZRAG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("BIZRAG_DATABASE_URL", database_url)
    given = ("judges", "validate", labels, "--annotator", "ann", "--judge", "mgs", "--json")
    assert isinstance(run(*given).exception, ConfigurationError)
    monkeypatch.setenv("BIZRAG_PROVIDERS__OPENAI__BASE_URL", scripted.url)
    monkeypatch.setenv("BIZRAG_PROVIDERS__OPENAI__API_KEY", KEY)
    found = json.loads(run(*given).output)
    assert (found["judge"], found["score"], found["n"], found["n_failed"]) == ("mgs", "mgs", 3, 1)
    # scores 1 0 0, labels 2 1 0
    assert found["pearson"] == pytest.approx(1 / (2 / 3 * 2) ** 0.5)
    assert "gpt-4.1-2025-04-14" in found["version"]
    wrong = run(*given, "--score", "recall").exception
    assert isinstance(wrong, BadInputError)
    assert "no score 'recall'; it has mgs" in str(wrong)


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "q.jsonl"
    path.write_text('{"id": "1", "question": "How many rooms?", "answer": "12"}\n')
    return path


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--gate"], "--gate needs"),
        (["--judges", "mgs", "--retrieval-only"], "--judges needs"),
        (["--log-rank", "0"], "--log-rank"),
        (["--concurrency", "0"], "--concurrency"),
    ],
)
def test_options_of_an_evaluation_that_mean_nothing_are_refused(questions: Path, options: list[str], said: str) -> None:
    result = run("eval", questions, *options)
    assert result.exit_code == 2
    assert said in result.output


def test_a_file_without_questions_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "q.jsonl").write_text("\n")
    error = run("eval", tmp_path / "q.jsonl").exception
    assert isinstance(error, BadInputError)
    assert "holds no question" in str(error)


MOVED = {"pipeline": "hybrid", "metric": "mrr@10", "difference": -0.5, "is_significant": True}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ([MOVED], "significantly worse than in b.json: hybrid mrr@10"),
        # other names, other questions: a gate that looks at nothing lets all in
        ([], "nothing to compare, b.json has other pipelines or questions"),
    ],
)
def test_a_gate_that_does_not_open_says_why(
    changes: list[dict[str, Any]], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(typer.Exit) as ended:
        check_gate(changes, "b.json", says_passed=True)
    assert ended.value.exit_code == 1
    assert f"error: gate failed: {said}" in capsys.readouterr().err


def test_a_gate_that_opens_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    check_gate([MOVED | {"is_significant": False}], "b.json", says_passed=True)
    assert capsys.readouterr().out == "gate passed: none of 1 figures is significantly worse than in b.json\n"


def test_pipelines_and_judges_that_are_none_are_named_before_anything_opens(
    questions: Path, tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BIZRAG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("BIZRAG_DATABASE_URL", database_url)
    wrong = {
        "the pipelines cannot be read": ["--pipelines", tmp_path / "none.toml"],
        "is no key=value": ["--pipeline", "a dense"],
        "no judge is called 'gut'": ["--judges", "lexical,gut"],
    }
    for said, options in wrong.items():
        error = run("eval", questions, *options).exception
        assert isinstance(error, BadInputError)
        assert said in str(error)
