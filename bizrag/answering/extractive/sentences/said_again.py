"""A sentence that says again what a question says and tells no more: what stands behind it answers. Pure.

"What does the plan cover for transplants?" is not answered by "We understand how important transplants are."
"""

from __future__ import annotations

import re

from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

# "What services are covered?", "Which documents must I bring?", "What does the plan cover?"
_VERBS = r"(?:is|are|was|were|do|does|did|has|have|can|could|should|must|may|need|will|would)\b"
_ASKS_SEVERAL = re.compile(
    rf"^\W*(?:what|which) (?:(?!{_VERBS})[\w'’-]+ ){{0,5}}?[a-z]{{3,}}(?<![us'’i])s (?:\w+ ){{0,4}}?{_VERBS}"
    r"|\bwhat (?:[\w'’-]+ ){0,4}?(?:does|do|did|will|would|can) .{2,60}"
    r" (?:cover|include|offer|provide|exclude|contain|involve|entail)s?\b",
    re.IGNORECASE,
)
# what speaks of things without naming one
_SAYS_LITTLE = frozenset(
    terms(
        """
        important importance understand understanding know knowing aware ensure sure note remember consider considering
        keep mind offer provide provided providing cover covered include included available help part plan well make
        making take taking several various many different certain variety number wide range other also additional
        addition following section need necessary order best fortunately please use used using it's that's access
        one way thing aspect information detail regarding related relate associated potential able overall general come
        find get here there however
        """
    )
)


def asks_several_things(question: str) -> bool:
    """Whether a question asks for things, and for more than one.

    >>> asks_several_things("What services does the plan cover?"), asks_several_things("What does the policy cover?")
    (True, True)
    >>> asks_several_things("What is the fee?"), asks_several_things("Which class is cheapest?")
    (False, False)
    """
    return _ASKS_SEVERAL.search(question) is not None


def says_again(statement: Statement, question: str) -> bool:
    """Whether a sentence has no term that tells more than the question, and no figure."""
    if statement.is_row or not statement.is_whole or any(map(str.isdigit, statement.text)):
        return False
    own = set(terms(without_function_words(statement.said)))
    return own <= set(terms(question)) | _SAYS_LITTLE
