"""Who did something, by the word for who does it: the one who "manages" the fund is its "Fund manager". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

_ASKS_WHO = re.compile(r"\bwho(?:m|se)?\b", re.IGNORECASE)
# what is asked, and what fields, columns and signatures call those who do it
_ROLES: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(rf"\b(?:{asks})\b", re.IGNORECASE), tuple(roles.split()))
    for asks, roles in (
        (r"manag(?:e[sd]?|ing)", "manager"),
        (r"leads?|led|leading", "lead leader head"),
        (r"heads?|headed|runs?|ran|directs?|directed", "head director lead"),
        (r"in charge|responsible|accountable", "lead leader head manager owner responsible accountable contact"),
        (r"owns?|owned", "owner"),
        (r"writes?|wrote|written|drafted", "author"),
        (r"approve[sd]?|authori[sz]e[sd]?", "approver approved authorised authorized"),
        (r"sign(?:s|ed)?", "signatory signature signed represented"),
        (r"audit(?:s|ed)?", "auditor"),
        (r"sponsor(?:s|ed)?", "sponsor"),
        (r"found(?:s|ed)", "founder"),
        (r"suppl(?:y|ies|ied)|deliver(?:s|ed)?", "supplier vendor carrier"),
        (r"sells?|sold", "seller vendor"),
        (r"buys?|bought|purchase[sd]?|order(?:s|ed)?", "buyer purchaser customer requisitioner"),
        (r"rents?|rented|leases?|leased", "lessee lessor tenant landlord"),
        (r"insure[sd]?", "insurer insured"),
        (r"chair(?:s|ed)?", "chair chairman chairwoman chairperson"),
        (r"supervise[sd]?", "supervisor"),
        (r"teach(?:es)?|taught", "lecturer teacher instructor tutor"),
        (r"coordinate[sd]?", "coordinator"),
        (r"review(?:s|ed)?|check(?:s|ed)?", "reviewer checked"),
        (r"request(?:s|ed)?", "requester requisitioner requested"),
        (r"publishe[sd]|publish", "publisher"),
        (r"present(?:s|ed)?|speaks?|spoke", "presenter speaker"),
        (r"makes?|made|manufacture[sd]?|produce[sd]?", "manufacturer producer maker"),
        (r"employ(?:s|ed)?", "employer"),
        (r"holds?|held", "holder"),
        (r"funds?|funded|financed?", "funding grant"),
    )
)

_OF_PERIOD = re.compile(r"(?:[A-Z]{0,3}\d? ?)?(?:19|20)\d\d\w?: (?P<values>.+)", re.DOTALL)
_FIGURE = re.compile(r"\d")
_COMPARES = re.compile(
    r"\b(?:most|least|more|less|fewer|\w{3,}est|best|worst|first|last|second|than|above|below)\b", re.IGNORECASE
)
# two words with capitals, or an initial and a name
_PERSON = re.compile(r"\b[^\W\d_a-z](?:[^\W\d_]*\.?) (?:[a-z]{2,3} )?[^\W\d_a-z][^\W\d_]+")


def with_roles(question: str, texts: Iterable[str]) -> str:
    """A question for who does something, followed by what the texts call that.

    >>> with_roles("Who manages the fund?", ["Fund manager: Clara"]), with_roles("Who manages it?", ["Nobody"])
    ('Who manages the fund? manager', 'Who manages it?')
    """
    if not _ASKS_WHO.search(question):
        return question
    roles = [role for asks, named in _ROLES if asks.search(question) for role in named]
    if not roles:
        return question
    said = set(re.findall(r"\w+", " ".join(texts).casefold()))
    found = (form for role in dict.fromkeys(roles) for form in (role, f"{role}s") if form in said)
    return " ".join([question, *found])


def names_nobody(question: str, said: str) -> bool:
    """Whether a question asks who leads or does something, and what is said is but figures of a period.

    Who has most of it may be named by a column: "2024: Acme 410; Bolt 380."

    >>> names_nobody("Who leads it?", "2024E: Savings 410."), names_nobody("Who leads it?", "2024: Lead A. Ruiz.")
    (True, False)
    >>> names_nobody("Who leads it?", "2024: Okafor.")
    False
    >>> names_nobody("When was it?", "2024E: Savings 410."), names_nobody("Who sold most in 2024?", "2024: Acme 410.")
    (False, False)
    """
    if not _ASKS_WHO.match(question.lstrip()) or _COMPARES.search(question):
        return False
    found = _OF_PERIOD.fullmatch(said.strip())
    if found is None or not any(asks.search(question) for asks, _ in _ROLES):
        return False
    return all(_FIGURE.search(value) and not _PERSON.search(value) for value in found["values"].split("; "))
