"""Which of the documents that were read a question means, by the names in it: others answer nothing. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from bizrag.answering.extractive.documents.each_document import of_named_documents
from bizrag.answering.extractive.questions.unmentioned import unmentioned_words
from bizrag.answering.languages import has_capital_nouns
from bizrag.answering.statements.reading import Statement
from bizrag.model.answers import Passage
from bizrag.model.members import asked_members
from bizrag.model.periods import MONTH_NAME, MONTHS, asks_several, compares_years, years_of
from bizrag.model.retrieval import Hit, Retriever
from bizrag.model.terms import terms
from bizrag.retrieval.dated import BY_DATE, are_alike, own_name

# "Brackley Foods", "Well & Hearth": words with a capital one after another, not the first one of a question
_RUN = re.compile(r"(?<=[^\s.?!] )[A-Z][\w&’'-]*(?: (?:& |of (?:the )?)?[A-Z][\w&’'-]*)*")
# "Scots", "Dutch", "Polish", "Italian", "Chinese", "Greek", "Swiss"
_OF_PEOPLE = re.compile(r"(?:ots|ch|sh|an|ese|ek|iss)$")
# tables may write them shorter, or tell them by what they lie between
_OF_CALENDAR = re.compile(rf"{MONTH_NAME}|(?:mon|tues|wednes|thurs|fri|satur|sun)days?", re.IGNORECASE)
_MIN_DOCUMENTS = 2
# by words and by meaning
_ROUTES = (Retriever.BM25, Retriever.DENSE)
_MIN_LETTERS, _SHORT = 4, 6
_A_MONTH = re.compile(rf"\b(?:{'|'.join(map(str.title, MONTHS))})\b")
_NO_NAMES = frozenset(term for month in MONTHS for term in terms(month))


def of_meant_documents(question: str, statements: Sequence[Statement]) -> list[Statement]:
    """The statements of the documents that a question means: where it has the name of one, of those that say that name
    anywhere; of two of one kind not of the one whose name has less of what the question says. All where it compares.
    """
    if asks_several(question) or compares_years(question) or asked_members(question) is not None:
        return list(statements)
    if len(set(_A_MONTH.findall(question))) > 1 or len(years_of(question)) > 1:
        return list(statements)
    hits = {one.hit.chunk_no: one.hit for one in statements}
    documents: dict[str, list[Hit]] = {}
    for hit in hits.values():
        documents.setdefault(hit.document_id, []).append(hit)
    if len(documents) < 2 or of_named_documents(question, statements):
        return list(statements)
    strange = set(_strange(question, documents)) | set(_lesser(question, documents))
    return [one for one in statements if one.hit.document_id not in strange]


def unsaid_name(question: str, chosen: Sequence[Statement], passages: Sequence[Passage], *, is_sure: bool) -> str:
    """A name in a question that nothing which was read says, or says alike, nor the documents of what is told where
    that is not sure; empty without one. How a people or language is called is no name of its country. The document of
    the passage that words and meaning find first may say the name where it was not read.
    """
    # who asks one document alone may call it as that never does
    if has_capital_nouns(question) or len({one.document_id for one in passages}) < _MIN_DOCUMENTS:
        return ""
    own = {one.hit.document_id for one in chosen}
    is_met = is_sure or any(_is_first_by_all(one.hit) for one in chosen)
    read = list(passages) if is_met else [one for one in passages if one.document_id in own]
    missing = set(unmentioned_words(question, read))
    named = (word for run in _RUN.findall(question) for word in run.split() if word in missing)
    said = _capitals(read)
    for word in named:
        if (
            len(word) < _MIN_LETTERS
            or _OF_CALENDAR.fullmatch(word)
            or _OF_PEOPLE.search(word)
            or any(map(str.isdigit, word))
        ):
            continue
        if not any(_is_alike(word.casefold(), other.casefold()) for other in said):
            return word
    return ""


def of_documents_saying(name: str, statements: Sequence[Statement], passages: Sequence[Passage]) -> list[Statement]:
    """The statements of those documents whose passages say a name, or one like it."""
    documents: dict[str, list[Passage]] = {}
    for passage in passages:
        documents.setdefault(passage.document_id, []).append(passage)
    saying = {
        document_id
        for document_id, read in documents.items()
        if any(_is_alike(name.casefold(), other.casefold()) for other in _capitals(read))
    }
    return [one for one in statements if one.hit.document_id in saying]


def _capitals(read: Sequence[Passage]) -> set[str]:
    """The words with a capital in what was read, and in the titles and names of its documents."""
    return {word for one in read for word in re.findall(r"\b[A-Z][^\W\d_]+", f"{one.title} {one.doc} {one.text}")}


def _is_alike(one: str, other: str) -> bool:
    """Whether two names begin alike for more than half of the longer one; of short ones half: "Poland", "Polska"."""
    length = max(len(one), len(other))
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return 2 * shared > length or (2 * shared == length and len(one) <= _SHORT)


def _strange(question: str, documents: Mapping[str, Sequence[Hit]]) -> Iterator[str]:
    """The documents that say no name of the question, where it has names that are in the names of others.

    Not that of the passage which both words and meaning find first: what was read of it may leave out where it says its
    owner's name, which others of that owner have in their files' names.
    """
    if has_capital_nouns(question):
        return
    titles = {document_id: _title_terms(hits[0]) for document_id, hits in documents.items()}
    runs = [own for run in _RUN.findall(question) if (own := set(terms(run)) - _NO_NAMES)]
    naming = [run for run in runs if any(run <= title for title in titles.values())]
    if not naming:
        return
    for document_id, hits in documents.items():
        said = titles[document_id].union(*(_terms_of(hit) for hit in hits))
        if not (any(run <= said for run in naming) or any(map(_is_first_by_all, hits))):
            yield document_id


def _is_first_by_all(hit: Hit) -> bool:
    return all(hit.route_ranks.get(route) == 1 for route in _ROUTES)


def _lesser(question: str, documents: Mapping[str, Sequence[Hit]]) -> Iterator[str]:
    """The documents whose titles have less of what the question says than the title of another one of their kind has,
    and nothing else of it, where they say it nowhere else. That one says its year or number, and another does not,
    tells no two apart, and what is of the asked day is meant.
    """
    asked = {term for term in terms(question) if not any(map(str.isdigit, term))}
    own = {document_id: asked & own_name(hits[0]) for document_id, hits in documents.items()}
    for document_id, hits in documents.items():
        if any(BY_DATE in hit.route_ranks for hit in hits):
            continue
        said = set[str]().union(*(_terms_of(hit) for hit in hits))
        if any(
            own[document_id] < own[other] and own[other] - own[document_id] - said and are_alike(hits[0], others[0])
            for other, others in documents.items()
            if other != document_id
        ):
            yield document_id


def _title_terms(hit: Hit) -> set[str]:
    return set(terms(f"{hit.title} {hit.doc.rsplit('/', 1)[-1]}".replace("_", " ")))


def _terms_of(hit: Hit) -> set[str]:
    return set(terms(" ".join((*hit.headings, hit.text))))
