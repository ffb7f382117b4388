"""Whether a question is asked of all documents of a kind: "Which plan has the lowest premium?", "each printer". Pure.

Data sheets of one maker, plans of one insurer, contracts of one landlord say the same things of different members.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bizrag.model.terms import terms
from bizrag.model.words import tokens

# "master services agreements" are agreements
_DOCUMENTS = (
    r"(?:agreements?|contracts?|leases?|polic(?:y|ies)|licen[cs]es?|handbooks?|documents?|offers?|tenders?|statements?"
    r"|loans?|warrant(?:y|ies))"
)
_KIND = rf"(?:(?:[a-z][\w-]+ ){{1,3}}?{_DOCUMENTS}|[a-z][\w-]+)"
# "Which of the Kestrel printers have ...": names, then what the members are
_WHICH = re.compile(
    r"^(?:(?i:in|at|on|for|from|with|by|under|of|to) )?(?i:which)"
    r"(?: (?:of|one|ones|the|our|your|these|those|all|two|three|four|five))*"
    r"(?P<names>(?: [A-Z][\w.&’'-]*)*) "
    rf"(?P<kind>{_KIND})(?= )(?P<rest>.*)",
    re.DOTALL,
)
_EACH = re.compile(
    r"(?P<before>.*)\b(?i:each|every|all)(?: (?:of|the|our|these|those|single))*(?P<names>(?: [A-Z][\w.&’'-]*)*)"
    rf" (?P<kind>{_KIND})(?P<rest>.*)",
    re.DOTALL,
)
# "What is the ...", "Which is cheaper": nothing is named
_NO_KIND = frozenset(
    tokens(
        "is are was were has have had do does did can could will would shall should may might must not in at on for "
        "from with by to if when and or year years quarter quarters month months day days week weeks time"
    )
)
#: says of a member that it has something, and not what
HAVING = frozenset(
    terms(
        "have has having had include includes cover covers covered offer offers allow allows permit permits support "
        "supports provide provides contain contains come comes give gives use uses feature features accept accepts"
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedMembers:
    """What a question asks of the members of a family."""

    # "printers", and the words with a capital before it: "Kestrel"
    kind: str
    names: tuple[str, ...]
    # terms of what is asked of them, without those of the kind and its names
    asked: frozenset[str]
    # each of them is to be told
    is_each: bool

    @property
    def are_documents(self) -> bool:
        """Whether the members are documents themselves: agreements, policies."""
        return re.search(rf"\b{_DOCUMENTS}$", self.kind) is not None


def asked_members(question: str) -> AskedMembers | None:
    """The members that a question is asked of; None where it is not asked of several.

    >>> found = asked_members("Which Kestrel printers have Wi-Fi?")
    >>> found.kind, found.names, sorted(found.asked), found.is_each
    ('printers', ('Kestrel',), ['fi', 'wi'], False)
    >>> asked_members("Which service agreements renew automatically?").kind
    'service agreements'
    >>> asked_members("What is the weight of each model?").is_each, asked_members("What services are covered?")
    (True, None)
    """
    found, is_each = _WHICH.match(question), False
    if found is None or found["kind"].split()[0] in _NO_KIND:
        found, is_each = _EACH.match(question), True
    if found is None or found["kind"].split()[0] in _NO_KIND:
        return None
    rest = found["rest"] if not is_each else f"{found['before']} {found['rest']}"
    named = {*terms(found["kind"]), *terms(found["names"])}
    return AskedMembers(
        kind=found["kind"],
        names=tuple(found["names"].split()),
        asked=frozenset(terms(rest)) - named - HAVING,
        is_each=is_each,
    )
