"""The branch of a flow chart that a question asks for: "What happens if the urine test is negative?" Pure.

A chart is told node by node with all that leads away from it; who asks for one answer wants to know where that leads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms

_ASKS = re.compile(
    r"^(?=.*\b(?:what|which|who|where|how)\b)(?=.*\b(?:happens?|follows?|comes?|next|done|do|does|step|leads?|given|if|when)\b)",
    re.IGNORECASE,
)
# "Age under 3 months – No → Looks unwell; Yes → Admit to hospital."
_NODE = re.compile(r"^(?:.* → )?(?P<node>[^→\n]+?) – (?P<branches>(?:Yes|No) → [^\n]+)$", re.IGNORECASE)
_BRANCH = re.compile(r"(?P<answer>Yes|No) → (?P<target>.+?)(?=; (?:Yes|No) → |$)", re.IGNORECASE)
_DENIES = re.compile(
    r"\b(?:no|not|isn't|aren't|doesn't|don't|without|negative|neither|fails?|failed|otherwise)\b", re.IGNORECASE
)
# either is asked for by one of them
_POLES = re.compile(r"\b(?:positive|negative)\b", re.IGNORECASE)
_CLAUSE = re.compile(r"\b(?:if|when|unless|once|where)\b[^?]*", re.IGNORECASE)
# of a node's words so many are asked for, at least; of the only node that a clause is about
_LEAST_SHARE, _LEAST_SHARE_ALONE = 0.6, 0.5


@dataclass(frozen=True, slots=True)
class _Branch:
    statement: Statement
    node: str
    answer: str
    target: str


def find_branch(question: str, scored: Sequence[Scored]) -> tuple[Statement, str] | None:
    """The node of a flow chart that a question is about, and how it is said: with the one branch that is asked for.

    None where it names no node by most of its words, or several alike.
    """
    if not _ASKS.match(question):
        return None
    branches = list(_branches([entry.statement for entry in scored]))
    found = _naming(branches, set(terms(question)), _LEAST_SHARE)
    if not found and (clause := _CLAUSE.search(question)) is not None:
        # "if there is no valid contract": the only node about contracts
        about = {branch.node for _, branch in _naming(branches, set(terms(clause[0])), 0.0)}
        found = _naming(branches, set(terms(clause[0])), _LEAST_SHARE_ALONE) if len(about) == 1 else []
    best = [branch for share, branch in found if share == max(share for share, _ in found)]
    if not best or len({branch.node for branch in best}) > 1:
        return None
    answer = "no" if _is_denied(question, best[0].node) else "yes"
    told = next((branch for branch in best if branch.answer.casefold() == answer), None)
    return (told.statement, f"{told.node} – {told.answer} → {told.target}") if told is not None else None


def _naming(branches: Sequence[_Branch], asked: set[str], least: float) -> list[tuple[float, _Branch]]:
    """Branches of nodes that have words in common with what is asked, with the share of their words that these are."""
    found: list[tuple[float, _Branch]] = []
    for branch in branches:
        words = set(terms(without_function_words(_POLES.sub(" ", branch.node)))) or set(terms(branch.node))
        share = len(words & asked) / len(words) if words else 0.0
        if share >= max(least, 1e-6):
            found.append((share, branch))
    return found


def _is_denied(question: str, node: str) -> bool:
    """Whether a question denies what a node asks: by a word that the node has not itself."""
    return {found.casefold() for found in _DENIES.findall(question)} > {
        found.casefold() for found in _DENIES.findall(node)
    }


def _branches(statements: Sequence[Statement]) -> Iterator[_Branch]:
    for statement in {one.hit.chunk_no: one for one in reversed(statements)}.values():
        if statement.hit.kind not in (ChunkKind.PICTURE, ChunkKind.SLIDE):
            continue
        for line in re.finditer(r"[^\n]+", statement.hit.text):
            node = _NODE.match(line[0])
            if node is None:
                continue
            part = statement.part(*line.span())
            for branch in _BRANCH.finditer(node["branches"]):
                yield _Branch(part, node["node"].strip(), branch["answer"], branch["target"].strip())
