"""The written title of a document: topical words of its file name, then what it calls itself.

File names carry what tells many alike documents apart (company, year, quarter, form), so they are never lost; names
that say nothing (hashes, numbers, 'scan0001') are left out.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from bizrag.model.documents import Preview
from bizrag.model.words import OPEN_ENDS

_MAX_WORDS = 12
_MAX_CHARS = 160
# more than a cover holds: such a page has running text
_COVER_WORDS = 45

# no title ends with them, but one that was cut
_OPEN_ENDS = OPEN_ENDS | frozenset("- — der die das des und für von le la les de du et".split())  # noqa: SIM905
_SUFFIX = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,4}$")
_SEPARATORS = re.compile(r"[_+~\s]+|(?<!\d)\.|\.(?!\d)")
# hyphens are part of a name like 10-K, else they separate words
_HYPHEN = re.compile(r"(?<![0-9])-|-(?![A-Za-z]\b)")
_BRACKETS = re.compile(r"[()\[\]{}]")
_EMPTY = """scan scanned img image images dsc photo document documents doc docs file files untitled unnamed unknown new
copy final draft download downloads export output print page pages temp tmp test title noname attachment upload
presentation slide slides microsoft word powerpoint excel version rev pdf docx pptx html htm txt none null"""
_EMPTY_WORDS = frozenset(_EMPTY.split())
_NUMBERED_EMPTY = re.compile(rf"(?:{'|'.join(sorted(_EMPTY_WORDS))}|v|p|w)[0-9]+", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d(?:[-/](?:19|20)?\d\d)?")
_HEX = re.compile(r"(?=[0-9a-f-]*\d)[0-9a-f-]{8,}", re.IGNORECASE)
_PROGRAM_PREFIX = re.compile(r"^(?:microsoft (?:word|powerpoint|excel)|print|slide \d+) - ", re.IGNORECASE)
# what programs write where nobody gave a title
_PLACEHOLDER = re.compile(
    r"(?:anonymous|unspecified|not specified|no (?:sub)?title|(?:title|author) unknown|n/?a|titel|"
    r"unbenannt|ohne titel|sans titre|senza titolo|sin t[ií]tulo|sem t[ií]tulo|naamloos)(?: ?\d+)?|"
    r"full page fax print|blank page|layout ?\d+",
    re.IGNORECASE,
)
# lines at a page's top that name no document
_FURNITURE = re.compile(
    r"(?:table of )?contents|front cover|page \d+(?: of \d+)?|confidential|draft|\(?mark one\)?|"
    r"(?:united states ?)?(?:securities and exchange commission)?|"
    r"www\.\S+|https?:\S+|\S+\.(?:com|org|gov|net)\b.*",
    re.IGNORECASE,
)
_FORM = re.compile(r"^\s*form\s+(\d{1,2}-[A-Z]{1,3}(?:/A)?|DEF 14A)\b", re.IGNORECASE | re.MULTILINE)
_REGISTRANT = re.compile(
    r"^(?P<name>.*\S.*?)\s*\n?\s*\(exact\s+name\s+of\s+[^)\n]{0,60}(?:\)|as\s+specified)", re.IGNORECASE | re.MULTILINE
)
_DATE = r"([A-Z][a-z]+\s+\d{1,2},?\s+(?:19|20)\d\d)"
_PERIOD = re.compile(rf"(?:period|year|quarter)\s+ended:?\s+{_DATE}|[Dd]ate of [Rr]eport[^:\n]*:\s*{_DATE}")
_DAY = re.compile(r"(?:19|20)\d\d[01]\d[0-3]\d")
# a mail as text: its first line is a field, and its subject stands without what answers and forwards put before it
_MAIL = re.compile(
    r"\s*(?:from|to|date|subject|von|an|datum|betreff|de|objet|da|oggetto|asunto|onderwerp)\s?:", re.IGNORECASE
)
_SUBJECT = re.compile(
    r"^(?:subject|betreff|objet|oggetto|asunto|onderwerp)\s?:\s*(?:(?:re|aw|fwd?|wg|tr|sv|r|i)\s?:\s*)*(.+)$",
    re.IGNORECASE | re.MULTILINE,
)


def write_title(preview: Preview, *, file_name: str) -> str:
    """At most 12 words and the original extension; never empty.

    The file name's topical words come first, then the document's own title when it adds a word to them.
    """
    stem, suffix = split_suffix(file_name)
    named = topical_words(stem)
    own = _own_title(preview)
    words = _combined(named, own) or _words(stem) or ["untitled"]
    return " ".join(words)[:_MAX_CHARS].rstrip(" -.,:;") + suffix


def fit_title(written: str, *, file_name: str) -> str:
    """A title that somebody wrote, as titles are here: one line, at most 12 words, the original extension.

    Empty when nothing of it is left.

    >>> fit_title("Tarnholm: annual report 2025.PDF", file_name="scan0001.pdf")
    'Tarnholm: annual report 2025.pdf'
    """
    suffix = split_suffix(file_name)[1]
    words = _clean(written).removesuffix(".").split()
    if words and suffix and words[-1].casefold().endswith(suffix.casefold()):
        words[-1] = words[-1][: -len(suffix)]
    stem = " ".join(word for word in words[:_MAX_WORDS] if word)[:_MAX_CHARS].rstrip(" -.,:;")
    return stem + suffix if re.search(r"\w", stem) else ""


def split_suffix(file_name: str) -> tuple[str, str]:
    """File name without its extension, and the extension with its dot.

    >>> split_suffix("2023 Q2 AAPL.pdf")
    ('2023 Q2 AAPL', '.pdf')
    """
    found = _SUFFIX.search(file_name)
    return (file_name[: found.start()], found.group()) if found and found.start() else (file_name, "")


def topical_words(stem: str) -> list[str]:
    """The words of a file name that say something; empty when it is a hash, a number, a scanner's count.

    >>> topical_words("galaxy_gaming_10k_2021")
    ['galaxy', 'gaming', '10k', '2021']
    >>> topical_words("scan0001"), topical_words("000_b0ebff2934ff6a02")
    ([], [])
    """
    words = [word for word in _words(stem) if not _is_key(word)]
    # a year, a date or a count alone names nothing
    return words if any(_is_topical(word) for word in words) else []


def _words(stem: str) -> list[str]:
    text = _BRACKETS.sub(" ", unquote(stem))
    if re.fullmatch(r"[0-9a-fA-F-]{32,}", text):
        return [text]
    text = _SEPARATORS.sub(" ", text)
    # in a name written with spaces a hyphen joins: 'John-Kamen'; in a name without it separates: 'annual-report-2025'
    if " " not in text.strip():
        text = _HYPHEN.sub(" ", text)
    return [word for word in text.split() if word.strip("-–—")]


def _bare(word: str) -> str:
    return word.strip(".,;:#'\"").casefold()


def _is_key(word: str) -> bool:
    """Hashes, long numbers, random keys, 'scan0001': what a program wrote."""
    bare = _bare(word)
    if _YEAR.fullmatch(bare) or _DAY.fullmatch(bare):
        return False
    is_number = re.fullmatch(r"0\d{3,}|\d{5,}", bare) is not None
    is_random = len(bare) >= 12 and len(re.findall(r"\d+", bare)) >= 3
    return bool(is_number or is_random or _HEX.fullmatch(bare) or _NUMBERED_EMPTY.fullmatch(bare))


def _is_topical(word: str) -> bool:
    bare = _bare(word)
    return re.search(r"[^\W\d_]{2}", bare) is not None and bare not in _EMPTY_WORDS


def _own_title(preview: Preview) -> list[str]:
    """What the document calls itself: a filing's cover, the metadata, else the first heading-like lines."""
    text = preview.pages[0].text if preview.pages else ""
    filing = _filing_title(text)
    if filing:
        return filing
    subject = _SUBJECT.search(text) if _MAIL.match(text) else None
    if subject:
        return _clean(subject[1]).split()
    from_metadata = _SUFFIX.sub("", _PROGRAM_PREFIX.sub("", _clean(preview.metadata_title)))
    return from_metadata.split() if _is_title(from_metadata) else _leading_lines(text)


def _is_title(text: str) -> bool:
    """Whether a title of the metadata was given by somebody.

    >>> [_is_title(text) for text in ("Harbour costs", "(anonymous)", "Document1", "costs_2024", "Anonymous donors")]
    [True, False, False, False, True]
    """
    # one word with digits or underscores is the name of another file
    is_file_name = " " not in text and re.search(r"[\d_]", text) is not None
    is_placeholder = _PLACEHOLDER.fullmatch(_BRACKETS.sub(" ", text).strip()) is not None
    return bool(topical_words(text)) and not is_file_name and not is_placeholder


def _filing_title(text: str) -> list[str]:
    """Company, form and period from the cover of an SEC filing, whose layout is prescribed."""
    form, company = _FORM.search(text), _REGISTRANT.search(text)
    if not form or not company:
        return []
    period = _PERIOD.search(text)
    when = next((group for group in period.groups() if group), "") if period else ""
    return _clean(f"{company['name']} Form {form[1].upper()} {when}").split()


def _leading_lines(text: str) -> list[str]:
    """The first line that reads like a heading; on a cover the lines after it as well."""
    lines = [_clean(line) for line in text.splitlines()]
    is_cover = len(text.split()) <= _COVER_WORDS
    title: list[str] = []
    for line in lines[:40]:
        if not _is_heading_like(line):
            if title:
                break
            continue
        if title and len(title) + len(line.split()) > _MAX_WORDS:
            break
        title += line.split()
        if not is_cover:
            break
    return title


def _is_heading_like(line: str) -> bool:
    letters = sum(letter.isalpha() for letter in line)
    return (
        letters >= 4
        and not line[0].islower()
        and letters >= 0.6 * len(line.replace(" ", ""))
        and len(line.split()) <= _MAX_WORDS
        and not line.endswith((",", ";", ":"))
        and not (line.endswith(".") and len(line.split()) > 6)
        and not _FURNITURE.fullmatch(line)
    )


def _combined(named: list[str], own: list[str]) -> list[str]:
    """The file name, then the own title; where there is no room for both, without the words of the name that it has."""
    named = named[:_MAX_WORDS]
    known, adds = _keys(named), _keys(own)
    if not own or adds <= known:
        return named
    if known <= adds and known <= _keys(own[:_MAX_WORDS]):
        return _whole(own)
    if len(named) + len(own) <= _MAX_WORDS:
        return [*named, "-", *own]
    # the more of the title there is room for, the fewer words of the name are left over
    for size in range(min(len(own), _MAX_WORDS), 0, -1):
        kept = _whole(own, size)
        rest = [word for word in named if not _keys([word]) <= _keys(kept)]
        if len(rest) + len(kept) <= _MAX_WORDS:
            return [*rest, "-", *kept] if rest else kept
    return named


def _whole(words: list[str], size: int = _MAX_WORDS) -> list[str]:
    """The first words, without an end that leads to more."""
    kept = words[:size]
    while len(kept) < len(words) and len(kept) > 1 and _bare(kept[-1]) in _OPEN_ENDS:
        kept.pop()
    return kept


def _keys(words: list[str]) -> set[str]:
    """Words as they compare: letters and digits only."""
    return {key for word in words if (key := re.sub(r"[\W_]", "", word).casefold())}


def _clean(text: str) -> str:
    """One line that could be a file name: no controls, no slashes, single blanks."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.replace("/", "-").replace("\\", "-").split()).strip(" _-*#|")
