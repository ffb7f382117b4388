"""Prompts as files: ``prompts/NAME.j2``, whose first lines name the variables. Texts of documents are variables only.

A prompt may have a block ``system`` and a block ``user``; then ``messages`` makes a message of each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from bizrag.model.hashing import sha256_json
from bizrag.providers.chat import ImagePart, Message, TextPart

if TYPE_CHECKING:
    # imported where a prompt is rendered: those who use no chat model do not wait for it
    from jinja2 import Environment, Template

__all__ = ["declared_variables", "messages", "prompt_names", "prompt_sha256", "render", "used_variables"]

_HEADER = re.compile(r"\A\{#\s*variables:(?P<names>.*?)(?:\n|#\})", re.DOTALL)


def render(name: str, /, **variables: object) -> str:
    """The text of prompt ``name``. Raises TypeError when variables are missing or not the prompt's."""
    _check(name, variables)
    return _template(name).render(variables).strip()


def messages(name: str, /, *images: ImagePart, **variables: object) -> tuple[Message, ...]:
    """Prompt ``name`` as a conversation: its block ``system``, then ``user`` with the images in front of the text."""
    _check(name, variables)
    template = _template(name)
    system = _block(template, "system", variables)
    user = TextPart(
        text=_block(template, "user", variables) if "user" in template.blocks else render(name, **variables)
    )
    asked = Message(role="user", parts=(*images, user))
    return (Message(role="system", parts=(TextPart(text=system),)), asked) if system else (asked,)


def prompt_sha256(name: str) -> str:
    """The version of a prompt: the hash of its text and of what it includes."""
    return sha256_json([_source(part) for part in _with_parts(name)])


def prompt_names() -> Sequence[str]:
    """All prompts."""
    folder = files(__package__ or "") / "prompts"
    return sorted(entry.name.removesuffix(".j2") for entry in folder.iterdir() if entry.name.endswith(".j2"))


@cache
def declared_variables(name: str) -> frozenset[str]:
    """The variables that the header names: ``{# variables: title, text #}``; none is ``{# variables: #}``."""
    header = _HEADER.match(_source(name))
    if header is None:
        raise ValueError(f"prompts/{name}.j2 does not begin with {{# variables: ... #}}")
    return frozenset(item.strip() for item in header["names"].split(",") if item.strip())


def used_variables(name: str) -> frozenset[str]:
    """The variables that the prompt and what it includes use."""
    from jinja2 import meta

    environment = _environment()
    found = (meta.find_undeclared_variables(environment.parse(_source(part))) for part in _with_parts(name))
    return frozenset[str]().union(*found)


def _check(name: str, variables: dict[str, object]) -> None:
    declared = declared_variables(name)
    if declared != variables.keys():
        raise TypeError(f"prompt {name} takes {sorted(declared)}, got {sorted(variables)}")


def _block(template: Template, block: str, variables: dict[str, object]) -> str:
    if block not in template.blocks:
        return ""
    return "".join(template.blocks[block](template.new_context(variables))).strip()


@cache
def _with_parts(name: str) -> tuple[str, ...]:
    """A prompt and the prompts that it includes, in order."""
    from jinja2 import meta

    found = [name]
    for part in found:
        named = meta.find_referenced_templates(_environment().parse(_source(part)))
        found += [other for other in named if other is not None and other not in found]
    return tuple(found)


@cache
def _source(name: str) -> str:
    return (files(__package__ or "") / "prompts" / f"{name}.j2").read_text(encoding="utf-8")


@cache
def _template(name: str) -> Template:
    return _environment().get_template(name)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    # S701: prompts are plain text, there is nothing to escape
    return Environment(  # noqa: S701
        loader=FunctionLoader(_source),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )
