"""What the agents answer, checked: the JSON keys of ViDoRAG. Numbers are those of the pages that an agent was shown."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated, ClassVar, Self

from pydantic import BaseModel, ConfigDict, StringConstraints, model_validator

Said = Annotated[str, StringConstraints(strip_whitespace=True)]


class _Output(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    # numbers of the pages that were shown; a subclass for each call sets them
    shown: ClassVar[frozenset[int]] = frozenset()

    reason: Said

    @classmethod
    def _check(cls, key: str, numbers: Sequence[int]) -> None:
        """Some of the numbers must be those of pages shown; the others are left out by who reads the output."""
        if numbers and not cls.shown.intersection(numbers):
            raise ValueError(f"'{key}' names no page that was shown; those are {sorted(cls.shown)}")


class SeekerOutput(_Output):
    """Pages to look at, none when the rest is of no use; and what is known so far."""

    summary: Said
    choice: tuple[int, ...]

    @model_validator(mode="after")
    def _names_pages(self) -> Self:
        self._check("choice", self.choice)
        return self


class InspectorOutput(_Output):
    """An answer with the pages it rests on; or what is missing, with the pages to keep."""

    answer: Said | None = None
    reference: tuple[int, ...] | None = None
    information: Said | None = None
    choice: tuple[int, ...] | None = None

    @model_validator(mode="after")
    def _is_one_of_two(self) -> Self:
        if self.answer and self.information:
            raise ValueError("give either 'answer' with 'reference', or 'information' with 'choice', not both")
        if not self.answer and not self.information:
            raise ValueError("give 'answer' with 'reference', or 'information' with 'choice'")
        if self.answer and not self.reference:
            raise ValueError("an 'answer' needs the pages it rests on in 'reference'")
        self._check("reference", self.reference or ())
        self._check("choice", self.choice or ())
        return self


class AnswerOutput(_Output):
    """The answer, and the pages it rests on: none when they do not hold it."""

    answer: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    reference: tuple[int, ...]

    @model_validator(mode="after")
    def _names_pages(self) -> Self:
        self._check("reference", self.reference)
        return self


def seeker_output(shown: Collection[int]) -> type[SeekerOutput]:
    """The output of a seeker that was shown these pages."""

    class Seeker(SeekerOutput):
        """A choice of pages."""

    Seeker.shown = frozenset(shown)
    return Seeker


def inspector_output(shown: Collection[int]) -> type[InspectorOutput]:
    """The output of an inspector that was shown these pages."""

    class Inspector(InspectorOutput):
        """An answer, or what is missing."""

    Inspector.shown = frozenset(shown)
    return Inspector


def answer_output(shown: Collection[int]) -> type[AnswerOutput]:
    """The output of an answer agent that was shown these pages."""

    class FinalAnswer(AnswerOutput):
        """The answer."""

    FinalAnswer.shown = frozenset(shown)
    return FinalAnswer


def split(numbers: Sequence[int], shown: Collection[int], at_most: int | None = None) -> tuple[list[int], list[int]]:
    """The numbers that count, each once and at most so many; and those that are left out.

    >>> split([3, 9, 3, 1, 2], {1, 2, 3}, at_most=2)
    ([3, 1], [9, 2])
    """
    distinct = list(dict.fromkeys(numbers))
    known = [number for number in distinct if number in shown]
    kept = known[:at_most]
    return kept, [number for number in distinct if number not in kept]
