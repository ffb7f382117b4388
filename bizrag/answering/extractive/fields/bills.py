"""What people ask of bills in the words of their language: the tax on one, and when it is due. Pure.

"What is the VAT on invoice RE-0117?" is answered by "zzgl. 19 % MwSt.: 87,47", and "When is it due?" by "Zahlbar bis
zum 10.04.2024": neither shares a word with the question, and numbers for tax and days of delivery do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bizrag.answering.extractive.documents.numbered_documents import without_numbers
from bizrag.answering.extractive.scoring import Scored, names_by_document, without_names
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms
from bizrag.model.words import MONTH

_TAX = r"(?:vat|gst|sales tax|tax|mwst|ust|mehrwertsteuer|umsatzsteuer|tva|iva|btw)"
_HOW_MUCH = r"(?:what|how (?:much|high)|wie (?:hoch|viel)|welche[rs]?|quel(?:le)?|combien|cu[aá]l|cu[aá]nto|qu[eé])"
_ASKS_TAX = re.compile(rf"^\W*{_HOW_MUCH}\b.*\b{_TAX}\b", re.IGNORECASE)
# what a question for the amount of the tax may say beside names
_GENERIC = frozenset(
    terms(
        "what how much high vat gst sales tax amount charged total invoice bill order due paid pay added for value "
        "wie hoch viel welche welcher ist sind war die der das den dem auf in von zu wird mwst ust mehrwertsteuer "
        "umsatzsteuer betrag rechnung steuerbetrag für "
        "quel quelle combien est le la les de du des sur montant tva facture "
        "cual cuál cuanto cuánto que qué es el la los del en iva importe factura"
    )
)
_TAX_LABEL = re.compile(
    rf"(?:(?:zzgl|plus|incl|inkl|enthaltene|dont|montant|importe|total|add|output)\.? )*"
    rf"(?:(?:at )?[\d.,]+ ?% )?{_TAX}\.?(?:[ (]*(?:at |à |@ ?|al )?[\d.,]+ ?%\)?)?"
    r"(?: \(?(?:[A-Z]{3}|[€£$])\)?)?\W*",
    re.IGNORECASE,
)
_ASKS_WHEN = re.compile(
    r"^\W*(?:(?:by |until )?when|(?:by |until |on )?(?:which|what) (?:date|day)|what is the due date|(?:bis )?wann"
    r"|quand|cu[aá]ndo)\b",
    re.IGNORECASE,
)
_DUE = re.compile(
    r"\b(?:due|payable|to be paid|pay(?:ment)? by|fällig\w*|zahlbar|zahlungsziel|zu zahlen|zahlen sie|échéance|à payer"
    r"|vencimiento|vence|pagadero)\b",
    re.IGNORECASE,
)
_ASKS_DUE = re.compile(
    r"\b(?:due|payable|be paid|have to pay|must (?:we|i) pay|fällig|zahlbar|zahlen|bezahl\w+|échéance|payer|payée?"
    r"|vence|vencimiento|pagar(?:se)?)\b",
    re.IGNORECASE,
)
_BILL = re.compile(
    r"\b(?:invoices?|bills?|payments?|amounts?|rechnung\w*|betrag|factures?|facturas?|montant|importe)\b", re.IGNORECASE
)
_DATE = re.compile(
    rf"\b\d{{1,2}}[./-]\d{{1,2}}[./-]\d{{2,4}}\b|\b\d{{4}}-\d\d-\d\d\b|\b\d{{1,2}}\.? {MONTH},? \d{{4}}"
    rf"|\b{MONTH} \d{{1,2}},? \d{{4}}",
    re.IGNORECASE,
)

_AMOUNT = re.compile(r"[\s:]*(?:[A-Z]{3} ?|[$€£¥] ?)?[-(]?\d[\d.,' ]*\d\)?(?: ?[A-Z]{3}| ?[$€£¥])?\W*$")


def find_of_bill(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> Statement | None:
    """The tax on a bill, or when it is due; None where a question asks for something else."""
    return find_tax(question, scored, statements) or find_due_date(question, scored, statements)


def find_tax(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> Statement | None:
    """The line of the tax in the document of the best statement; None where it has several, or a part is asked for."""
    if not scored or not _ASKS_TAX.search(question):
        return None
    own = _of_document(scored, statements)
    named = names_by_document(question, own).get(scored[0].statement.hit.document_id, set())
    asked = {term for term in terms(without_names(without_numbers(question), named)) if not any(map(str.isdigit, term))}
    if not asked <= _GENERIC:
        return None
    return _only(one for one in own if _TAX_LABEL.fullmatch(_amount_label(one)))


def find_due_date(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> Statement | None:
    """The statement of the day on which a bill is due, in the document of the best one; None where several days are."""
    if not scored or not all(asks.search(question) for asks in (_ASKS_WHEN, _ASKS_DUE, _BILL)):
        return None
    own = _of_document(scored, statements)
    return _only(one for one in own if _DUE.search(one.said) and _DATE.search(one.said))


def _amount_label(statement: Statement) -> str:
    """What stands before the amount at the end of a line: "TOTAL DUE" of "TOTAL DUE £ 6,823.04"; else empty. Of a row
    of two cells what stands in the first one: "Total EUR" of "Price Total EUR; Amount 8,926.67".
    """
    said = " ".join(statement.said.split())
    amount = _AMOUNT.search(said)
    if amount is None:
        return ""
    label = said[: amount.start()].strip()
    name, named, column = label.partition(": ")
    # "Order total: Line total £ 3,739.92": the column of a sum says nothing of it
    if named and statement.is_row and "; " not in label and not any(map(str.isdigit, column)):
        return name
    cell, parted, column = label.partition("; ")
    if not parted or statement.hit.kind is not ChunkKind.TABLE or "; " in column:
        return label
    words = cell.split()
    # the name of the column begins cells of other rows, too
    named = [at for at in range(1, len(words)) if statement.hit.text.count(f"; {' '.join(words[:at])} ") > 1]
    return " ".join(words[named[-1] :]) if named else cell


def _of_document(scored: Sequence[Scored], statements: Sequence[Statement]) -> list[Statement]:
    document = scored[0].statement.hit.document_id
    return [one for one in statements if one.hit.document_id == document]


def _only(found: Iterable[Statement]) -> Statement | None:
    """The one statement; of several that give one amount or day the shortest."""
    ordered = sorted(found, key=lambda one: len(one.said))
    figures = {figure[0] if (figure := _DATE.search(one.said)) else one.said.split()[-1] for one in ordered}
    return ordered[0] if len(figures) == 1 else None
