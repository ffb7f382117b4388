"""Lists of terms in HTML: a term with one paragraph is told with it, one with more of them is a section of the page.

Manuals of programs list their options so. What stands in the third paragraph below an option ("default: off") says
nothing without its name, and where a chunk begins with it the name is lost.
"""

from __future__ import annotations

from typing import Any

BLOCKS = frozenset(("p", "div", "td", "table", "ul", "ol", "li", "h1", "h2", "h3", "h4", "h5", "h6", "section"))
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
# what several paragraphs below a term are made of
_LONG = frozenset((*BLOCKS, "dl", "pre", "blockquote"))
_MAX_TERM_LETTERS = 120


def pair_terms(root: Any) -> None:
    """Lists of terms become paragraphs (``Breakfast: 7:15 to 9:30``), or sections where their descriptions are longer
    than a paragraph or they are questions. A term may have several descriptions, and the other way round.
    """
    for terms in list(root.iter("dl")):
        nodes = [child for child in terms.iter("dt", "dd") if next(child.iterancestors("dl"), None) is terms]
        if _are_sections(terms, nodes):
            _head(terms, nodes)
        else:
            _pair(terms, nodes)
        terms.tag = "div"


def _pair(terms: Any, nodes: list[Any]) -> None:
    above: list[str] = []
    was_term = False
    for node in nodes:
        text = " ".join(str(node.text_content()).split())
        if node.tag == "dt":
            above = [*above, text] if was_term else [text]
        elif above and text and _is_paragraph(node):
            for child in list(node):
                node.remove(child)
            is_answer = len(above) == 1 and above[0].endswith("?")
            node.tag, node.text = "p", text if is_answer else f"{', '.join(above).rstrip(': ')}: {text}"
        was_term = node.tag == "dt"
    for node in list(terms.iter("dt")):
        following = node.getnext()
        while following is not None and following.tag == "dt":
            following = following.getnext()
        if str(node.text_content()).rstrip().endswith("?"):
            node.tag = "p"
        elif following is not None and following.tag == "p":
            node.drop_tree()


def _is_paragraph(description: Any) -> bool:
    """Whether a description is a run of text, or one paragraph of it."""
    blocks = [child for child in description.iterdescendants() if child.tag in _LONG]
    if not blocks:
        return True
    is_all = "".join(str(blocks[0].text_content()).split()) == "".join(str(description.text_content()).split())
    return len(blocks) == 1 and blocks[0].tag == "p" and is_all


def _is_long(description: Any) -> bool:
    """Whether a description is of several paragraphs, lists or blocks of code."""
    return sum(child.tag in _LONG for child in description) + bool((description.text or "").strip()) > 1


def _are_sections(terms: Any, nodes: list[Any]) -> bool:
    """Whether terms head what stands below each: all are questions, or some of it is longer than a paragraph and no
    term is. What follows the list has a heading of its own, or it would seem to be of the last term.
    """
    names = [node for node in nodes if node.tag == "dt"]
    if not names or nodes[0].tag != "dt":
        return False
    are_questions = all(str(name.text_content()).rstrip().endswith("?") for name in names)
    if not are_questions and not any(_is_long(node) for node in nodes if node.tag == "dd"):
        return False
    if next(terms.iterancestors("table", "li"), None) is not None or _next_is_text(terms):
        return False
    texts = ["".join(str(name.text_content()).split()) for name in names]
    is_plain = all(child.tag not in _LONG for name in names for child in name.iterdescendants())
    return is_plain and all(0 < len(text) <= _MAX_TERM_LETTERS for text in texts)


def _next_is_text(node: Any) -> bool:
    """Whether text that is no heading and no term follows an element."""
    while node is not None:
        if (node.tail or "").strip():
            return True
        for after in node.itersiblings():
            first = next((one for one in after.iter() if (one.text or "").strip()), None)
            if first is not None:
                return not any(one.tag in (*_HEADINGS, "dt") for one in (first, *first.iterancestors()))
            if (after.tail or "").strip():
                return True
        node = node.getparent()
    return False


def _head(terms: Any, nodes: list[Any]) -> None:
    above = terms.xpath("preceding::*[self::h1 or self::h2 or self::h3 or self::h4 or self::h5 or self::h6][1]")
    level = min(int(above[0].tag[1]) + 1, len(_HEADINGS)) if above else 2
    before: list[Any] = []
    for node in nodes:
        if node.tag == "dt":
            before.append(node)
            continue
        node.tag = "div"
        if before:
            text = ", ".join(" ".join(str(term.text_content()).split()) for term in before)
            for term in before[:-1]:
                term.drop_tree()
            for child in list(before[-1]):
                before[-1].remove(child)
            before[-1].tag, before[-1].text = f"h{level}", text
            before = []
    for term in before:
        term.tag = "p"
