"""What an invoice, an order or a bill comes to: the line of its total, where a question asks for nothing else. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.scoring import Scored, names_by_document, without_names
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.terms import terms

_ASKS = re.compile(
    r"\b(?:in total|altogether|all in|totals?|total amount|amount due|come to|comes to|came to)\b"
    r"|\b(?:value|amount) of (?:the |this |our )?(?:purchase )?(?:order|invoice|bill)\b|\b(?:order|invoice) value\b"
    r"|\bhow (?:much|high) (?:is|was) the (?:bill|invoice|order)\b"
    r"|\b(?:insgesamt|(?:rechnungs|gesamt|end)(?:betrag|summe)|montant total|total ttc|montant à payer|importe total"
    r"|total a pagar|en tout|en total)\b|\bwie hoch (?:ist|war) die (?:rechnung|bestellung)\b",
    re.IGNORECASE,
)
# what such a question may say beside names; with any other word it asks for a part
_GENERIC = frozenset(
    terms(
        "in total totals amount due come comes came to pay paid payable payment owe owed cost costs bill invoice order "
        "purchase value money vat tax taxes included including incl inclusive gross need needed all altogether final "
        "sum number no much high excluding excl exclusive net "
        "was hat haben wie hoch ist war die der das den dem wir zu rechnung bestellung insgesamt gekostet kosten "
        "kostet betrag rechnungsbetrag gesamtbetrag endbetrag rechnungssumme gesamtsumme endsumme netto nettobetrag "
        "bezahlen zahlen combien quel est le la de du montant facture commande total ttc ht tout payer à en "
        "cuanto cuánto cual cuál es el los factura pedido importe pagar a"
    )
)
# the tax itself is a part, too
_ASKS_TAX = re.compile(r"(?<!with )(?<!plus )(?<!incl )(?<!including )\b(?:vat|tax(?:es)?)\b(?! incl)", re.IGNORECASE)
_WITHOUT_TAX = r"(?:excl(?:uding|usive of|\.)?|before|without|net of)"
_ASKS_NET = re.compile(
    rf"\b{_WITHOUT_TAX} (?:the |any )?(?:vat|tax(?:es)?)\b|\bnet (?:amount|total|sum)\b|\bnetto(?:betrag|summe)?\b"
    r"|\b(?:montant|total) ht\b|\bbase imponible\b",
    re.IGNORECASE,
)
# best first: what is to be paid, then a total
_LABELS = tuple(
    re.compile(rf"(?:{label})\W*", re.IGNORECASE)
    for label in (
        r"(?:grand |invoice |order )?total(?: amount)? (?:due|payable|to pay|incl\w*\.?.*)(?: [A-Z]{3})?",
        r"(?:amount|balance|sum)(?: now)? (?:due|payable|to pay)(?: [A-Z]{3})?",
        r"(?:grand|invoice|order) total(?: [A-Z]{3})?",
        r"(?:rechnungs|gesamt|end|brutto)(?:betrag|summe)(?: \(?(?:[A-Z]{3}|€|brutto)\)?)*(?: inkl\b.*)?",
        r"(?:zu zahlen(?:der betrag)?|zahlbetrag)(?: [A-Z]{3})?",
        r"(?:montant )?total (?:ttc|à payer)(?: \(?(?:[A-Z]{3}|€)\)?)?|(?:montant|net) à payer.*|montant ttc",
        r"total (?:a pagar|con iva|factura)(?: [A-Z]{3})?|importe total",
        r"total(?: amount| price| value)?(?: \(?[A-Z]{3}\)?)?",
    )
)
_NET_LABELS = tuple(
    re.compile(rf"(?:{label})\W*", re.IGNORECASE)
    for label in (
        rf"(?:\w+ )?(?:sub-?)?total(?: amount| price| value)?\W+{_WITHOUT_TAX}\b.*",
        r"net(?: total| amount)?|(?:total|amount) net|sub-?total",
        r"(?:netto(?:betrag|summe)?|(?:summe|zwischensumme|betrag) netto)(?: [A-Z]{3})?",
        r"(?:(?:montant )?total ht|montant ht)(?: [A-Z]{3})?",
        r"base imponible|importe neto",
    )
)
_AMOUNT = re.compile(r"[\s:]*(?:[A-Z]{3} ?|[$€£¥] ?)?[-(]?\d[\d.,' ]*\d\)?(?: ?[A-Z]{3}| ?[$€£¥])?\W*$")


def find_total(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> Statement | None:
    """The line of the total in the document of the best statement; None where a part is asked for, or it has none."""
    asks_net = _ASKS_NET.search(question) is not None
    if not scored or not (asks_net or _ASKS.search(question)) or (_ASKS_TAX.search(question) and not asks_net):
        return None
    document = scored[0].statement.hit.document_id
    own = [one for one in statements if one.hit.document_id == document]
    asked = set(terms(without_names(question, names_by_document(question, own).get(document, set()))))
    if not asked or not asked <= _GENERIC:
        return None
    for label in _NET_LABELS if asks_net else _LABELS:
        found = [one for one in own if label.fullmatch(amount_label(one))]
        if found:
            return found[-1]
    return None


def amount_label(statement: Statement) -> str:
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
