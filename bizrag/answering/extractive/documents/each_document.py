"""Questions that compare documents are answered from each of those that they name. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set

from bizrag.answering.extractive.documents.each_period import markers, tell_apart
from bizrag.answering.extractive.scoring import capital_terms, names_by_document, without_names
from bizrag.answering.extractive.tables.reading.row_values import row_values
from bizrag.answering.extractive.tables.reckoned.computed import difference_between
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_COMPARATIVES = (
    r"longer|shorter|higher|lower|larger|smaller|bigger|cheaper|dearer|faster|slower|older|newer|greater|later|earlier"
    r"|heavier|lighter|stronger|weaker|louder|quieter|better|worse|more|less|fewer"
)
_COMPARES = re.compile(
    rf"\b(?:than|differ\w*|compare[ds]?|comparison|versus|vs|both|which of|between|outlasts?|exceeds?|{_COMPARATIVES}"
    r"|chang(?:e[ds]?|ing)|shift(?:s|ed)?)\b",
    re.IGNORECASE,
)
_ASKS_HOW_MUCH = re.compile(r"\bhow (?:much|many|far)\b|\bdifference\b", re.IGNORECASE)
# so many documents are compared at most
_MOST = 4


def of_named_documents(question: str, statements: Sequence[Statement]) -> list[list[Statement]]:
    """The statements of each document that a comparing question names, in its order; nothing where it names only one.

    A word with a capital or a figure names a document where the file, title or opening of one alone has it.
    """
    names = names_by_document(question, statements) if _COMPARES.search(question) else {}
    naming = naming_terms(question, names)
    named = list(dict.fromkeys(naming.values()))
    if not 2 <= len(named) <= _MOST:
        return []
    documents: defaultdict[str, list[Statement]] = defaultdict(list)
    for statement in statements:
        documents[statement.hit.document_id].append(statement)
    return [documents[document_id] for document_id in named]


def without_documents(question: str, parts: Sequence[Sequence[Statement]]) -> str:
    """A question without the words that name the documents which it compares."""
    names = names_by_document(question, [statement for part in parts for statement in part])
    return without_names(question, set(naming_terms(question, names)))


def tell_documents(question: str, chosen: Sequence[Statement], say: Callable[[Statement], str]) -> list[str]:
    """What each document says under its name, and by how much two figures differ where that is asked for."""
    told = tell_apart(chosen, say, document_label)
    values = [row_values(row) if row.is_row else [] for row in chosen]
    if not _ASKS_HOW_MUCH.search(question) or len(chosen) != 2 or any(len(own) != 1 for own in values):
        return told
    difference = difference_between(values[0][0], values[1][0])
    return [*told, f"{difference.capitalize()}. {markers(chosen)}"] if difference else told


def document_label(statement: Statement) -> str:
    """What a document is called beside what it says: its file's name without folder and ending."""
    return statement.hit.doc.rsplit("/", 1)[-1].rsplit(".", 1)[0].replace("_", " ")


def naming_terms(question: str, names: Mapping[str, Set[str]]) -> dict[str, str]:
    """Terms of a question that name one document alone, in their order, with its id."""
    telling = capital_terms(question) | {term for term in terms(question) if any(map(str.isdigit, term))}
    owners = {term: [one for one, own in names.items() if term in own] for term in terms(question) if term in telling}
    return {term: found[0] for term, found in owners.items() if len(found) == 1}
