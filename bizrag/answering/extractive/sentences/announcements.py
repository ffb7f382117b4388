"""What names something and tells nothing is answered with what stands below it. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from bizrag.answering.extractive.scoring import asks_number, asks_reason, gives_reason
from bizrag.answering.extractive.sentences.said_again import asks_several_things, says_again
from bizrag.answering.languages import without_function_words
from bizrag.answering.quoting import MAX_QUOTE_CHARS
from bizrag.answering.statements.asked import asks_what_to_do
from bizrag.answering.statements.headings import named_by
from bizrag.answering.statements.links import is_link
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

_MANY = (
    r"(?:several|various|some|a few|few|many|a number of|a variety of|certain|different|multiple|two|three|four|five)"
)
# "There are a few exceptions to the cover.", "Here are some tips.", "This section describes the venue.", "The process
# has three levels.", "It is important to understand the following."
_ANNOUNCES = re.compile(
    rf"^(?:there (?:are|is)|here (?:are|is)|below (?:are|is))\b(?:[^.]*\b{_MANY}\b)?"
    r"|^(?:this|the following|the next) (?:section|chapter|part|page|article|guide|document|policy)s?\b[^.]*"
    r"\b(?:describe|explain|cover|outline|set|list|summari[sz]e|discuss|provide)"
    rf"|\b(?:has|have|consists? of|comprises?|includes?|are|is) (?:a )?{_MANY}[- ]"
    r"(?:\w+[- ]){0,3}?(?:steps?|levels?|stages?|phases?|types?|kinds?|ways|options|categories|parts|exceptions)\b"
    # "In addition, there are other tips that you can use."
    r"|\bthere are (?:[\w-]+ ){0,3}(?:tips|steps|ways|things|measures|points|rules|factors|reasons|requirements)"
    r" (?:that|which|to|for|you|we|employees|members)\b[^,;:]*$"
    r"|\b(?:as follows|the following)\b",
    re.IGNORECASE,
)
_ASKS_COUNT = re.compile(r"\bhow many\b|\bnumber of\b", re.IGNORECASE)
# "What is the process for claims?", "Which exceptions apply?", "How does the plan cover it?", "Explain the bonus."
_ASKS_WHOLE = re.compile(
    r"^(?:please )?(?:describe|explain|outline|discuss|summari[sz]e|elaborate|analy[sz]e|list)\b"
    r"|\bwhat (?:are|were) (?:some|(?:the )?(?:key|main|major|different|various|important|common|potential))\b"
    r"|\bwhat (?:is|are|was|were) (?:\w+ ){0,3}?"
    r"(?:process|procedure|purpose|role|requirement|condition|restriction|exception|exclusion|limitation|step|rule|term"
    r"|implication|consequence|responsibilit(?:y|ie)|difference|tip|guideline|polic(?:y|ie)|benefit|risk|factor"
    r"|consideration|criteri(?:a|on)|advantage|disadvantage|challenge|qualification|dut(?:y|ie))s?\b"
    r"|\bwhat (?:tips|advice|steps|measures|guidance|information|details|precautions|types|kinds)\b|\bwhat happens\b"
    r"|\bunder (?:what|which) (?:conditions?|circumstances)\b"
    r"|\bhow (?:does|do|did|is|are|was|were|can|could|should|has|have|might|will|would)\b",
    re.IGNORECASE,
)
# near its beginning a sentence says of what it goes on
_SAYS_IT = re.compile(
    r"^\W*(?:[\w-]+ ){0,2}(?:it|its|they|them|their|this|these|those)\b|, (?:it|they)\b", re.IGNORECASE
)
# what such a sentence says has its reason in the one before it
_CONCLUDES = re.compile(
    r"\W*(?:as such|as a (?:result|consequence)|for (?:this|that|these|those) reasons?|because of (?:this|that)"
    r"|therefore|hence|thus|consequently|accordingly)\b",
    re.IGNORECASE,
)
# where the reason is asked for, it is told before, wherever the sentence says that it follows from it
_CONCLUDES_INSIDE = re.compile(r"\b(?:thus|therefore|hence|consequently|accordingly)\b", re.IGNORECASE)
_GOES_ON_BEFORE = re.compile(r"\W*(?:also|in addition|additionally|moreover|furthermore|besides)\b", re.IGNORECASE)
# "It also covers ...", "This includes ..."
_ADDS = re.compile(
    r"\W*(?:(?:[\w'’-]+ ){0,3}?(?:also|additionally|moreover|furthermore|besides)\b"
    r"|(?:in addition|specifically|finally|this|these|those|they|it)\b)",
    re.IGNORECASE,
)
# "Workaround: ..." is of what was said before
_LABELLED = re.compile(r"[^\W\d_][\w -]{2,30}: ")
# what stands right below a heading or label
_MAX_BELOW_LABEL = 300
# sentences after one that only announces them
_MAX_ANNOUNCED = 3


def with_following(question: str, chosen: Sequence[Statement], statements: Sequence[Statement]) -> list[Statement]:
    """Headings and labels with what stands right below each, sentences that only announce with the next three.

    Where a question asks what to do, or for more than a fact, the first sentence is told with the rest of its
    paragraph: what is the matter stands before what helps. Of 201 questions of readers about manuals of benefits,
    answers hold .44 of the reference's words in place of .41, with 7 words more.
    """
    asks_count = _ASKS_COUNT.search(question) is not None
    asks_more = (
        asks_what_to_do(question)
        or _ASKS_WHOLE.search(question) is not None
        or (asks_several_things(question) and not asks_number(question))
    )
    found: list[Statement] = []
    for statement in chosen:
        if any(_holds(other, statement) for other in found):
            continue
        if not asks_count and announces(statement):
            found.append(_with_announced(statement, statements))
        elif asks_more and not asks_count and says_again(statement, question):
            paragraph = with_paragraph(statement, statements)
            is_more = paragraph.end > statement.end
            found.append(
                paragraph if is_more else _with_announced(_telling(question, statement, statements), statements)
            )
        elif asks_more and not found and statement.is_whole and not (statement.is_row or statement.is_item):
            found.append(with_paragraph(_with_beginning(statement, statements), statements))
        elif asks_reason(question) and not found and statement.is_whole and not statement.is_row:
            found.append(_with_reasons(_with_cause(statement, statements), statements))
        else:
            found.append(_with_told_of_it(question, _with_below(statement, statements), statements))
    return [
        one
        for at, one in enumerate(found)
        if not any(_holds(other, one) for at_other, other in enumerate(found) if at_other > at)
    ]


def _telling(question: str, statement: Statement, statements: Sequence[Statement]) -> Statement:
    """The sentence behind one that says the question again, where what both announce is too long for one quote."""
    end = _with_announced(statement, statements).end
    after = list(_below(statement, statements))
    following = next((one for one in after if one.start >= end and one.end - statement.start > MAX_QUOTE_CHARS), None)
    if following is None:
        return statement
    return next((one for one in after if not says_again(one, question)), statement)


def _with_beginning(statement: Statement, statements: Sequence[Statement]) -> Statement:
    """A sentence that adds to the ones before it ("It also covers ...") with those of its paragraph."""
    start, first = statement.start, statement
    before = (one for one in statements if one.hit.chunk_no == statement.hit.chunk_no and one.end <= statement.start)
    for one in sorted(before, key=lambda one: -one.end):
        is_apart = "\n" in statement.hit.text[one.end : start] or statement.end - one.start > MAX_QUOTE_CHARS
        if is_apart or one.is_row or not one.is_whole or not _ADDS.match(first.text):
            break
        start, first = one.start, one
    return replace(statement, start=start)


def _with_cause(statement: Statement, statements: Sequence[Statement]) -> Statement:
    """A sentence that concludes from the one before it, told with that: "Contracts are long. As such, ...". Where that
    adds to one before it ("Also, ..."), with both.
    """
    text = statement.text
    concludes = _CONCLUDES.match(text) or (_CONCLUDES_INSIDE.search(text) and not gives_reason(text))
    before = sorted(
        (
            one
            for one in statements
            if one.hit.chunk_no == statement.hit.chunk_no and one.is_whole and one.end <= statement.start
        ),
        key=lambda one: -one.end,
    )
    start = statement.start
    for cause in before if concludes else ():
        if "\n\n" in statement.hit.text[cause.end : start] or statement.end - cause.start > MAX_QUOTE_CHARS:
            break
        start = cause.start
        if not _GOES_ON_BEFORE.match(cause.text):
            break
    return replace(statement, start=start)


def announces(statement: Statement) -> bool:
    """Whether a sentence says that there is something, and not what: "There are a few exceptions." but no figure."""
    if statement.is_row or not statement.is_whole or any(map(str.isdigit, statement.text)):
        return False
    return _ANNOUNCES.search(" ".join(statement.text.split())) is not None


def _with_announced(statement: Statement, statements: Sequence[Statement]) -> Statement:
    end, num_sentences = statement.end, 0
    for following in _below(statement, statements):
        is_far = following.end - statement.start > MAX_QUOTE_CHARS
        if is_far or following.is_row or is_link(following) or not (following.is_whole or _leads(following)):
            break
        # a list is told whole
        num_sentences += not following.is_item
        if num_sentences > _MAX_ANNOUNCED:
            break
        end = max(end, following.end)
    return replace(statement, end=end)


def with_paragraph(
    statement: Statement, statements: Sequence[Statement], goes_on: Callable[[Statement], bool] = bool
) -> Statement:
    """A sentence with the next three of its paragraph, as far as one quote holds them and they go on with it."""
    end = statement.end
    for following in list(_below(statement, statements))[:_MAX_ANNOUNCED]:
        is_far = (
            following.end - statement.start > MAX_QUOTE_CHARS or "\n\n" in statement.hit.text[end : following.start]
        )
        if is_far or following.is_row or not following.is_whole or not goes_on(following):
            break
        end = max(end, following.end)
    return replace(statement, end=end)


def _with_reasons(statement: Statement, statements: Sequence[Statement]) -> Statement:
    """A sentence with those after it in its paragraph, up to the last of the next three that gives a reason."""
    end = statement.end
    for following in list(_below(statement, statements))[:_MAX_ANNOUNCED]:
        is_far = following.end - statement.start > MAX_QUOTE_CHARS or "\n" in statement.hit.text[end : following.start]
        if is_far or following.is_row or not following.is_whole:
            break
        if not gives_reason(following.said):
            # what is the matter stands before the reason
            if gives_reason(statement.said):
                break
            continue
        end = following.end
    return replace(statement, end=end)


def _with_told_of_it(question: str, statement: Statement, statements: Sequence[Statement]) -> Statement:
    """A sentence with the one right after it that says "it" or "they", or begins with a label, and has what is asked
    for and the first sentence has not: a word of the question, or a date.
    """
    if statement.is_row or not statement.is_whole:
        return statement
    following = next(_below(statement, statements), None)
    if following is None or following.is_row or not following.is_whole:
        return statement
    if not (_SAYS_IT.search(following.text) or _LABELLED.match(following.text)):
        return statement
    if "\n\n" in statement.hit.text[statement.end : following.start]:
        return statement
    if following.end - statement.start > MAX_QUOTE_CHARS:
        return statement
    lacking = set(terms(without_function_words(question))) - set(terms(statement.said))
    is_more = not lacking.isdisjoint(terms(following.said))
    return replace(statement, end=following.end) if is_more else statement


def _leads(statement: Statement) -> bool:
    return statement.text.rstrip().endswith(":")


def _with_below(statement: Statement, statements: Sequence[Statement]) -> Statement:
    says_figure = any(map(str.isdigit, named_by(statement)))
    if statement.is_row or (statement.is_whole and not statement.is_label) or says_figure:
        return statement
    following = next(_below(statement, statements), None)
    if following is None or following.is_row or is_link(following):
        return statement
    return replace(statement, end=following.end) if following.end - statement.start <= _MAX_BELOW_LABEL else statement


def _below(statement: Statement, statements: Sequence[Statement]) -> Iterator[Statement]:
    """The statements of its chunk after it, in their order."""
    same = (one for one in statements if one.hit.chunk_no == statement.hit.chunk_no and one.start >= statement.end)
    yield from sorted(same, key=lambda one: one.start)


def _holds(one: Statement, other: Statement) -> bool:
    """Whether a statement is part of one that is told with what follows it."""
    return one.hit.chunk_no == other.hit.chunk_no and one.start <= other.start and other.end <= one.end
