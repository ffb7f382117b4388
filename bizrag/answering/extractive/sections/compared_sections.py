"""What is compared and has a section each is told from both: "What is the difference between loans and grants?"

No sentence speaks of both. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bizrag.answering.extractive.lists.lists import in_lines
from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.extractive.sections.whole_sections import named_section
from bizrag.answering.statements.list_items import is_list_item
from bizrag.answering.statements.reading import Statement, readable
from bizrag.model.terms import terms

_COMPARED = re.compile(
    r"\b(?:differences? between|compar(?:e|ison of)|distinguish(?:es)?(?: between)?) (?P<one>[^?]+?)"
    r" (?:and|with|to|from) (?:(?:that|those) (?:of|for) )?(?P<other>[^?]+?)\W*$"
    r"|\bhow (?:do|does|is|are) (?P<this>[^?]+?)"
    r" (?:and (?P<and>[^?]+?) differ\b|differ(?:s|ent)? from (?P<from>[^?]+?)\W*$)",
    re.IGNORECASE,
)


def find_compared_sections(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> list[Statement]:
    """What stands below the heading of each of two things that a question compares, each with that as its label; empty
    where one has no section of its own, or the best statement speaks of both.
    """
    names = compared_names(question)
    if not names or not scored:
        return []
    best = set(terms(scored[0].statement.said))
    sections = [named_section(name, statements) for name in names]
    told = [replace(one, label=heading) for one, heading in filter(None, sections)]
    if len(told) != len(names) or len({(one.hit.chunk_no, one.start) for one in told}) < len(names):
        return []
    own = [set(terms(one.label)) for one in told]
    return [] if all(name <= best for name in own) else told


def compared_names(question: str) -> list[str]:
    """The two things that a question compares; empty where it compares nothing.

    >>> compared_names("What is the difference between the Team and the Pro plan?")
    ['the Team', 'the Pro plan']
    """
    compared = _COMPARED.search(question)
    return [name for name in compared.groups() if name] if compared else []


def said_of(section: Statement, question: str) -> str:
    """What is said of a section: its label, and its list in lines."""
    bare = replace(section, label="")
    said = in_lines(readable(bare, question), bare)
    separator = "\n" if is_list_item(said.partition("\n")[0]) else " "
    return f"{section.label}:{separator}{said}"
