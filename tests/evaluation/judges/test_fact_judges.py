"""Judges that take answers apart, over real HTTP: scores worked by hand, and outputs that do not fit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bizrag.evaluation.judges.faithfulness import MultimodalFaithfulness, TextFaithfulness
from bizrag.evaluation.judges.fast_rag_eval import FastRAGEval
from bizrag.evaluation.judges.port import Finding, JudgeFailure, JudgeInput, JudgeResult, Source, Verdict
from bizrag.evaluation.judges.rag_checker import RAGChecker
from bizrag.providers.chat import ImagePart
from bizrag.providers.openai_chat import OpenAIChat
from tests.scripted_server import Reply, ScriptedServer, fail, filtered, refuse, say, say_json, too_long

FACTS: dict[str, Any] = {
    "REFERENCE ATOMIC FACTS": ["There are 12 rooms.", "There are 3 floors."],
    "FINE GRAINED RECALL SCORES": [1, 0],
    "RECALL SCORE": "0.9",
    "GENERATED ATOMIC FACTS": ["There are 12 rooms.", "There is a garden.", "The garden is green."],
    "FINE GRAINED PRECISION SCORES": ["1", 0, 0],
    "PRECISION SCORE": 1,
    "F1 SCORE": "1.0",
}


def verdict(result: JudgeResult) -> Verdict:
    assert isinstance(result, Verdict), result
    return result


def test_fast_rag_eval_counts_the_facts_itself(chat: OpenAIChat, scripted: ScriptedServer, given: JudgeInput) -> None:
    scripted.reply(say_json(FACTS))
    found = verdict(FastRAGEval(chat).judge(given))
    # 1 of 2, 1 of 3, 2 * 1/2 * 1/3 / (5/6) = 2/5; the model's own figures are wrong
    assert found.scores == pytest.approx({"recall": 1 / 2, "precision": 1 / 3, "f1": 2 / 5})
    assert found.findings[1:3] == (
        Finding(side="reference", text="There are 3 floors.", verdict=0),
        Finding(side="answer", text="There are 12 rooms.", verdict=1),
    )
    assert [reply.text for reply in found.replies] == [say_json(FACTS).text]
    received = scripted.chats[0]
    assert all(text in received.text for text in (given.question, given.answer, given.reference or "?"))
    assert received.body["response_format"]["json_schema"]["schema"]["required"] == list(FACTS)


def test_an_abstention_for_a_known_answer_scores_nothing(
    chat: OpenAIChat, scripted: ScriptedServer, given: JudgeInput
) -> None:
    abstains = {
        "FINE GRAINED RECALL SCORES": [0, 0],
        "GENERATED ATOMIC FACTS": ["I DON'T KNOW"],
        "FINE GRAINED PRECISION SCORES": [0],
    }
    scripted.reply(say_json(FACTS | abstains))
    found = verdict(FastRAGEval(chat).judge(replace(given, answer="")))
    assert found.scores == {"recall": 0, "precision": 0, "f1": 0}
    assert "<generated_answer>\n(empty)\n</generated_answer>" in scripted.chats[0].text


BAD_FACTS = [
    pytest.param(
        say_json(FACTS | {"FINE GRAINED RECALL SCORES": [1]}),
        "REFERENCE ATOMIC FACTS has 2 items and FINE GRAINED RECALL SCORES has 1",
        id="a score too few",
    ),
    pytest.param(
        say_json(FACTS | {"FINE GRAINED PRECISION SCORES": [1, 0, 0, 1]}),
        "GENERATED ATOMIC FACTS has 3 items and FINE GRAINED PRECISION SCORES has 4",
        id="a score too many",
    ),
    pytest.param(
        say_json(FACTS | {"FINE GRAINED RECALL SCORES": [1, 2]}), "FINE GRAINED RECALL SCORES.1", id="score of 2"
    ),
    pytest.param(
        say_json(FACTS | {"FINE GRAINED RECALL SCORES": [1, 0.5]}), "FINE GRAINED RECALL SCORES.1", id="half a fact"
    ),
    pytest.param(
        say_json(FACTS | {"REFERENCE ATOMIC FACTS": [], "FINE GRAINED RECALL SCORES": []}),
        "REFERENCE ATOMIC FACTS",
        id="no facts",
    ),
    pytest.param(say("They agree in most."), "Invalid JSON", id="no JSON"),
    pytest.param(too_long('{"REFERENCE ATOMIC FACTS": ["There'), "was cut", id="cut"),
]


@pytest.mark.parametrize(("bad", "problem"), BAD_FACTS)
def test_an_output_that_does_not_fit_is_repaired_once(
    chat: OpenAIChat, scripted: ScriptedServer, given: JudgeInput, bad: Reply, problem: str
) -> None:
    scripted.reply(bad)
    scripted.reply(say_json(FACTS))
    repaired = verdict(FastRAGEval(chat).judge(given))
    assert repaired.scores["recall"] == 1 / 2
    assert [reply.text for reply in repaired.replies] == [bad.text, say_json(FACTS).text]
    assert problem in scripted.chats[1].text


@pytest.mark.parametrize(("bad", "problem"), BAD_FACTS)
def test_an_output_that_fits_not_even_when_repaired_is_a_failure(
    chat: OpenAIChat, scripted: ScriptedServer, given: JudgeInput, bad: Reply, problem: str
) -> None:
    scripted.reply(bad, stays=True)
    failure = FastRAGEval(chat).judge(given)
    assert isinstance(failure, JudgeFailure)
    assert (failure.error, failure.is_transient) == ("InvalidOutputError", True)
    assert problem in failure.message
    assert [reply.text for reply in failure.replies] == [bad.text, bad.text]


@pytest.mark.parametrize(
    ("reply", "error", "is_transient"),
    [
        (refuse(), "RefusedError", False),
        (filtered(), "RefusedError", False),
        (fail(400), "ProviderRejectedError", False),
        (fail(401), "ProviderUnusableError", True),
        (fail(500), "ProviderUnavailableError", True),
        (fail(429), "RateLimitedError", True),
    ],
)
def test_a_call_that_fails_is_a_failure_and_no_score(
    chat: OpenAIChat, scripted: ScriptedServer, given: JudgeInput, reply: Reply, error: str, is_transient: bool
) -> None:
    scripted.reply(reply, stays=True)
    result = FastRAGEval(chat).judge(given)
    assert isinstance(result, JudgeFailure)
    assert (result.error, result.is_transient, result.replies) == (error, is_transient, ())
    assert result.version == FastRAGEval(chat).version


def test_without_a_reference_nothing_is_asked_and_all_is_undefined(
    chat: OpenAIChat, scripted: ScriptedServer, given: JudgeInput
) -> None:
    found = verdict(FastRAGEval(chat).judge(replace(given, reference=None)))
    assert found.scores == {"recall": None, "precision": None, "f1": None}
    assert found.reason == "there is no reference answer"
    assert scripted.chats == []


def checked(claim: int, verdict: str, *sources: int) -> dict[str, Any]:
    return {"claim": claim, "verdict": verdict, "sources": list(sources)}


CLAIMS: dict[str, Any] = {
    "reference_claims": ["12 rooms", "3 floors"],
    "generated_claims": ["12 rooms", "a garden", "a pool"],
}
ENTAILMENT: dict[str, Any] = {
    "reference_claims": [checked(1, "entailment", 1), checked(2, "neutral")],
    "generated_claims": [checked(1, "entailment", 1), checked(2, "neutral", 1), checked(3, "contradiction", 2)],
}
SOURCES = (Source(text="12 rooms and a garden"), Source(text="a pool"), Source(text="rents rose"))


def test_rag_checker_asks_for_claims_then_for_what_entails_them(
    chat: OpenAIChat, scripted: ScriptedServer, given: JudgeInput
) -> None:
    scripted.reply(say_json(CLAIMS))
    scripted.reply(say_json(ENTAILMENT))
    found = verdict(RAGChecker(chat).judge(replace(given, sources=SOURCES)))
    assert found.scores == pytest.approx(
        {
            "recall": 1 / 2,
            "precision": 1 / 3,
            "f1": 2 / 5,
            "claim_recall": 1 / 2,
            "context_precision": 1 / 3,  # source 1 alone entails a claim of the reference
            "context_utilization": 1,
            "noise_sensitivity_relevant": 1 / 3,  # the garden
            "noise_sensitivity_irrelevant": 1 / 3,  # the pool
            "hallucination": 0,
            "self_knowledge": 0,
            "faithfulness": 1,
        }
    )
    assert [finding.verdict for finding in found.findings] == [1, -1, 1, -1, 0]
    first, second = scripted.chats
    assert "rents rose" not in first.text
    assert '<source number="2">\na pool\n</source>' in second.text
    assert "2. a garden" in second.text
    assert len(found.replies) == 2


def test_rag_checker_without_sources_leaves_the_diagnosis_undefined(
    chat: OpenAIChat, scripted: ScriptedServer, given: JudgeInput
) -> None:
    bare = {side: [row | {"sources": []} for row in rows] for side, rows in ENTAILMENT.items()}
    scripted.reply(say_json(CLAIMS))
    scripted.reply(say_json(bare))
    found = verdict(RAGChecker(chat).judge(given))
    assert found.scores["recall"] == 1 / 2
    assert {found.scores[name] for name in RAGChecker.scores[3:]} == {None}


def test_answers_without_claims_need_no_second_call(
    chat: OpenAIChat, scripted: ScriptedServer, given: JudgeInput
) -> None:
    scripted.reply(say_json({"reference_claims": [], "generated_claims": []}))
    found = verdict(RAGChecker(chat).judge(replace(given, answer="", reference="", sources=SOURCES)))
    assert set(found.scores.values()) == {None}
    assert len(scripted.chats) == 1


BAD_TABLES = [
    pytest.param(
        {"generated_claims": ENTAILMENT["generated_claims"][:2]},
        "<generated_claims> has 3 items and generated_claims has 2",
        id="a verdict too few",
    ),
    pytest.param(
        {"reference_claims": [checked(2, "neutral"), checked(1, "neutral")]},
        "reference_claims must have the claims 1 to 2",
        id="another order",
    ),
    pytest.param(
        {"reference_claims": [checked(1, "neutral", 4), checked(2, "neutral", 0)]},
        "there are no sources [0, 4]: they count from 1 to 3",
        id="sources that do not exist",
    ),
    pytest.param(
        {"reference_claims": [checked(1, "true"), checked(2, "neutral")]},
        "reference_claims.0.verdict",
        id="unknown verdict",
    ),
]


@pytest.mark.parametrize(("change", "problem"), BAD_TABLES)
def test_a_table_that_does_not_fit_the_claims_is_repaired_or_a_failure(
    chat: OpenAIChat, scripted: ScriptedServer, given: JudgeInput, change: dict[str, Any], problem: str
) -> None:
    given = replace(given, sources=SOURCES)
    for reply in (CLAIMS, ENTAILMENT | change, ENTAILMENT):
        scripted.reply(say_json(reply))
    assert verdict(RAGChecker(chat).judge(given)).scores["recall"] == 1 / 2
    assert problem in scripted.chats[2].text

    for reply in (CLAIMS, ENTAILMENT | change, ENTAILMENT | change):
        scripted.reply(say_json(reply))
    failure = RAGChecker(chat).judge(given)
    assert isinstance(failure, JudgeFailure)
    assert len(failure.replies) == 3


STATEMENTS: dict[str, Any] = {
    "answer_statements": {"statement_1": "a", "statement_2": "b", "statement_3": "c", "statement_4": "d"},
    "verdicts": {"verdict_1": "1", "verdict_2": "0", "verdict_3": -1, "verdict_4": 1},
}


def picture(number: int) -> ImagePart:
    return ImagePart(sha256=f"hash {number}", data=f"picture {number}".encode())


def test_faithfulness_is_the_share_of_entailed_statements(
    chat: OpenAIChat, scripted: ScriptedServer, given: JudgeInput
) -> None:
    scripted.reply(say_json(STATEMENTS))
    given = replace(given, reference=None, sources=(Source(text="12 rooms", images=(picture(1),)),))
    found = verdict(TextFaithfulness(chat).judge(given))
    assert found.scores == {"faithfulness": 2 / 4, "contradicted": 1 / 4, "neutral": 1 / 4}
    assert [(finding.text, finding.verdict) for finding in found.findings] == [("a", 1), ("b", 0), ("c", -1), ("d", 1)]
    assert scripted.chats[0].images == []
    assert "image" not in scripted.chats[0].text


@pytest.mark.parametrize(("value", "score"), [(1, "faithfulness"), (0, "contradicted"), (-1, "neutral")])
def test_each_verdict_counts_for_its_own_share(
    chat: OpenAIChat, scripted: ScriptedServer, given: JudgeInput, value: int, score: str
) -> None:
    scripted.reply(say_json({"answer_statements": {"statement_1": "a"}, "verdicts": {"verdict_1": value}}))
    found = verdict(TextFaithfulness(chat).judge(replace(given, sources=(Source(text="12 rooms"),))))
    assert [name for name, share in found.scores.items() if share == 1] == [score]


def test_multimodal_faithfulness_shows_every_image_once_and_says_whose_it_is(
    chat: OpenAIChat, scripted: ScriptedServer, given: JudgeInput
) -> None:
    scripted.reply(say_json(STATEMENTS))
    sources = (Source(text="a table", images=(picture(1),)), Source(text="", images=(picture(1), picture(2))))
    found = verdict(MultimodalFaithfulness(chat).judge(replace(given, sources=sources)))
    assert found.judge == "faithfulness_multimodal"
    received = scripted.chats[0]
    assert received.images == [b"picture 1", b"picture 2"]
    assert '<source number="1">\na table\n[image 1]\n</source>' in received.text
    assert '<source number="2">\n[image 1]\n[image 2]\n</source>' in received.text


def test_faithfulness_is_undefined_where_sources_are_unknown_and_judged_where_there_were_none(
    chat: OpenAIChat, scripted: ScriptedServer, given: JudgeInput
) -> None:
    found = verdict(TextFaithfulness(chat).judge(given))
    assert (found.scores["faithfulness"], found.reason) == (None, "the sources are not known")
    scripted.reply(say_json({"answer_statements": {"statement_1": "a"}, "verdicts": {"verdict_1": -1}}))
    assert verdict(TextFaithfulness(chat).judge(replace(given, sources=()))).scores["faithfulness"] == 0
    assert "(no sources)" in scripted.chats[0].text


def test_an_answer_that_states_nothing_has_no_faithfulness(
    chat: OpenAIChat, scripted: ScriptedServer, given: JudgeInput
) -> None:
    scripted.reply(say_json({"answer_statements": {}, "verdicts": {}}))
    found = verdict(TextFaithfulness(chat).judge(replace(given, sources=SOURCES)))
    assert set(found.scores.values()) == {None}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"verdicts": {"verdict_1": 1}}, "answer_statements has 4 items and verdicts has 1"),
        ({"verdicts": {f"verdict_{n}": 1 for n in (1, 2, 3, 5)}}, "verdict_4 is missing"),
        ({"verdicts": {f"verdict_{n}": 2 for n in (1, 2, 3, 4)}}, "verdicts.verdict_1"),
        ({"answer_statements": ["a", "b", "c", "d"]}, "answer_statements"),
    ],
)
def test_verdicts_that_do_not_fit_the_statements_are_repaired_or_a_failure(
    chat: OpenAIChat, scripted: ScriptedServer, given: JudgeInput, change: dict[str, Any], problem: str
) -> None:
    given = replace(given, sources=SOURCES)
    scripted.reply(say_json(STATEMENTS | change))
    scripted.reply(say_json(STATEMENTS))
    assert verdict(TextFaithfulness(chat).judge(given)).scores["faithfulness"] == 1 / 2
    assert problem in scripted.chats[1].text
    scripted.reply(say_json(STATEMENTS | change), stays=True)
    assert isinstance(TextFaithfulness(chat).judge(given), JudgeFailure)
