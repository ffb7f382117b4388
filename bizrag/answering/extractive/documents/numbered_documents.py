"""The document that a question names by its number: "the VAT on invoice RE-2024-0117". Pure.

Papers of one kind share all their words, and the number stands once in each: in its name, a heading or a field.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.fields.entries import name_and_entry
from bizrag.answering.statements.reading import Statement

# "RE-2024-0117", "PO-08831", "B-4410", "TT-1184": letters and so many figures
_NUMBER = re.compile(
    r"(?<![\w-])(?=[\w/.-]*[A-Za-z])(?=(?:[A-Za-z/.-]*\d){3})[A-Za-z\d]+(?:[-/.][A-Za-z\d]+)*(?![\w-])"
)
# "invoice no.", "Rechnungsnummer": papers by what they are called in several languages
_KINDS = (
    r"invoice|bill|rechnung|facture|factura",
    r"credit note|gutschrift|avoir|abono",
    r"(?:purchase )?order|bestellung|auftrag|commande|pedido",
    r"delivery note|dispatch note|lieferschein|bon de livraison|albar[aá]n",
    r"quot(?:e|ation)|offer|angebot|devis|oferta",
    r"contract|vertrag|contrat|contrato",
    r"report|bericht|rapport|informe",
)
# "Refers to: Invoice TT-1203"
_ENTRY_WORDS = 3
_NO = r"(?:s?[- ]?(?:nummer|nr\b)|[- ]?(?:number|no\b|#|n°|nº|num[ée]ro|n[uú]mero|ref))"
# "which invoice", not "what is the invoice total"
_ASKS_WHICH = r"^\W*(?:which|what|welche[rs]?|quel(?:le)?|qu[eé]|cu[aá]l) "


def of_numbered_documents(question: str, statements: Sequence[Statement]) -> list[Statement]:
    """The statements of the documents that have the number of a question in their name, in a heading or as the entry of
    a field; all of them where the question names none or several, or no document has it so, and where it asks which
    other paper speaks of that number.
    """
    asked = {found.casefold() for found in _NUMBER.findall(question)}
    if len(asked) != 1 or _kind_asked_for(question):
        return list(statements)
    number = next(iter(asked))
    own = {one.hit.document_id for one in statements if _is_headed(one, number)}
    own = own or {one.hit.document_id for one in statements if _is_entry(one, number)}
    return [one for one in statements if one.hit.document_id in own] or list(statements)


def without_numbers(question: str) -> str:
    """A question without the numbers of papers in it.

    >>> without_numbers("What is the VAT on invoice RE-2024-0117 at 19%?")
    'What is the VAT on invoice   at 19%?'
    """
    return _NUMBER.sub(" ", question)


def find_number_of_paper(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The number of the only paper that has the number in a question as one of its fields: "Which invoice is for order
    B-4533?" None where the number is its own, or where its own has no field.
    """
    asked = {found.casefold() for found in _NUMBER.findall(question)}
    kind = _kind_asked_for(question)
    if len(asked) != 1 or not kind:
        return None
    number = next(iter(asked))
    held = {one.hit.document_id for one in statements if _is_entry(one, number)}
    name = re.compile(rf"(?:{kind}){_NO}|(?:no|n°|nº|num[ée]ro|n[uú]mero)\.? (?:de (?:la )?)?(?:{kind})", re.IGNORECASE)
    found = [
        one
        for one in statements
        if one.hit.document_id in held and name.match(name_and_entry(one)[0]) and not _is_entry(one, number)
    ]
    return found[0] if len({one.said for one in found}) == 1 else None


def _kind_asked_for(question: str) -> str:
    """The kind of paper of which a question asks which one, as a pattern; empty for others."""
    return next((kind for kind in _KINDS if re.search(rf"{_ASKS_WHICH}(?:{kind})\b", question, re.IGNORECASE)), "")


def _is_headed(statement: Statement, number: str) -> bool:
    hit = statement.hit
    names = (hit.doc.rsplit("/", 1)[-1], hit.title, *hit.headings)
    return any(_holds(name, number) for name in names)


def _is_entry(statement: Statement, number: str) -> bool:
    words = name_and_entry(statement)[1].strip(" .").casefold().split()
    return len(words) <= _ENTRY_WORDS and number in words


def _holds(text: str, number: str) -> bool:
    return re.search(rf"(?<![^\W_]){re.escape(number)}(?![^\W_])", text.replace("_", " "), re.IGNORECASE) is not None
