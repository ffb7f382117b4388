"""The abstention threshold: worked by hand."""

from __future__ import annotations

import pytest

from bizrag.answering.threshold import best_threshold


def test_overlapping_scores_take_the_cut_that_is_right_most_often() -> None:
    # cut .5: answers three of four, abstains for two of three: 17/24; cut .75: two of four, three of three: 18/24
    threshold = best_threshold([0.3, 0.6, 0.8, 0.9], [0.2, 0.4, 0.7])
    assert threshold.value == pytest.approx(0.75)
    assert (threshold.answered, threshold.abstained) == (0.5, 1.0)
    assert threshold.balanced_accuracy == 0.75


def test_among_equal_cuts_the_lowest_answers_more() -> None:
    # cut .4 answers both and abstains once of two; cut .8 answers one and abstains twice: .75 each
    assert best_threshold([0.5, 0.9], [0.3, 0.7]).value == pytest.approx(0.4)


def test_when_the_unanswerable_score_higher_everything_is_answered() -> None:
    threshold = best_threshold([0.2], [0.8])
    assert (threshold.value, threshold.balanced_accuracy) == (0.2, 0.5)


def test_one_kind_of_question_sets_no_threshold() -> None:
    with pytest.raises(ValueError, match="both"):
        best_threshold([0.5], [])
