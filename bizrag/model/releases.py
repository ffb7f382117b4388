"""Versions of programs and devices, as release notes and change logs have them above what changed. Pure."""

from __future__ import annotations

import re

from bizrag.model.words import MONTH

_VERSION = r"\d+(?:\.\d+){1,3}(?:[-.]?(?:alpha|beta|rc|pre|dev|post)[.-]?\d*)?"
# what may stand behind a version: its day, or that it has none yet
_DAY = rf"(?:.*\b(?:19|20)\d\d\b.*|.*\b{MONTH}\b.*|.*\b(?:latest|current|unreleased|lts|stable)\b.*|\W*)"
_NAME = r"(?:[A-Za-z][\w.-]* ){0,3}"
_HEADING = re.compile(
    rf"[\W_]*(?:{_NAME}v?(?P<bare>{_VERSION})\]?(?:\([^)]*\))?(?![\w.]){_DAY}"
    rf"|{_NAME}(?:version|release|firmware|v)\.? ?(?P<named>{_VERSION})(?![\w.]).*)$",
    re.IGNORECASE,
)
_MAX_WORDS = 10
# "in 3.2" may be a version, "3.2%" is none
_ASKED = re.compile(
    r"(?:\b(?:in|of|with|for|by|since|from|version|release|firmware|update) (?-i:(?:[A-Z][\w-]* ){0,3})v?|\bv"
    r"|(?<![\w.,-])(?=\d+\.\d+\.\d))"
    rf"(?P<version>{_VERSION})(?![\w.]*\w|%| ?(?:per ?cent|million|billion|points?|percent)\b)",
    re.IGNORECASE,
)


def version_of_heading(heading: str) -> str:
    """The version that a heading names; empty for one that is a section of something else.

    >>> [version_of_heading(one) for one in ("6.0.1 - 2022-11-29", "3.1 Unpacking", "Release 4.0: new", "v2.1")]
    ['6.0.1', '', '4.0', '2.1']
    """
    said = heading.strip()
    if "\n" in said or len(said.split()) > _MAX_WORDS:
        return ""
    found = _HEADING.match(said)
    return (found["bare"] or found["named"] or "") if found else ""


def asked_version(question: str) -> str:
    """The one version that a question names; empty without one, or with several.

    >>> asked_version("What changed in Tar Tool 3.2?"), asked_version("Is 8.2.0 out?"), asked_version("from 3.1 to 3.3")
    ('3.2', '8.2.0', '3.1')
    >>> asked_version("How did sales grow in 2023 by 3.2%?"), asked_version("from 3.1 or of 3.3?")
    ('', '')
    """
    asked = {found["version"] for found in _ASKED.finditer(question)}
    return next(iter(asked)) if len(asked) == 1 else ""


def is_same_version(version: str, asked: str) -> bool:
    """Whether two versions are one: a last part of 0 may be left out.

    >>> is_same_version("7.0.0", "7.0"), is_same_version("7.0.1", "7.0")
    (True, False)
    """
    return version in (asked, f"{asked}.0") or asked == f"{version}.0"
