"""What the ablation benchmark counts."""

from __future__ import annotations

from benchmarks.ablation import ABLATIONS
from benchmarks.ablation_figures import answer_numbers
from benchmarks.ablation_lab import difference, mean
from bizrag.pipeline.versions import chunk_params
from bizrag.settings import Settings


def test_numbers_of_an_answer_are_those_that_it_stands_on() -> None:
    assert answer_numbers("Sales were $82,959 million (2022 Q3 AAPL.pdf), 2.5 % more; see note 12.") == {"82959", "2.5"}
    assert answer_numbers("No figures in 2023.") == set()


def test_every_ablation_is_chunked_in_its_own_way() -> None:
    settings = Settings(indexes=dict(ABLATIONS))
    params = [chunk_params(settings, name) for name in ABLATIONS]
    assert len(set(params)) == len(ABLATIONS)


def test_undefined_scores_are_left_out() -> None:
    assert mean([1.0, None, 0.0]) == 0.5
    assert mean([None]) is None
    found = difference([1.0, None, 0.5], [0.0, 1.0, 0.5])
    assert found is not None
    assert found[0] == 0.5
    assert difference([None], [1.0]) is None
