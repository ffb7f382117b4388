"""Metrics against numbers worked by hand, and against trec_eval itself."""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest
import pytrec_eval

from bizrag.evaluation.metrics import (
    anls,
    box_precision,
    box_recall,
    cohen_kappa,
    exact_match,
    f1,
    interval,
    kendall_tau_b,
    label_scores,
    log_rank_index,
    ndcg_at_k,
    paired_bootstrap,
    pearson,
    pnls,
    precision_at_k,
    recall_at_k,
    reciprocal_rank_at_k,
    spearman,
)
from bizrag.model.geometry import BoundingBox


def test_ranking_metrics_equal_trec_eval() -> None:
    rng = random.Random(4)
    items = [f"p{number}" for number in range(30)]
    rankings = {f"q{number}": rng.sample(items, rng.randint(1, 20)) for number in range(200)}
    golds = {question: set(rng.sample(items, rng.randint(1, 6))) for question in rankings}
    evaluator = pytrec_eval.RelevanceEvaluator(
        {question: dict.fromkeys(gold, 1) for question, gold in golds.items()},
        {"recall.1,5,10", "P.1,5,10", "ndcg_cut.1,5,10", "recip_rank"},
    )
    runs = {
        question: {item: float(-place) for place, item in enumerate(ranking)} for question, ranking in rankings.items()
    }
    theirs = evaluator.evaluate(runs)
    for question, ranking in rankings.items():
        gold = golds[question]
        for k in (1, 5, 10):
            assert recall_at_k(ranking, gold, k=k) == pytest.approx(theirs[question][f"recall_{k}"])
            assert precision_at_k(ranking, gold, k=k) == pytest.approx(theirs[question][f"P_{k}"])
            assert ndcg_at_k(ranking, gold, k=k) == pytest.approx(theirs[question][f"ndcg_cut_{k}"])
        assert reciprocal_rank_at_k(ranking, gold, k=30) == pytest.approx(theirs[question]["recip_rank"])


def test_ndcg_of_two_gold_items() -> None:
    # found at ranks 2 and 4: (1/log2 3 + 1/log2 5) / (1 + 1/log2 3)
    expected = (1 / math.log2(3) + 1 / math.log2(5)) / (1 + 1 / math.log2(3))
    assert ndcg_at_k(["x", "a", "a", "y", "b"], {"a", "b"}, k=10) == pytest.approx(expected)
    assert ndcg_at_k([], {"a"}, k=10) == 0.0
    assert ndcg_at_k(["a"], set(), k=10) is None


def test_the_log_rank_index_is_the_formula() -> None:
    # ranks 2 and 5 of 5, gamma 0.5: 1 - ln 1.5 / ln 3 and 0
    expected = (1 - math.log(1.5) / math.log(3)) / 2
    assert log_rank_index(list("abcde"), {"b", "e"}, gamma=0.5) == pytest.approx(expected)
    assert log_rank_index(["a"], {"a"}, gamma=1.0) is None
    assert log_rank_index(["a", "b"], set(), gamma=1.0) is None


def test_a_ranking_that_is_cut_off_has_no_log_rank_index() -> None:
    with pytest.raises(ValueError, match="does not hold 1 of 2"):
        log_rank_index(["a", "b"], {"a", "z"}, gamma=1.0)
    with pytest.raises(ValueError, match="twice"):
        log_rank_index(["a", "a"], {"a"}, gamma=1.0)


def test_exact_match_ignores_case_and_blanks_only() -> None:
    assert exact_match("Net  Sales", "net sales ") == 1.0
    assert exact_match("net sales.", "net sales") == 0.0


def test_anls_takes_the_nearest_reference_and_nothing_beyond_the_threshold() -> None:
    # "abcd" against "abxd": one change in four
    assert anls("abcd", ["zzzz", "abxd"]) == pytest.approx(0.75)
    # two changes in four: not below the threshold
    assert anls("abcd", ["xbyd"]) == 0.0
    assert anls("abcd", []) is None


@pytest.mark.parametrize(
    ("answer", "reference", "expected"),
    [
        pytest.param("it was 4.2 million", "4.2 million", 1.0, id="contained"),
        # 41 million: 4 and " million" match, one digit changed: 9 matches of 10
        pytest.param("it was 41 million", "42 million", 0.9, id="one digit changed"),
        # "brown fox" left out of "the brown fox": t, h, e and a blank have nothing: 9 of 13
        pytest.param("brown fox", "the brown fox", 9 / 13, id="only the end is there"),
        pytest.param("xyz", "abc", 0.0, id="nothing matches"),
        pytest.param("", "abc", 0.0, id="no answer"),
    ],
)
def test_pnls_is_matches_over_the_length_of_the_alignment(answer: str, reference: str, expected: float) -> None:
    assert pnls(answer, reference) == pytest.approx(expected)


def test_pnls_equals_the_best_substring_by_trial() -> None:
    """The table against all substrings, aligned by trying every way."""

    def align(one: str, other: str) -> tuple[int, int]:
        """(distance, -matches) of two whole strings."""
        if not one or not other:
            return len(one) + len(other), 0
        rest = align(one[1:], other[1:])
        ways = [(rest[0], rest[1] - 1) if one[0] == other[0] else (rest[0] + 1, rest[1])]
        ways += [(way[0] + 1, way[1]) for way in (align(one[1:], other), align(one, other[1:]))]
        return min(ways)

    rng = random.Random(2)
    for _ in range(30):
        answer = "".join(rng.choices("abc", k=rng.randint(1, 6)))
        reference = "".join(rng.choices("abc", k=rng.randint(1, 4)))
        places = itertools.combinations(range(len(answer) + 1), 2)
        distance, matches = min([align(reference, answer[i:j]) for i, j in places] + [(len(reference), 0)])
        assert pnls(answer, reference) == pytest.approx(-matches / (distance - matches))


def test_boxes_count_where_half_of_the_smaller_one_is_covered() -> None:
    table = ("a", 1, BoundingBox(l=0, t=0, r=100, b=100))
    cell = ("a", 1, BoundingBox(l=90, t=10, r=110, b=20))  # half of it lies in the table
    beside = ("a", 1, BoundingBox(l=95, t=10, r=115, b=20))
    elsewhere = ("a", 2, BoundingBox(l=0, t=0, r=100, b=100))
    assert box_precision([cell, beside], [table]) == 0.5
    assert box_recall([cell], [table, elsewhere]) == 0.5
    assert box_precision([], [table]) is None
    assert box_recall([cell], []) is None


def test_label_scores_by_hand() -> None:
    # h found 2 of 3, one v taken for h
    scores = label_scores(["h", "h", "v", "h", "v"], ["h", "h", "h", "v", "v"], positive="h")
    assert (scores.precision, scores.recall, scores.f1) == pytest.approx((2 / 3, 2 / 3, 2 / 3))
    assert scores.accuracy == pytest.approx(3 / 5)
    nothing = label_scores(["v"], ["v"], positive="h")
    assert (nothing.precision, nothing.recall, nothing.f1, nothing.accuracy) == (None, None, None, 1.0)
    with pytest.raises(ValueError, match="zip"):
        label_scores(["h"], [], positive="h")


def test_f1_of_nothing_right_is_zero_and_of_the_undefined_undefined() -> None:
    assert f1(0.0, 0.0) == 0.0
    assert f1(None, 1.0) is None


@pytest.mark.slow
def test_correlations_by_hand() -> None:
    # ranks 1 2 3 4 against 1 3 2 4: one of six pairs is discordant
    assert kendall_tau_b([1, 2, 3, 4], [1, 3, 2, 4]) == pytest.approx(4 / 6)
    # 1 - 6 * 2 / (4 * 15)
    assert spearman([1, 2, 3, 4], [1, 3, 2, 4]) == pytest.approx(0.8)
    assert pearson([0, 1, 2], [0, 2, 4]) == pytest.approx(1.0)
    # a tie on one side: 5 concordant of sqrt(6 * 5) pairs
    assert kendall_tau_b([1, 2, 3, 4], [1, 1, 2, 3]) == pytest.approx(5 / math.sqrt(30))


def test_correlations_are_undefined_where_one_side_is_constant() -> None:
    assert pearson([1, 1], [1, 2]) is None
    assert spearman([1], [1]) is None
    assert kendall_tau_b([1, 2], [3, 3]) is None
    with pytest.raises(ValueError, match="do not pair"):
        pearson([1, 2], [1])


def test_kappa_by_hand() -> None:
    # agreement 0.7, by chance 0.5
    first, second = [1] * 5 + [0] * 5, [1, 1, 1, 1, 0, 0, 0, 0, 1, 1]
    assert cohen_kappa(first, second) == pytest.approx((0.7 - 0.5) / 0.5)
    assert cohen_kappa([1, 1], [1, 1]) is None
    assert cohen_kappa([], []) is None


def test_the_interval_is_that_of_the_normal_approximation_for_many_questions() -> None:
    values = np.random.default_rng(1).normal(0.5, 0.2, 2000)
    found = interval(list(values))
    assert found is not None
    half = 1.96 * values.std() / math.sqrt(len(values))
    assert (found.low, found.high) == pytest.approx((values.mean() - half, values.mean() + half), abs=half * 0.1)
    assert interval([None]) is None


def test_a_paired_comparison_sees_what_two_intervals_do_not() -> None:
    """Questions differ more than pipelines do: only pairs show the difference."""
    base = np.random.default_rng(2).uniform(0, 0.9, 100)
    better = base + 0.05 + np.random.default_rng(3).normal(0, 0.02, 100)
    compared = paired_bootstrap(list(better), list(base))
    alone = interval(list(base)), interval(list(better))
    assert compared is not None
    assert compared.is_significant
    assert compared.difference == pytest.approx(0.05, abs=0.01)
    assert compared.p_value <= 0.001
    assert alone[0] is not None
    assert alone[1] is not None
    assert alone[0].high > alone[1].low


def test_equal_pipelines_do_not_differ() -> None:
    scores = [0.0, 1.0, None, 0.5]
    compared = paired_bootstrap(scores, scores)
    assert compared is not None
    assert (compared.difference, compared.is_significant, compared.p_value, compared.n) == (0.0, False, 1.0, 3)
    with pytest.raises(ValueError, match="zip"):
        paired_bootstrap([1.0], [])
