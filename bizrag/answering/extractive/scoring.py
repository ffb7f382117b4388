"""Scoring of statements: which sentence or table row of the passages answers a question best. Pure but for the
embedder that is handed in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from bizrag.answering.extractive.questions.asked_names import asks_who_did, lacks_name
from bizrag.answering.extractive.questions.light_verbs import HOLDING_VERBS
from bizrag.answering.extractive.questions.needed import ASKS_NUMBER_UNSPACED, lacks_needed
from bizrag.answering.extractive.questions.subject_fields import lacks_entry, names_subject
from bizrag.answering.languages import has_capital_nouns, without_function_words
from bizrag.answering.statements.headings import asks_sentence, is_heading
from bizrag.answering.statements.reading import Statement
from bizrag.model.captions import after_caption_number
from bizrag.model.retrieval import Hit
from bizrag.model.terms import is_year, term_weights, terms, weighted_share
from bizrag.model.words import is_number

Vectors = npt.NDArray[np.float32]
# texts -> one L2-normalised row each
EmbedFn = Callable[[Sequence[str]], Vectors]

#: statements that are embedded for a question: those with the best words, then those of the best hits
NUM_EMBEDDED = 48
#: rows among the first of them are embedded after their heading and caption too
NUM_HEADED = 24
_OPENING_CHARS = 600
# of the best score: what says the same as a field that the question names
_TOLD_SHARE = 0.7

_ASKS_NUMBER = re.compile(
    r"\b(how (many|much|long|old|high|large)|percent\w*|rate|amount|number|total|average|when|what year|which year)\b"
    rf"|{ASKS_NUMBER_UNSPACED}",
    re.I,
)
_ASKS_COUNT = re.compile(r"\bhow many\b", re.I)
_HAS_FIGURE = re.compile(r"\d")
_ASKS_REASON = re.compile(
    r"\b(?:why|reasons?|what (?:caused|drove|led to|explains?|contributed to|impacted)|due to what)\b"
    r"|\b(?:driven|caused|explained|offset) by\W*$|\battribut(?:ed|able) to\W*$",
    re.I,
)
_GIVES_REASON = re.compile(
    r"\b(?:due to|because|driven by|attribut(?:able|ed) to|as a result of|resulted from|result(?:ing|s) from|caused by"
    r"|owing to|reflect(?:s|ed|ing)|led by|offset by|thanks to|so that|since|result(?:ed|s|ing) in|led to|causes?"
    r"|benefit(?:ed|ing|s)? from|consequence of|stem(?:s|med) from|on account of"
    r"|(?:affected|helped|hurt|hit|held (?:back|up)|delayed|blocked|stopped|slowed|prompted|triggered) by"
    r"|at the (?:request|wish) of|in response to|reasons? (?:is|was|are|were|for)"
    # "The rise in 2023 is the purchase of Fjordvarme"
    r"|(?:rise|increase|growth|fall|decline|drop|decrease|delay|overrun|shortfall)(?: (?:in|of|since) [\w ]{1,30}?)?"
    r" (?:is|was|c[ao]mes? from)(?: mainly| mostly| largely)? (?:the|an?)(?! \w+est\b| same\b))\b"
    # "As customers are tied to their network, ...", but "As of June, ..." and "As agreed, ..."
    r"|^As (?!(?:of|at|for|well|in|to|per|part|an?|noted|described|shown|mentioned|agreed|usual|expected|soon|long|far"
    r"|before|regards?|such|above|below|seen|stated|planned|required|from|on|with|more|many|much|always|discussed)\b)"
    r"[^,;]{8,}, \w",
    re.I,
)
_ASKS_MEANING = re.compile(
    r"\b(?:what (?:is|are) meant by|what (?:do|does) .{1,60} (?:mean|refer to|stand for|represent)"
    r"|what (?:counts|qualifies|is (?:considered|regarded|deemed|classed|defined)) as|define|definition)\b",
    re.I,
)
_GIVES_MEANING = re.compile(r"\b(?:is|are|means?|refers? to|represents?|defined? as|stands? for|consists? of)\b", re.I)
# "Which chart shows the rent?" is answered by its caption
_ASKS_FIGURE = re.compile(r"\b(?:charts?|figures?|tables?|graphs?|diagrams?|exhibits?|maps?|pictures?)\b", re.I)
# what is told in a sentence: how it is asked for, and what sentences that tell it hold
_ASKED_IN_WORDS = ((_ASKS_REASON, _GIVES_REASON), (_ASKS_MEANING, _GIVES_MEANING))


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """What speaks for a statement, each from 0 to 1."""

    # idf-weighted share of the question's terms in the statement
    words: float
    # the same in the statement together with its chunk, headings, title and document name
    context: float
    # 1.0 when the question asks for a number, a reason or a meaning, and the statement brings one
    fits: float
    # 1.0 for a whole sentence, list item or row, 0.0 for headings, fragments, and labels where a number is asked for
    whole: float
    # 1 / sqrt(rank of the statement's hit)
    rank: float
    # cosine of the statement and the question without what names the document, negative ones count as 0; of a row the
    # larger one of it alone and after its heading and caption
    meaning: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """How much each sign counts; they add up to 1, so scores lie between 0 and 1.

    Set by random search on the same questions as the threshold (``extractive.ABSTAIN_BELOW``), for the share of the
    reference's words in the best statement together with the area under the curve of answerable against unanswerable.
    The optimum is flat: any ``meaning`` from 0.4 to 0.55 does as well.
    """

    words: float = 0.12
    context: float = 0.18
    fits: float = 0.05
    whole: float = 0.12
    rank: float = 0.03
    meaning: float = 0.50

    def score(self, signs: Signs) -> float:
        """The weighted sum."""
        return (
            self.words * signs.words
            + self.context * signs.context
            + self.fits * signs.fits
            + self.whole * signs.whole
            + self.rank * signs.rank
            + self.meaning * signs.meaning
        )


DEFAULT_WEIGHTS = Weights()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A statement and its score, 0 to 1."""

    statement: Statement
    score: float
    signs: Signs
    # whether the question names the statement's document
    is_named: bool = False


def asks_number(question: str) -> bool:
    """Whether a question is for a number.

    >>> asks_number("How many people work there?"), asks_number("Who works there?")
    (True, False)
    """
    return _ASKS_NUMBER.search(question) is not None


def asks_reason(question: str) -> bool:
    """Whether a question is for a reason.

    >>> asks_reason("Why did sales fall?")
    True
    """
    return _ASKS_REASON.search(question) is not None


def gives_reason(text: str) -> bool:
    """Whether a sentence gives a reason.

    >>> gives_reason("Sales fell due to lower prices."), gives_reason("The rise in 2023 is the purchase of a rival.")
    (True, True)
    >>> gives_reason("Sales fell by 3%."), gives_reason("The increase was the largest of all.")
    (False, False)
    >>> gives_reason("As most of the roofs leak, rents were cut."), gives_reason("As of 30 June 2024, rents were cut.")
    (True, False)
    """
    return _GIVES_REASON.search(text) is not None


def score_statements(
    question: str,
    candidates: Sequence[Statement],
    *,
    embed: EmbedFn | None,
    weights: Weights = DEFAULT_WEIGHTS,
    num_embedded: int = NUM_EMBEDDED,
    among: Sequence[Statement] = (),
) -> list[Scored]:
    """The ``num_embedded`` statements with the best words with their scores, best first; ties in the order given.

    Statements that add nothing to the question's own words (headings, mostly) are left out, and headings where a
    sentence is asked for. ``embed`` is None where the embedder cannot read the question: its words stand for what it
    means. ``among`` are all that were found, where the candidates are some of them: they say how rare a word is, and
    what names a document.
    """
    names = names_by_document(question, among or candidates)
    rated = [
        Scored(statement=statement, score=weights.score(signs), signs=signs)
        for statement, signs in _word_signs(question, candidates, among or candidates)
    ]
    # Embedding every sentence of thirty chunks takes seconds; the right one is nearly always among the best words.
    rated = sorted(rated, key=lambda entry: -entry.score)[:num_embedded]
    if not rated:
        return []
    cosines = _meanings(question, rated, names, embed) if embed else [entry.signs.words for entry in rated]
    meant = [
        replace(entry.signs, meaning=min(max(cosine, 0.0), 1.0)) for entry, cosine in zip(rated, cosines, strict=True)
    ]
    capital = capital_terms(question)
    scored = [
        replace(
            entry,
            score=weights.score(signs),
            signs=signs,
            is_named=not capital.isdisjoint(names[entry.statement.hit.document_id]),
        )
        for entry, signs in zip(rated, meant, strict=True)
    ]
    return _naming(question, _without_subject(question, sorted(scored, key=lambda entry: -entry.score)))


def best_first(parts: Sequence[Sequence[Scored]]) -> list[Scored]:
    """The statements of several lists, best first."""
    return sorted((entry for part in parts for entry in part), key=lambda entry: -entry.score)


def merged(one: Sequence[Scored], other: Sequence[Scored]) -> list[Scored]:
    """Each statement once, with its better score, best first."""
    best: dict[int, Scored] = {}
    for entry in (*one, *other):
        place = id(entry.statement)
        if place not in best or best[place].score < entry.score:
            best[place] = entry
    return sorted(best.values(), key=lambda entry: -entry.score)


def _without_subject(question: str, scored: Sequence[Scored]) -> list[Scored]:
    """Statements without the fields whose entry the question names, where others answer as well: best first."""
    asked = set(terms(question))
    others = [entry for entry in scored if not names_subject(entry.statement, asked, question)]
    if len(others) == len(scored):
        return list(scored)
    worded = [entry for entry in others if entry.signs.words > 0]
    is_told = bool(worded) and worded[0].score >= _TOLD_SHARE * scored[0].score
    return worded if is_told else list(scored)


def _naming(question: str, scored: Sequence[Scored]) -> list[Scored]:
    """Statements that name someone, where the question is for who did something and they are nearly as good."""
    if not asks_who_did(question):
        return list(scored)
    others = [entry for entry in scored if not lacks_name(question, entry.statement.said)]
    is_told = bool(others) and others[0].score >= _TOLD_SHARE * scored[0].score
    return others if is_told else list(scored)


def _ways_of(statement: Statement, *, is_first: bool) -> tuple[str, ...]:
    """What is embedded of a statement: a row alone does not say what it measures, with its caption it may drown, and so
    with a sentence and the heading above it; an answer in a list of questions is found by its question.
    """
    said = " ".join(statement.said.split())
    if statement.asked:
        return said, statement.asked, f"{statement.asked} {said}"
    if is_first and statement.is_row:
        return said, statement.with_heading
    return (said, f"{statement.section}. {said}") if is_first and statement.section else (said,)


def _meanings(question: str, rated: Sequence[Scored], names: Mapping[str, set[str]], embed: EmbedFn) -> list[float]:
    """Cosine of each statement, in one of the ways to say it, and the question without what names its document."""
    asked = [without_names(question, names[entry.statement.hit.document_id]) for entry in rated]
    rest = list(dict.fromkeys(asked))
    ways = [_ways_of(entry.statement, is_first=at < NUM_HEADED) for at, entry in enumerate(rated)]
    texts = list(dict.fromkeys(text for said in ways for text in said))
    vectors = embed([*rest, *texts])
    questions = vectors[[rest.index(text) for text in asked]]
    places = {text: len(rest) + at for at, text in enumerate(texts)}
    return [
        max(float(vectors[places[text]] @ question) for text in said)
        for said, question in zip(ways, questions, strict=True)
    ]


def _word_signs(
    question: str, candidates: Sequence[Statement], among: Sequence[Statement]
) -> Iterator[tuple[Statement, Signs]]:
    asked = set(terms(without_function_words(question)))
    if _ASKS_COUNT.search(question):
        asked = asked - HOLDING_VERBS or asked
    chunks = {statement.hit.chunk_no: statement.hit for statement in among}
    around = {chunk_no: _surrounding_terms(hit) for chunk_no, hit in chunks.items()}
    idf = term_weights(asked, around.values())
    gives = next((gives for asks, gives in _ASKED_IN_WORDS if asks.search(question)), None)
    is_number_asked = gives is None and asks_number(question)
    in_sentences = asks_sentence(question)
    for statement in candidates:
        own = set(terms(statement.said))
        if own <= asked or (in_sentences and is_heading(statement)) or lacks_entry(statement, asked):
            continue
        # a field has a name of its own
        above = "" if statement.is_field else statement.section
        held = own | set(terms(" ".join((statement.asked, statement.kind_of_row, above))))
        brings_number = any(is_number(term) and term not in asked for term in own)
        yield (
            statement,
            Signs(
                words=weighted_share(idf, held),
                context=weighted_share(idf, held | around[statement.hit.chunk_no]),
                fits=float(
                    (is_number_asked and brings_number)
                    or (gives is not None and not statement.is_row and gives.search(statement.said) is not None)
                ),
                whole=float(
                    (statement.is_whole or _is_said_name(statement, asked))
                    and not (is_number_asked and statement.is_label)
                    and not (_is_bare_caption(statement) and not _ASKS_FIGURE.search(question))
                    and not lacks_needed(question, statement)
                    and not lacks_name(question, statement.said)
                ),
                rank=statement.hit.rank**-0.5,
            ),
        )


def _is_bare_caption(statement: Statement) -> bool:
    """Whether a statement is the caption of a figure or table and tells no figure: that stands in what it names."""
    told = after_caption_number(statement.said)
    # a digit alone is part of a name: "Scope 1 and 2 emissions"
    return bool(told) and not any(len(term) > 1 and is_number(term) and not is_year(term) for term in terms(told))


def _is_said_name(statement: Statement, asked: set[str]) -> bool:
    """Whether a heading tells what is asked for behind its colon: "Overall rating: Needs improvement"."""
    name, _, value = statement.text.strip().partition(": ")
    own, told = set(terms(name)), set(terms(value))
    return bool(own and told) and own <= asked and told.isdisjoint(asked)


def names_by_document(question: str, candidates: Sequence[Statement]) -> dict[str, set[str]]:
    """The terms of a question that name a document rather than what is asked of it, by document id.

    Those of its file's name and title, and words with a capital that stand in its opening.
    """
    hits = {statement.hit.chunk_no: statement.hit for statement in candidates}
    # a term whose meaning is asked for is no name, though contracts define theirs on the first page
    capital = set[str]() if _ASKS_MEANING.search(question) else capital_terms(question)
    found: dict[str, set[str]] = {}
    for hit in hits.values():
        names = found.setdefault(hit.document_id, set(terms(" ".join((_name_of(hit.doc), hit.title)))))
        if capital and _is_opening(hit):
            names |= capital & set(terms(hit.text[:_OPENING_CHARS]))
    return found


def capital_terms(question: str) -> set[str]:
    """The terms of words with a capital, but for the first one; in German, where nouns have one, with figures only."""
    is_name = _HAS_FIGURE.search if has_capital_nouns(question) else bool
    return {term for word in question.split()[1:] if word[:1].isupper() and is_name(word) for term in terms(word)}


def _is_opening(hit: Hit) -> bool:
    return min(hit.page_nos, default=0) == 1


def without_names(question: str, names: set[str]) -> str:
    """The question without the words that name a document: within it they tell no statement from another.

    Of 279 questions that one statement answers, the best statement is it for .63 in place of .59.
    """
    kept = [word for word in question.split() if not (found := set(terms(word))) or not found <= names]
    return " ".join(kept) if any(terms(word) for word in kept) else question


def _name_of(source_uri: str) -> str:
    """The words of a file's name.

    >>> _name_of("/data/Annual_Report-2025.final.pdf")
    'Annual Report 2025 final'
    """
    name = source_uri.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return " ".join(re.findall(r"[^\W_]+", name))


def _surrounding_terms(hit: Hit) -> frozenset[str]:
    return frozenset(terms(" ".join((hit.doc, hit.title, *hit.headings, hit.text))))
