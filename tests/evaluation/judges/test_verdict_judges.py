"""Judges that give one verdict, and the comparison of several methods, over real HTTP."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bizrag.evaluation.judges.adequacy import Adequacy
from bizrag.evaluation.judges.finragbench import FinRAGBenchBinary
from bizrag.evaluation.judges.generalized_accuracy import GeneralizedAccuracy
from bizrag.evaluation.judges.graded_accuracy import GradedAccuracy
from bizrag.evaluation.judges.mean_gpt_score import MeanGPTScore
from bizrag.evaluation.judges.port import JudgeFailure, JudgeInput, JudgeResult, ModelJudge, Verdict
from bizrag.evaluation.judges.vidoseek import ViDoSeekPoints
from bizrag.providers.openai_chat import OpenAIChat
from tests.scripted_server import Received, Reply, ScriptedServer, refuse, say, say_json


def verdict(result: JudgeResult) -> Verdict:
    assert isinstance(result, Verdict), result
    return result


def because(**said: Any) -> Reply:
    return say_json({"reason": "the floors are missing", **said})


@pytest.mark.parametrize(
    ("judge", "reply", "scores"),
    [
        (FinRAGBenchBinary, because(verdict="correct"), {"correct": 1}),
        (FinRAGBenchBinary, because(verdict="incorrect"), {"correct": 0}),
        (ViDoSeekPoints, because(score=3), {"correct": 0, "points": 3}),
        (ViDoSeekPoints, because(score=4), {"correct": 1, "points": 4}),
        (ViDoSeekPoints, because(score=5), {"correct": 1, "points": 5}),
        (MeanGPTScore, because(score=1), {"mgs": 1}),
        (MeanGPTScore, because(score="0"), {"mgs": 0}),
        (GradedAccuracy, because(grade="correct"), {"accuracy": 1}),
        (GradedAccuracy, because(grade="partially correct"), {"accuracy": 0.5}),
        (GradedAccuracy, because(grade="incorrect"), {"accuracy": 0}),
    ],
)
def test_a_verdict_becomes_a_score(
    chat: OpenAIChat,
    scripted: ScriptedServer,
    given: JudgeInput,
    judge: type[ModelJudge],
    reply: Reply,
    scores: dict[str, float],
) -> None:
    scripted.reply(reply)
    found = verdict(judge(chat).judge(given))
    assert found.scores == scores
    assert tuple(found.scores) == judge.scores
    assert found.reason == "the floors are missing"
    received = scripted.chats[0]
    assert all(text in received.text for text in (given.question, given.answer, given.reference or "?"))
    # who explains first judges better
    assert next(iter(received.body["response_format"]["json_schema"]["schema"]["properties"])) == "reason"


@pytest.mark.parametrize(
    ("judge", "bad"),
    [
        (FinRAGBenchBinary, because(verdict="true")),
        (FinRAGBenchBinary, say("correct")),
        (ViDoSeekPoints, because(score=10)),
        (ViDoSeekPoints, because(score=0)),
        (ViDoSeekPoints, because(score=4.5)),
        (ViDoSeekPoints, say("Score: 5")),
        (MeanGPTScore, because(score=0.5)),
        (GradedAccuracy, because(grade="partly")),
        (GeneralizedAccuracy, say_json({"extracted_answer": 12, "answer_format": "Integer"})),
        (GeneralizedAccuracy, say_json({"extracted_answer": "12", "answer_format": "Number"})),
    ],
)
def test_other_outputs_are_repaired_or_failures(
    chat: OpenAIChat, scripted: ScriptedServer, given: JudgeInput, judge: type[ModelJudge], bad: Reply
) -> None:
    given = replace(given, answer_type="Int")
    good = {"reason": "", "score": 1, "verdict": "correct", "grade": "correct"}
    scripted.reply(bad)
    scripted.reply(say_json({**good, "extracted_answer": "12", "answer_format": "Integer"}))
    repaired = verdict(judge(chat).judge(given))
    assert len(repaired.replies) == 2
    scripted.reply(bad, stays=True)
    failure = judge(chat).judge(given)
    assert isinstance(failure, JudgeFailure)
    assert (failure.error, len(failure.replies)) == ("InvalidOutputError", 2)


@pytest.mark.parametrize(
    "judge", [FinRAGBenchBinary, ViDoSeekPoints, MeanGPTScore, GradedAccuracy, GeneralizedAccuracy]
)
def test_a_refusal_is_a_failure(
    chat: OpenAIChat, scripted: ScriptedServer, given: JudgeInput, judge: type[ModelJudge]
) -> None:
    scripted.reply(refuse("I do not judge."))
    failure = judge(chat).judge(replace(given, answer_type="Int"))
    assert isinstance(failure, JudgeFailure)
    assert (failure.error, failure.is_transient) == ("RefusedError", False)
    assert "I do not judge." in failure.message


@pytest.mark.parametrize(
    ("reference", "kind", "extracted", "score"),
    [
        ("71", "Int", "71", 1),
        ("71", "Int", "72", 0),
        ("18.29%", "Float", "18.3", 1),
        ("['White', '10%']", "List", ["10%", "white"], 1),
        ("Not answerable", "None", "Not answerable", 1),
        ("Not answerable", "None", "Fail to answer", 0),
    ],
)
def test_generalized_accuracy_compares_what_a_model_finds_in_the_answer(
    chat: OpenAIChat,
    scripted: ScriptedServer,
    given: JudgeInput,
    reference: str,
    kind: str,
    extracted: str | list[str],
    score: float,
) -> None:
    scripted.reply(say_json({"extracted_answer": extracted, "answer_format": "String"}))
    found = verdict(GeneralizedAccuracy(chat).judge(replace(given, reference=reference, answer_type=kind)))
    assert found.scores == {"generalized_accuracy": score}
    # the model that extracts must not see what is wanted
    assert reference not in scripted.chats[0].text.replace('"Not answerable"', "")


def test_answers_of_a_type_without_a_rule_are_undefined(
    chat: OpenAIChat, scripted: ScriptedServer, given: JudgeInput
) -> None:
    found = verdict(GeneralizedAccuracy(chat).judge(replace(given, answer_type="Single-Span")))
    assert found.scores == {"generalized_accuracy": None}
    assert found.reason == "no rule for answers of type 'Single-Span'"
    assert scripted.chats == []


ANSWERS = {"dense": "Twelve.", "hybrid": "12 rooms on 3 floors.", "bm25": "I do not know."}


def by_length(received: Received) -> Reply:
    """Ranks the answers that it reads by their length, the longest first."""
    texts = received.messages[-1]["content"]
    texts = texts if isinstance(texts, str) else texts[0]["text"]
    shown = [part.split("\n")[1] for part in texts.split("<answer number=")[1:]]
    ranking = sorted(range(1, len(shown) + 1), key=lambda number: -len(shown[number - 1]))
    return say_json({"reason": "longer", "ranking": ranking})


@pytest.mark.parametrize("seed", range(4))
def test_adequacy_gives_the_best_of_k_methods_k(chat: OpenAIChat, scripted: ScriptedServer, seed: int) -> None:
    scripted.reply(by_length)
    found = verdict(Adequacy(chat, seed=seed).compare("How many rooms?", ANSWERS))
    assert found.scores == {"hybrid": 3, "bm25": 2, "dense": 1}
    assert list(found.scores) == list(ANSWERS)


def test_the_order_differs_between_questions_and_seeds_and_not_between_runs(chat: OpenAIChat) -> None:
    judge = Adequacy(chat, seed=1)
    orders = {tuple(judge.order(f"question {number}", ANSWERS)) for number in range(60)}
    assert len(orders) == 6
    assert judge.order("q", ANSWERS) == Adequacy(chat, seed=1).order("q", dict(reversed(ANSWERS.items())))
    assert len({tuple(Adequacy(chat, seed=seed).order("q", ANSWERS)) for seed in range(60)}) == 6
    assert judge.version != Adequacy(chat, seed=2).version


@pytest.mark.parametrize(
    ("ranking", "problem"),
    [
        ([1, 2], "ranking has 2 numbers for 3 answers"),
        ([1, 2, 2], "each of 1 to 3 once"),
        ([0, 1, 2], "each of 1 to 3 once"),
        ([1, 2, 3, 4], "ranking has 4 numbers for 3 answers"),
        (["1", "2", "x"], "ranking.2"),
    ],
)
def test_a_ranking_that_is_none_is_repaired_or_a_failure(
    chat: OpenAIChat, scripted: ScriptedServer, ranking: list[Any], problem: str
) -> None:
    scripted.reply(because(ranking=ranking))
    scripted.reply(because(ranking=[3, 1, 2]))
    assert sum(value or 0 for value in verdict(Adequacy(chat).compare("q", ANSWERS)).scores.values()) == 6
    assert problem in scripted.chats[1].text
    scripted.reply(because(ranking=ranking), stays=True)
    assert isinstance(Adequacy(chat).compare("q", ANSWERS), JudgeFailure)


def test_one_method_cannot_be_compared(chat: OpenAIChat) -> None:
    with pytest.raises(ValueError, match="two methods"):
        Adequacy(chat).compare("q", {"dense": "Twelve."})
