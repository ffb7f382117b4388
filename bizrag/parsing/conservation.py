"""Text is conserved: every token of a page's text layer ends in a block, a table, a picture's text or page furniture.

The words that pdfium reads are compared with what reached the draft, page by page. What is missing is added where it
stands: to the table or picture whose region holds it, to the furniture in the margins, else as a paragraph in reading
position. Tokens are compared after NFKC and case folding; words that one reader joins and the other splits ("infor-
mation", "3 .88") count as equal when their letters do.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import Draft, DraftItem, DraftPage, DraftPicture, DraftTable, DraftText
from bizrag.parsing.text_layers.text_layer import PageLayer, Word, box_around, lines_of

# Right-to-left letters by themselves: one reader sets "Python" against the Arabic word beside it.
_RTL = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff"
_TOKEN = re.compile(rf"[{_RTL}]+|[^\W{_RTL}]+")
_PIECE = re.compile(r"\d+|\D+")
_IS_RTL = re.compile(f"[{_RTL}]")
# Wholly inside this share of the page height at its top or bottom, a stray line is a running header or footer.
MARGIN_BAND = 0.065
# Lines closer than this, in line heights, belong to one paragraph.
_PARAGRAPH_GAP = 0.8
# What a line may end with in the middle of a word or a range.
_DASHES = ("-", "\u00ad", "\u2010", "\u2013", "\u2014")
# Shorter words are found among left-over letters by chance.
_MIN_RESPELLED = 3


def tokens(text: str) -> list[str]:
    """What is compared: runs of letters and digits, in one Unicode form and case.

    >>> tokens("Net Sales: $3,061")
    ['net', 'sales', '3', '061']
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    if not _IS_RTL.search(plain):
        return _TOKEN.findall(plain)
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter) and letter != "\u0640")
    # Readers turn around ligatures (lam-alef) or whole words: what counts is which letters a word has.
    return ["".join(sorted(token)) if _IS_RTL.match(token) else token for token in _TOKEN.findall(plain)]


def item_text(item: DraftItem) -> str:
    """All text that an item carries into the parse, except captions (they stand as blocks of their own)."""
    match item:
        case DraftText():
            return item.text
        case DraftTable():
            return " ".join(cell.text for cell in item.cells)
        case DraftPicture():
            return item.text


def conserve_page(draft: Draft, layer: PageLayer, page: DraftPage) -> None:
    """Give pictures their inner text, add what is missing on one page, and write the account into ``page``."""
    fill_pictures(draft.on_page(layer.page_no), layer)
    missing = missing_words(layer.words, draft.on_page(layer.page_no))
    if missing:
        place_words(draft, missing, layer)
        missing = missing_words(layer.words, draft.on_page(layer.page_no))
    count_losses(page, layer, missing)


def fill_pictures(items: Sequence[DraftItem], layer: PageLayer) -> None:
    """The words inside a picture's box, which no text or table on top of it holds, become the picture's text."""
    covers = [item.bbox for item in items if not isinstance(item, DraftPicture) and item.bbox is not None]
    for item in items:
        if isinstance(item, DraftPicture) and item.bbox is not None and not item.text:
            box = item.bbox
            over = [cover for cover in covers if cover.area < box.area]
            inside = [
                w for w in layer.words if box.holds_centre(w.bbox) and not any(c.holds_centre(w.bbox) for c in over)
            ]
            lines = (_line_text(line) for line in lines_of(inside))
            # points of a chart may be letters of a font
            item.text = "\n".join(line for line in lines if any(map(str.isalnum, line)))


def missing_words(words: Sequence[Word], items: Sequence[DraftItem]) -> list[Word]:
    """The words of the layer whose tokens reached none of the items, in the layer's order."""
    supply = [token for item in items for token in tokens(item_text(item))]
    counts = Counter(supply)
    _part_at_line_ends(words, counts)
    boxes = [item.bbox for item in items if item.bbox is not None]
    missing: list[int] = []
    # Words under an item take their tokens first: a repeated word is then missed where nothing covers it.
    # A word over two lines comes last: where its halves were joined it needs none of the others' tokens.
    order = sorted(
        range(len(words)),
        key=lambda i: (not any(box.holds_centre(words[i].bbox) for box in boxes), words[i].broken_at is not None),
    )
    for index in order:
        wanted = Counter(_as_supplied(tokens(words[index].text), counts))
        if all(counts[token] >= number for token, number in wanted.items()):
            counts.subtract(wanted)
        else:
            missing.append(index)
    return [words[index] for index in _not_respelled(sorted(missing), words, supply, counts)]


def _part_at_line_ends(words: Sequence[Word], counts: Counter[str]) -> None:
    """Count what was joined over a dash at the end of a line as its two tokens: "3018" for "9.30–" and "18.00".

    Else the halves take the tokens of a word elsewhere, and that word is missed in their place.
    """
    for one, other in pairwise(words):
        if not one.text.endswith(_DASHES):
            continue
        first, second = tokens(one.text)[-1:], tokens(other.text)[:1]
        joined = "".join((*first, *second))
        if first and second and 0 < counts[joined] > sum(joined in tokens(word.text) for word in words):
            counts.subtract([joined])
            counts.update((*first, *second))


def _as_supplied(wanted: Sequence[str], counts: Counter[str]) -> list[str]:
    """The tokens of a word, one that is nowhere as figures and letters: a raised mark and its word."""
    return [piece for token in wanted for piece in ([token] if token in counts else _PIECE.findall(token))]


def place_words(draft: Draft, missing: Sequence[Word], layer: PageLayer) -> None:
    """Add words to the draft: into the item whose box holds them, as furniture, else as paragraphs in their place."""
    rest: list[Word] = []
    items = draft.on_page(layer.page_no)
    for line in lines_of(missing):
        home = _home(items, line)
        if isinstance(home, DraftPicture):
            home.text = f"{home.text}\n{_line_text(line)}".strip()
        elif isinstance(home, DraftTable):
            for word in line:
                _add_to_cell(home, word)
        elif isinstance(home, DraftText):
            home.text = f"{home.text} {_line_text(line)}"
        elif kind := margin_kind(box_around(line), layer.height_pt):
            draft.items.insert(
                _position(draft, layer.page_no, box_around(line)),
                DraftText(kind=kind, text=_line_text(line), page_no=layer.page_no, bbox=box_around(line)),
            )
        else:
            rest += line
    for paragraph in paragraphs(rest):
        box = box_around(paragraph)
        text = " ".join(_line_text(line) for line in lines_of(paragraph))
        block = DraftText(kind=BlockKind.TEXT, text=text, page_no=layer.page_no, bbox=box)
        draft.items.insert(_position(draft, layer.page_no, box), block)


def count_losses(page: DraftPage, layer: PageLayer, missing: Sequence[Word]) -> None:
    """Write how many tokens and numbers the layer has and how many are lost."""
    page.num_layer_tokens, page.num_layer_numbers = _account(layer.words)
    page.num_lost_tokens, page.num_lost_numbers = _account(missing)


def margin_kind(bbox: BoundingBox, height_pt: float) -> BlockKind | None:
    """Page header or footer for a line wholly in a margin band, else None."""
    if bbox.b < MARGIN_BAND * height_pt:
        return BlockKind.PAGE_HEADER
    if bbox.t > (1 - MARGIN_BAND) * height_pt:
        return BlockKind.PAGE_FOOTER
    return None


def paragraphs(words: Sequence[Word]) -> list[list[Word]]:
    """Lines that follow each other closely and share columns, joined."""
    groups: list[list[Word]] = []
    for line in lines_of(words):
        box = box_around(line)
        last = box_around(groups[-1]) if groups else None
        gap = _PARAGRAPH_GAP * max(word.font_pt for word in line)
        if last is not None and -gap < box.t - last.b < gap and box.l < last.r and last.l < box.r:
            groups[-1] += line
        else:
            groups.append(list(line))
    return groups


def _not_respelled(missing: list[int], words: Sequence[Word], supply: list[str], counts: Counter[str]) -> list[int]:
    """Missing words less those whose letters stand in the output in other pieces."""
    if not missing:
        return []
    letters = "".join(_left_over(supply, counts))
    lost: list[int] = []
    for run in _runs(missing):
        still, letters = _match_run(run, words, letters)
        lost += still
    return lost


def _left_over(supply: list[str], counts: Counter[str]) -> list[str]:
    """The tokens that no word took, in their order: of those that stand at several places, the ones beside others that
    are left over ("charges" and the mark of its note).
    """
    left = Counter({token: number for token, number in counts.items() if number > 0})
    total = Counter(supply)
    sure = [False, *(left[token] == total[token] for token in supply), False]
    beside = [before or own or after for before, own, after in zip(sure, sure[1:], sure[2:], strict=False)]
    taken: list[int] = []
    for index in sorted(range(len(supply)), key=lambda index: not beside[index]):
        if left[supply[index]] > 0:
            left[supply[index]] -= 1
            taken.append(index)
    return [supply[index] for index in sorted(taken)]


def _match_run(run: list[int], words: Sequence[Word], letters: str) -> tuple[list[int], str]:
    """What of a run of missing words cannot be read off the left-over letters; and what is left of these."""
    spelled = ["".join(tokens(words[index].text)) for index in run]
    rest = _without("".join(spelled), letters, at_least=1)
    if rest is not None:
        return [], rest
    lost: list[int] = []
    for index, word in zip(run, spelled, strict=True):
        rest = _without(word, letters, at_least=_MIN_RESPELLED)
        if rest is None:
            lost.append(index)
        else:
            letters = rest
    return lost, letters


def _without(word: str, letters: str, *, at_least: int) -> str | None:
    """The letters less one occurrence of a word; None when it is not there. Nothing is always there."""
    # Right-to-left text comes reversed from one of the readers.
    for form in (word, word[::-1]):
        if not word or (len(word) >= at_least and form in letters):
            return letters.replace(form, " ", 1) if word else letters
    return None


def _runs(indices: list[int]) -> Iterable[list[int]]:
    run: list[int] = []
    for index in indices:
        if run and index != run[-1] + 1:
            yield run
            run = []
        run.append(index)
    if run:
        yield run


def _account(words: Sequence[Word]) -> tuple[int, int]:
    all_tokens = [token for word in words for token in tokens(word.text)]
    return len(all_tokens), sum(any(letter.isdigit() for letter in token) for token in all_tokens)


def _home(items: Sequence[DraftItem], line: Sequence[Word]) -> DraftItem | None:
    """The smallest item whose box holds the line; headings and tables without cells take nothing in."""
    box = box_around(line)
    homes = [item for item in items if item.bbox is not None and item.bbox.holds_centre(box) and _takes_words(item)]
    return min(homes, key=lambda item: item.bbox.area if item.bbox else 0.0, default=None)


def _takes_words(item: DraftItem) -> bool:
    match item:
        case DraftTable():
            return bool(item.cells)
        case DraftText():
            return item.kind is not BlockKind.HEADING
        case DraftPicture():
            return True


def _add_to_cell(table: DraftTable, word: Word) -> None:
    """Append a word to the cell it stands in, else to the nearest one (rows count double)."""
    x, y = (word.bbox.l + word.bbox.r) / 2, (word.bbox.t + word.bbox.b) / 2

    def distance(index: int) -> float:
        box = table.cells[index].bbox
        if box is None:
            return float("inf")
        return max(box.l - x, 0.0, x - box.r) + 2 * max(box.t - y, 0.0, y - box.b)

    nearest = min(range(len(table.cells)), key=distance)
    cell = table.cells[nearest]
    table.cells[nearest] = replace(cell, text=f"{cell.text} {word.text}".strip())


def _position(draft: Draft, page_no: int, box: BoundingBox) -> int:
    """Where a new block belongs: after the last item of its page that ends above it in its columns."""
    first: int | None = None
    after: int | None = None
    for index, item in enumerate(draft.items):
        if item.page_no is not None and item.page_no < page_no:
            first = index + 1
        if item.page_no != page_no:
            continue
        first = index if first is None else first
        other = item.bbox
        if other is not None and (other.t + other.b) / 2 <= box.t and other.l < box.r and box.l < other.r:
            after = index + 1
    if after is not None:
        return after
    return first if first is not None else 0


def _line_text(line: Sequence[Word]) -> str:
    return " ".join(word.text for word in line)
