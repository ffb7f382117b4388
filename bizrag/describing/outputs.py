"""What the models answer, checked: the JSON keys of MM-BizRAG (figures 9 to 13) as aliases of our names."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


def _lower(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


def _capitalised(value: object) -> object:
    return value.strip().capitalize() if isinstance(value, str) else value


class _Output(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ClassificationOutput(_Output):
    """How a document is composed, and its written title."""

    reasoning: Text = Field(alias="DOCUMENT TYPE REASONING")
    document_type: Annotated[Literal["standard", "presentation"], BeforeValidator(_lower)] = Field(
        alias="DOCUMENT TYPE"
    )
    title: Text = Field(alias="LLM WRITTEN FILE NAME")


class TitleOutput(_Output):
    """The written title of a document that is known by its text."""

    title: Text = Field(alias="LLM WRITTEN FILE NAME")


class TableOutput(_Output):
    """A table in sentences."""

    description: Text = Field(alias="TABLE DESCRIPTION")


class PictureOutput(_Output):
    """The class of a picture, and what it shows."""

    picture_class: Annotated[Literal["Logo", "Chart", "Picture", "Blank"], BeforeValidator(_capitalised)] = Field(
        alias="Image class"
    )
    description: Annotated[str, StringConstraints(strip_whitespace=True)] = Field(alias="Image description")

    @model_validator(mode="after")
    def _is_described(self) -> Self:
        if self.picture_class in ("Chart", "Picture") and not self.description:
            raise ValueError(f"a {self.picture_class} needs an 'Image description'")
        return self


class SlideOutput(_Output):
    """Whether a slide informs, and what it says."""

    slide_class: Annotated[Literal["Informative", "Blank"], BeforeValidator(_capitalised)] = Field(alias="SLIDE CLASS")
    description: Annotated[str, StringConstraints(strip_whitespace=True)] = Field(alias="SLIDE DESCRIPTION")

    @model_validator(mode="after")
    def _is_described(self) -> Self:
        if self.slide_class == "Informative" and not self.description:
            raise ValueError("an Informative slide needs a 'SLIDE DESCRIPTION'")
        return self
