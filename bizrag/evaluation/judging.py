"""Judges in an evaluation: every answer of every pipeline before every judge, kept so that none is asked twice.

A judge that fails gives no score: its failures are counted and kept with what the model wrote.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from bizrag.errors import BadInputError, NotFoundError
from bizrag.evaluation.judges.adequacy import Adequacy
from bizrag.evaluation.judges.faithfulness import MultimodalFaithfulness
from bizrag.evaluation.judges.panel import Panel
from bizrag.evaluation.judges.port import Judge, JudgeFailure, JudgeInput, JudgeResult, Source, Verdict
from bizrag.evaluation.results import Results
from bizrag.evaluation.runner import CaseScores, EvalReport, ProgressFn
from bizrag.evaluation.scores import spoken
from bizrag.model.hashing import sha256_json
from bizrag.providers.chat import ChatReply, ImagePart

__all__ = ["Judged", "judge_answers"]

# the hash of an image -> the image
ReadImage = Callable[[str], ImagePart]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A report whose answers have the scores of judges, named ``judge.score``, and what each judge did."""

    report: EvalReport
    # by pipeline; the first score of a panel is the one to report
    panels: Mapping[str, tuple[Panel, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Task:
    key: str
    pipeline: str
    case_id: str
    judge: str
    ask: Callable[[], JudgeResult]


def judge_answers(
    report: EvalReport,
    judges: Sequence[Judge],
    *,
    adequacy: Adequacy | None = None,
    read_image: ReadImage | None = None,
    results: Results | None = None,
    max_concurrent: int = 8,
    progress: ProgressFn | None = None,
) -> Judged:
    """Ask the judges about all answers, ``max_concurrent`` at a time, those of ``results`` excepted.

    ``adequacy`` compares the pipelines' answers to one question, where two pipelines at least answered it. Failures
    that may pass are asked for again in the next run; others stay failures.
    """
    results = Results() if results is None else results
    tasks = [
        _task(judge, pipeline, scores, read_image)
        for pipeline, answers in report.answers.items()
        for scores in answers
        if scores.answer
        for judge in judges
    ]
    found = _asked(tasks, results, max_concurrent, progress)
    panels = {
        pipeline: tuple(_panel(judge, pipeline, answers, found) for judge in judges)
        for pipeline, answers in report.answers.items()
    }
    answers = {
        pipeline: tuple(_with_scores(scores, place, panels[pipeline]) for place, scores in enumerate(answers))
        for pipeline, answers in report.answers.items()
    }
    judged = Judged(report=replace(report, answers=answers), panels=panels)
    return _compared(judged, adequacy, results, max_concurrent) if adequacy else judged


def _task(judge: Judge, pipeline: str, scores: CaseScores, read_image: ReadImage | None) -> _Task:
    shown = read_image if judge.name == MultimodalFaithfulness.name else None
    return _Task(
        key=_key(judge.version, _given(scores, None), scores),
        pipeline=pipeline,
        case_id=scores.case.id,
        judge=judge.name,
        ask=lambda: _judged(judge, scores, shown),
    )


def _judged(judge: Judge, scores: CaseScores, read_image: ReadImage | None) -> JudgeResult:
    """Images are read when their answer's turn comes: those of all answers would not fit into memory."""
    try:
        given = _given(scores, read_image)
    except (NotFoundError, BadInputError) as error:
        # lost or damaged: without it the judge would deny what stood on it
        return JudgeFailure(
            judge=judge.name, version=judge.version, error=type(error).__name__, message=str(error), is_transient=True
        )
    return judge.judge(given)


def _given(scores: CaseScores, read_image: ReadImage | None) -> JudgeInput:
    case, answer = scores.case, scores.answer
    assert answer is not None, "only answers are judged"
    return JudgeInput(
        question=case.question,
        answer=spoken(answer.text),
        reference=case.answer if case.answer is not None or case.is_answerable else "",
        sources=tuple(
            Source(text=text, images=tuple(map(read_image, images)) if read_image else ())
            for text, images in answer.sources
        ),
        answer_type=case.answer_type,
    )


def _key(version: str, given: JudgeInput, scores: CaseScores) -> str:
    sources = scores.answer.sources if scores.answer else ()
    return sha256_json([version, given.question, given.answer, given.reference, list(sources), given.answer_type])


def _asked(
    tasks: Sequence[_Task], results: Results, max_concurrent: int, progress: ProgressFn | None
) -> dict[tuple[str, str, str], JudgeResult]:
    """The result of every task by (pipeline, question, judge)."""
    # equal answers of two pipelines are one question to a judge
    by_key = {task.key: task for task in tasks}
    known: dict[str, JudgeResult] = {}
    for key in by_key:
        kept = results.get(key)
        if kept is not None and not kept.get("is_transient"):
            known[key] = _from_json(kept)
    todo = [task for key, task in by_key.items() if key not in known]
    with ThreadPoolExecutor(max_workers=max(1, max_concurrent)) as pool:
        for number, (task, result) in enumerate(zip(todo, pool.map(_ask, todo), strict=True), start=1):
            known[task.key] = result
            results.add(task.key, _to_json(result), pipeline=task.pipeline, question=task.case_id, judge=task.judge)
            if progress:
                progress(number, len(todo))
    return {(task.pipeline, task.case_id, task.judge): known[task.key] for task in tasks}


def _ask(task: _Task) -> JudgeResult:
    return task.ask()


def _panel(
    judge: Judge, pipeline: str, answers: Sequence[CaseScores], found: Mapping[tuple[str, str, str], JudgeResult]
) -> Panel:
    """One result for each answer, in order; a question that got no answer has a failure of its own."""
    none = JudgeFailure(
        judge=judge.name, version=judge.version, error="NoAnswer", message="the pipeline failed", is_transient=True
    )
    results = tuple(found.get((pipeline, scores.case.id, judge.name), none) for scores in answers)
    return Panel(judge=judge.name, version=judge.version, scores=judge.scores, results=results)


def _with_scores(scores: CaseScores, place: int, panels: Sequence[Panel]) -> CaseScores:
    judged = {
        f"{panel.judge}.{name.removeprefix(panel.judge + '_')}": panel.values(name)[place]
        for panel in panels
        for name in panel.scores
    }
    return replace(scores, values={**scores.values, **judged})


def _compared(judged: Judged, adequacy: Adequacy, results: Results, max_concurrent: int) -> Judged:
    """With the place of every answer among the pipelines' answers to the same question (HiQA's adequacy)."""
    texts: dict[str, dict[str, str]] = {}
    questions: dict[str, str] = {}
    for pipeline, all_scores in judged.report.answers.items():
        for scores in all_scores:
            if scores.answer:
                texts.setdefault(scores.case.id, {})[pipeline] = spoken(scores.answer.text)
                questions[scores.case.id] = scores.case.question
    tasks = [
        _Task(
            key=sha256_json([adequacy.version, questions[case_id], given]),
            pipeline="",
            case_id=case_id,
            judge=adequacy.name,
            ask=_comparison(adequacy, questions[case_id], given),
        )
        for case_id, given in texts.items()
        if len(given) > 1
    ]
    found = _asked(tasks, results, max_concurrent, None)
    answers: dict[str, tuple[CaseScores, ...]] = {}
    panels: dict[str, tuple[Panel, ...]] = {}
    for place, (pipeline, all_scores) in enumerate(judged.report.answers.items()):
        mine = [_own(found.get(("", scores.case.id, adequacy.name)), pipeline, adequacy) for scores in all_scores]
        # one call judges all pipelines: it is counted for the first
        mine = [replace(one, replies=()) for one in mine] if place else mine
        panel = Panel(judge=adequacy.name, version=adequacy.version, scores=("score",), results=tuple(mine))
        panels[pipeline] = (*judged.panels[pipeline], panel)
        answers[pipeline] = tuple(_with_scores(scores, number, [panel]) for number, scores in enumerate(all_scores))
    return Judged(report=replace(judged.report, answers=answers), panels=panels)


def _comparison(adequacy: Adequacy, question: str, given: Mapping[str, str]) -> Callable[[], JudgeResult]:
    return lambda: adequacy.compare(question, given)


def _own(result: JudgeResult | None, pipeline: str, adequacy: Adequacy) -> JudgeResult:
    """A pipeline's part of a comparison."""
    if isinstance(result, Verdict):
        return replace(result, scores={"score": result.scores.get(pipeline)})
    return result or Verdict(
        judge=adequacy.name, version=adequacy.version, scores={"score": None}, reason="nothing to compare with"
    )


def _to_json(result: JudgeResult) -> dict[str, Any]:
    replies = [
        {"text": reply.text, "is_cached": reply.is_cached, "cost_usd": reply.cost_usd} for reply in result.replies
    ]
    about: dict[str, Any] = {"judge": result.judge, "version": result.version, "replies": replies}
    if isinstance(result, Verdict):
        return {**about, "scores": result.scores, "reason": result.reason}
    return {**about, "error": result.error, "message": result.message, "is_transient": result.is_transient}


def _from_json(kept: Mapping[str, Any]) -> JudgeResult:
    """What ``_to_json`` kept; its calls are not made again, so they cost nothing now."""
    replies = tuple(
        ChatReply(text=reply["text"], is_cached=True, cost_usd=reply["cost_usd"]) for reply in kept["replies"]
    )
    about: dict[str, Any] = {"judge": kept["judge"], "version": kept["version"], "replies": replies}
    if "error" in kept:
        return JudgeFailure(
            **about, error=kept["error"], message=kept["message"], is_transient=bool(kept["is_transient"])
        )
    return Verdict(**about, scores=dict(kept["scores"]), reason=kept["reason"])
