"""Faithfulness (MM-BizRAG, figures 20 to 23): the statements of an answer against its sources, with images or without.

The paper gives no formula. Ours is the share of entailed statements.
"""

from __future__ import annotations

from typing import Any, Self

from pydantic import Field, model_validator

from bizrag.evaluation.judges.outputs import Output, Ternary, check_pairs
from bizrag.evaluation.judges.port import Finding, Found, JudgeInput, ModelJudge, Source
from bizrag.evaluation.judges.shares import share
from bizrag.providers.chat import ChatModel, ImagePart
from bizrag.providers.prompts import messages
from bizrag.providers.structured import complete_as

__all__ = ["FaithfulnessOutput", "MultimodalFaithfulness", "TextFaithfulness"]

_PROMPT = "judge_faithfulness"


class FaithfulnessOutput(Output):
    """``{"answer_statements": {"statement_1": ...}, "verdicts": {"verdict_1": 1, ...}}``."""

    answer_statements: dict[str, str] = Field(description="statement_1, statement_2 and so on")
    verdicts: dict[str, Ternary] = Field(description="verdict_1, verdict_2 and so on: 1, 0 or -1")

    @model_validator(mode="after")
    def _a_verdict_for_every_statement(self) -> Self:
        check_pairs(len(self.answer_statements), len(self.verdicts), ("answer_statements", "verdicts"))
        for number in range(1, len(self.verdicts) + 1):
            for key, values in ((f"statement_{number}", self.answer_statements), (f"verdict_{number}", self.verdicts)):
                if key not in values:
                    raise ValueError(f"{key} is missing")
        return self

    def pairs(self) -> list[tuple[str, int]]:
        """Statements with their verdicts, by number."""
        numbers = range(1, len(self.verdicts) + 1)
        return [(self.answer_statements[f"statement_{n}"], self.verdicts[f"verdict_{n}"]) for n in numbers]


class TextFaithfulness(ModelJudge):
    """Share of the answer's statements that the texts of its sources entail, contradict, leave open."""

    name = "faithfulness"
    scores = ("faithfulness", "contradicted", "neutral")
    prompts = (_PROMPT,)
    outputs = (FaithfulnessOutput,)
    needs_reference = False
    needs_sources = True

    def _ask(self, chat: ChatModel, given: JudgeInput) -> Found:
        return self._found(chat, given, images=False)

    def _found(self, chat: ChatModel, given: JudgeInput, *, images: bool) -> Found:
        shown, sources = _sources(given.sources or (), images=images)
        asked = messages(
            _PROMPT, *shown, question=given.question, answer=given.answer, sources=sources, with_images=bool(shown)
        )
        pairs = complete_as(chat, asked, FaithfulnessOutput).pairs()
        return Found(
            scores={
                name: share(verdict == value for _, verdict in pairs)
                for name, value in zip(self.scores, (1, 0, -1), strict=True)
            },
            findings=tuple(Finding(side="answer", text=text, verdict=verdict) for text, verdict in pairs),
        )


class MultimodalFaithfulness(TextFaithfulness):
    """The same by the texts and the images of the sources."""

    name = "faithfulness_multimodal"

    def _ask(self, chat: ChatModel, given: JudgeInput) -> Found:
        return self._found(chat, given, images=True)


def _sources(sources: tuple[Source, ...], *, images: bool) -> tuple[list[ImagePart], list[dict[str, Any]]]:
    """The images of all sources, each once, and the sources with the numbers of theirs."""
    shown: list[ImagePart] = []
    place: dict[str, int] = {}
    for image in (image for source in sources for image in source.images if images):
        if image.sha256 not in place:
            shown.append(image)
            place[image.sha256] = len(shown)
    described = [
        {"text": source.text, "images": [place[image.sha256] for image in source.images if images]}
        for source in sources
    ]
    return shown, described
