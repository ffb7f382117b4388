"""Types that the outputs of several judges share."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


def _number(value: Any) -> Any:
    """Models write ``"1"`` where 1 is meant, as the papers' own examples do."""
    if isinstance(value, str) and value.strip() in ("-1", "0", "1"):
        return int(value)
    return value


#: 1: borne out, 0: not
Binary = Annotated[Literal[0, 1], BeforeValidator(_number)]
#: 1: entailed, 0: contradicted, -1: neutral
Ternary = Annotated[Literal[-1, 0, 1], BeforeValidator(_number)]


class Output(BaseModel):
    """A JSON object whose keys are the aliases of the fields."""

    model_config = ConfigDict(frozen=True, validate_by_name=True, validate_by_alias=True)


class Reasoned(Output):
    """A verdict with its reason, which stands first: models that explain first judge better."""

    reason: str = Field(default="", description="what decides the verdict, in short")


def check_pairs(num_texts: int, num_scores: int, names: tuple[str, str]) -> None:
    """Raise ValueError unless every text has its score: lists that do not match are not cut to fit."""
    if num_texts != num_scores:
        raise ValueError(f"{names[0]} has {num_texts} items and {names[1]} has {num_scores}: they must be as many")
