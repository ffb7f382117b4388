"""A judge against people: files of labels, and figures worked by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from bizrag.errors import BadInputError
from bizrag.evaluation.judges.validation import agreement, read_labels, stated_scores

HEADING = "question,answer,reference,answer_type,ann,bob,fre"


def written(tmp_path: Path, *rows: str, heading: str = HEADING) -> Path:
    path = tmp_path / "labels.csv"
    path.write_text("\n".join([heading, *rows]) + "\n", encoding="utf-8")
    return path


def test_labels_are_read_with_what_the_judge_needs(tmp_path: Path) -> None:
    path = written(tmp_path, '"How many, q?",12,12 rooms,Int,2,1,0.75', "Who?,,Ann,,0,0,")
    first, second = read_labels(path, ["ann", "bob"])
    assert (first.given.question, first.given.reference, first.given.answer_type) == ("How many, q?", "12 rooms", "Int")
    assert (first.labels, second.labels) == ((2, 1), (0, 0))
    assert (second.given.answer, second.given.answer_type) == ("", None)
    assert stated_scores([first, second], "fre") == [0.75, None]


@pytest.mark.parametrize(
    ("row", "annotators", "message"),
    [
        ("q,a,r,,2,,1", ["ann", "bob"], r"labels.csv, line 2: bob: '' is no number"),
        ("q,a,r,,good,2,1", ["ann"], r"line 2: ann: 'good' is no number"),
        ("q,a,r,,2,2,1", ["eve"], r"line 2: no column 'eve'; there are question, answer, reference"),
        ("q,a,r,,2,2,1", [], r"name the column of one annotator"),
    ],
)
def test_errors_name_the_line_and_the_column(tmp_path: Path, row: str, annotators: list[str], message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        read_labels(written(tmp_path, row), annotators)


def test_files_without_answers_or_columns_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="no answers"):
        read_labels(written(tmp_path), ["ann"])
    with pytest.raises(BadInputError, match="no column 'reference'"):
        read_labels(written(tmp_path, "q,a,2", heading="question,answer,ann"), ["ann"])


@pytest.mark.slow
def test_agreement_by_hand() -> None:
    # mean labels 0, 1, 1, 2; the fifth answer has no score
    labels = [(0, 0), (1, 1), (1, 1), (2, 2), (2, 1)]
    found = agreement([0.0, 0.5, 1.0, 1.0, None], labels, ["ann", "bob"])
    assert (found.n, found.n_without_score) == (4, 1)
    # deviations of scores -5/8 -1/8 3/8 3/8, of labels -1 0 0 1: 1 / sqrt(11/16 * 2)
    assert found.pearson == pytest.approx(1 / (11 / 8) ** 0.5)
    # ranks 1 2 3.5 3.5 and 1 2.5 2.5 4: deviations -1.5 -.5 1 1 and -1.5 0 0 1.5: 3.75 / sqrt(4.5 * 4.5)
    assert found.spearman == pytest.approx(3.75 / 4.5)
    # 6 pairs: one tied in the scores, one in the labels, the other 4 concordant: 4 / sqrt(5 * 5)
    assert found.kendall_tau_b == pytest.approx(4 / 5)
    # agree on 4 of 5; expected (1*1 + 2*3 + 2*1) / 25 = 9/25
    assert found.kappa == {"ann and bob": pytest.approx((4 / 5 - 9 / 25) / (1 - 9 / 25))}


@pytest.mark.slow
def test_what_chance_explains_is_undefined() -> None:
    found = agreement([1.0, 1.0], [(2,), (0,)], ["ann"])
    assert (found.pearson, found.spearman, found.kendall_tau_b, found.kappa) == (None, None, None, {})
    assert agreement([None], [(2,)], ["ann"]).n == 0


def test_each_two_of_three_annotators_are_compared() -> None:
    found = agreement([0.0, 1.0], [(0, 0, 2), (2, 2, 0)], ["a", "b", "c"])
    assert found.kappa == {"a and b": 1, "a and c": -1, "b and c": -1}
    assert found.n == 2
