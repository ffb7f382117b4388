"""Whether a question is for documents themselves: which there are, how many, which is the latest. Pure.

"List the minutes of the Harbour Committee", "What do we have on electric vans?", "Do we have a lease?" have no passage
that answers; the names, titles and first lines of documents do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto

from bizrag.model.members import asked_members
from bizrag.model.periods import asks_latest
from bizrag.model.terms import terms
from bizrag.model.words import contains_run, tokens


class Listing(Enum):
    """What is asked of the documents of a kind."""

    # which there are
    LIST = auto()
    # how many
    COUNT = auto()
    # the last of them
    LATEST = auto()
    # whether there is one
    EXISTS = auto()
    # which of them say something
    MENTION = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedListing:
    """The documents that a question is for."""

    way: Listing
    # what they may be called: "minutes", "protokoll"; empty for documents of any kind
    kind: tuple[str, ...]
    # the words that say which ones, or what they are about; what they say, word for word, where they mention it
    topic: str

    @property
    def searched(self) -> str:
        """What finds them."""
        return " ".join((*self.kind, self.topic)).strip()


# What papers call themselves, also in other languages, the names of one kind on a line. Those that are things as well
# (licences, policies of an insurer) are asked for as documents only in the ways below.
_NAMES = tuple(
    tuple(names.split(", "))
    for names in (
        "minutes, protokoll, protokolle, compte rendu",
        "lease, mietvertrag",
        "contract, agreement, lease, vertrag, verträge, contrat, contrato",
        "invoice, rechnung, rechnungen, facture, factura",
        "credit note, gutschrift, avoir",
        "purchase order",
        "delivery note, lieferschein",
        "payslip, pay slip, pay stub",
        "bank statement, account statement",
        "policy, politique, richtlinie",
        "licence, license",
        "factsheet, fact sheet",
        "safety data sheet, sds, msds",
        "data sheet, datasheet",
        "handbook",
        "manual, user guide",
        "survey, poll",
        "annual report",
        "incident report, incident investigation report, post-mortem, postmortem",
        "audit report, performance audit, audit",
        "report, bericht, rapport, informe",
        "10-k, 10-k report, form 10-k",
        "10-q, 10-q report, form 10-q",
        "filing, form 10-k, form 10-q, 10-k, 10-q",
        "newsletter",
        "presentation, deck",
        "runbook",
        "release notes, changelog",
        "price list, catalogue, tarifa, preisliste",
        "tender, request for proposals, invitation to tender, rfp",
        "job description",
        "timetable",
        "faq, frequently asked questions",
        "guide, guideline",
        "paper, article, vignette",
        "standard operating procedure, sop",
    )
)


def _either_number(name: str) -> str:
    """The pattern of a name in singular and plural, with or without a blank or hyphen between its words."""
    stem_ = re.escape(name.removesuffix("y")).replace("\\ ", "[ -]?").replace(r"\-", "[ -]?")
    return f"{stem_}(?:ies|y)" if name.endswith("y") else f"{stem_}(?:es|s)?"


_PATTERNS = tuple("|".join(map(_either_number, names)) for names in _NAMES)
# the longest first: "safety data sheet" is no "data sheet"
_KIND = "|".join(map(_either_number, sorted({name for names in _NAMES for name in names}, key=len, reverse=True)))
_KIND_SAID = re.compile(rf"(?<![^\W_])(?:{_KIND})(?![^\W_])", re.IGNORECASE)
_ANY = r"documents?|files?|materials?|papers? and files"
# what holds the documents
_HELD = r"(?:in|on) (?:the|this|our|your) (?:collection|index|library|archive|database|files?|folder|documents|system)"
_WE_HAVE = (
    rf"(?:do (?:we|you) (?:have|hold|keep)(?: got)?|have (?:we|you) got|are (?:there|available)|exist|are {_HELD})"
)
_ABOUT = (
    r"about|on|concerning|regarding|dealing with|that deal with|covering|related to|relating to|for|of|from|to|with"
)
_END = rf"(?: {_HELD})?\W*$"
# "harbour committee minutes of 2024"
_QUALIFIED = rf"(?P<before>(?:(?!and\b|or\b)[\w&.’'-]+ ){{0,4}}?)(?:(?P<kind>{_KIND})|{_ANY})"
_TOPIC = rf"(?P<topic> (?:{_ABOUT}) .+?)?"
_AFTER = rf"(?P<after> (?:{_ABOUT}) (?!(?:the|this|our|your) (?:collection|index|library|archive)).+?)?"
_LATEST = r"(?:latest|newest|most recent|most current)"
_SAYS = r"(?:mentions?|mentioned|mentioning|speaks? of|refers? to)"
_THE = r"(?:all |all of )?(?:the |our |your |my )?"

_MENTION = re.compile(
    rf"^\W*(?:which|what|list (?:all )?(?:the )?)(?: of (?:the|our))? ?(?:(?P<kind>{_KIND})|{_ANY})"
    rf"(?: (?:that|which|do|does))* {_SAYS} (?P<topic>.+?){_END}",
    re.IGNORECASE,
)
_MENTIONED = re.compile(
    rf"^\W*in (?:which|what) (?:{_ANY}|{_KIND}) (?:is|are|was|were) (?P<topic>.+?) (?:mentioned|named){_END}",
    re.IGNORECASE,
)
_ASKS = tuple(
    (way, re.compile(pattern, re.IGNORECASE))
    for way, pattern in (
        (
            Listing.COUNT,
            rf"^\W*how many (?:different )?{_QUALIFIED}{_TOPIC} {_WE_HAVE}"
            rf"{_AFTER}{_END}",
        ),
        (
            Listing.LATEST,
            rf"^\W*(?:which|what|show me|name) (?:is |are )?{_THE}{_LATEST} "
            rf"(?:set of |version of |edition of )?(?:the |our )?{_QUALIFIED}"
            rf"{_TOPIC}(?: (?:that )?(?:do )?we have)?{_END}",
        ),
        (
            Listing.LATEST,
            rf"^\W*which (?:of {_THE})?{_QUALIFIED}{_TOPIC} (?:is|are) (?:the )?{_LATEST}{_END}",
        ),
        (
            Listing.LIST,
            rf"^\W*(?:which|what)(?: kinds? of| other)? {_QUALIFIED}{_TOPIC} "
            rf"{_WE_HAVE}{_AFTER}{_END}",
        ),
        (
            Listing.LIST,
            rf"^\W*(?:which|what) (?:of (?:the|our) )?{_QUALIFIED} "
            r"(?P<topic>(?:(?:are|were) (?:about|on|concerning|regarding|from|of|for)|is (?:about|on)|deals? with) .+?)"
            rf"{_END}",
        ),
        (
            Listing.LIST,
            rf"^\W*(?:please )?(?:list|show(?: me)?|name|give me|enumerate) (?:me )?(?:a list of )?{_THE}{_QUALIFIED}"
            rf"(?P<topic> (?:{_ABOUT}|in) .+?)?(?: (?:that )?we have)?{_END}",
        ),
        (
            Listing.LIST,
            r"^\W*what (?:do we|do you|have we|is there|can i find)(?: have| got)?(?: here)? "
            rf"(?:on|about|regarding|concerning) (?P<topic>.+?){_END}",
        ),
        (
            Listing.EXISTS,
            rf"^\W*(?:do (?:we|you) have|have (?:we|you) got|is there|are there) (?:an? |any |some |the )?{_QUALIFIED}"
            rf"{_TOPIC}{_END}",
        ),
        (
            Listing.EXISTS,
            rf"^\W*(?:do (?:we|you) have|is there) (?:anything|something)(?: {_HELD})? "
            rf"(?P<topic>(?:on|about) .+?){_END}",
        ),
    )
)
_LEADING = re.compile(rf"^\s*(?:(?:is|are|was|were|deals?) )?(?:{_ABOUT}|in)\s+", re.IGNORECASE)
# a second question
_ASKS_MORE = re.compile(r"\b(?:and|or) (?:who|what|when|where|which|how|why)\b", re.IGNORECASE)
_ARTICLES = re.compile(r"^(?:the|a|an|our|any)\s+", re.IGNORECASE)
# "What are the latest reports saying": a verb behind the kind is no topic
_MOST_WORDS = 12


def asked_listing(question: str) -> AskedListing | None:
    """The documents that a question is for; None where it asks for what stands in them.

    >>> found = asked_listing("List the minutes of the Harbour Committee.")
    >>> found.way.name, found.topic
    ('LIST', 'Harbour Committee')
    >>> asked_listing("How many travel policies do we have?").topic, asked_listing("How many days do we have?")
    ('travel', None)
    >>> asked_listing("Which is the newest policy?").way.name, asked_listing("What do we have on vans?").topic
    ('LATEST', 'vans')
    >>> asked_listing("Which documents mention Ana Lee?").topic, asked_listing("List the risks of the project.")
    ('Ana Lee', None)
    """
    if _ASKS_MORE.search(question):
        return None
    if (found := _MENTION.search(question) or _MENTIONED.search(question)) is not None:
        kind = found.groupdict().get("kind") or ""
        if kind and any(map(str.isdigit, found["topic"])):
            # which paper refers to another is told by its number
            return None
        return AskedListing(way=Listing.MENTION, kind=_names_of(kind), topic=_topic(found["topic"]))
    for way, pattern in _ASKS:
        if (found := pattern.search(question)) is None:
            continue
        said = found.groupdict()
        parts = (said.get("before"), said.get("topic"), said.get("after"))
        topic = " ".join(part for one in parts if (part := _topic(one or "")))
        if len(topic.split()) > _MOST_WORDS or not (said.get("kind") or topic):
            return None
        is_latest = way is Listing.LIST and asks_latest(question)
        return AskedListing(
            way=Listing.LATEST if is_latest else way, kind=_names_of(said.get("kind") or ""), topic=topic
        )
    return None


def listing_of_members(question: str) -> AskedListing | None:
    """The documents that a question is asked of, where it is asked of all of a kind: "Which of our contracts renew?"

    >>> found = listing_of_members("Which master services agreement has the longest term?")
    >>> found.kind[1], found.topic
    ('agreement', 'master services')
    >>> listing_of_members("Which printer is the lightest?")
    """
    members = asked_members(question)
    if members is None or not members.are_documents:
        return None
    words = members.kind.split()
    for at in range(len(words)):
        if names := _names_of(" ".join(words[at:])):
            return AskedListing(way=Listing.LIST, kind=names, topic=" ".join((*members.names, *words[:at])))
    return None


def is_of_kind(listing: AskedListing, names: Iterable[str], opening: str) -> bool:
    """Whether a document is of the kind asked for: the first of its names that says a kind, says it; else its opening,
    with a capital as in a heading.

    >>> found = asked_listing("Which invoices do we have?")
    >>> is_of_kind(found, ["RE 17"], "Rechnung 17"), is_of_kind(found, [], "Credit note 4, to Invoice 17")
    (True, False)
    """
    if not listing.kind:
        return True
    kind = re.compile("|".join(map(_either_number, listing.kind)), re.IGNORECASE)
    said = (_KIND_SAID.search(name.replace("_", " ")) for name in names)
    first = next((found for found in said if found), None)
    first = first or next((found for found in _KIND_SAID.finditer(opening) if found[0][:1].isupper()), None)
    return first is not None and kind.search(first[0]) is not None


def is_about(listing: AskedListing, text: str) -> bool:
    """Whether a text has all words of the topic, in any form."""
    return set(terms(listing.topic)) <= set(terms(text))


def num_said(listing: AskedListing, text: str) -> int:
    """How often a text says the word of the topic that it says least."""
    said = terms(text)
    return min((said.count(term) for term in terms(listing.topic)), default=0)


def mentions(listing: AskedListing, text: str) -> bool:
    """Whether a text has the topic word for word."""
    return contains_run(tokens(text), tuple(tokens(listing.topic)))


def _names_of(kind: str) -> tuple[str, ...]:
    """All names of a kind that is called so."""
    return next(
        (
            names
            for names, own in zip(_NAMES, _PATTERNS, strict=True)
            if kind and re.fullmatch(own, kind, re.IGNORECASE)
        ),
        (),
    )


def _topic(said: str) -> str:
    """What documents are about, without the word that leads to it."""
    return _ARTICLES.sub("", _LEADING.sub("", said.strip())).strip(" ?.!,\"'“”")
