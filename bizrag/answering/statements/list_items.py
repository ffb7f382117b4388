"""Lists in passages: what leads to one is said with its items. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

#: signs that items of lists begin with, as a class of regular expressions
BULLETS = "[-•*–▪◦]"
BULLET = re.compile(rf"^(?:(?:{BULLETS}|#+|\(?\d{{1,2}}[.)])\s+)+")
_LETTERED = re.compile(r"\([a-z]{1,4}\)\s")
#: "To avoid surprises:" says nothing without what it leads to; statutes write "The Authority may revoke a licence if—"
LEAD_IN = re.compile(r"(?::|(?<=\w)[-–—])[\"'”’)*]*$")
# a list is part of the statement that leads to it up to this length, which a quote still takes
_LIST_CHARS = 600
# a command, an assignment or a path on a line of its own, which is no sentence: "PAPER=A4", "# make install"
_CODE = re.compile(
    r"(?:[#$>%] \S|[^\s<\[]\S*[=\\{}|^~$]\S*(?=\s|$)|[\w./-]+(?: \S+)*? --?[A-Za-z]|\w+\(.*\)$"
    r"|[\w./-]+ [^\n]*? \| (?:sudo|tee|grep|awk|sed|sort|head|tail|xargs|less|jq|wc|cut)\b|~?/\w[\w./-]*$)[^\n]*$"
)
_NO_CODE = re.compile(r"[.!?:][\"'”’)]*$|^[A-Z][a-z]+ [a-z]+ [a-z]+ ")
_CODE_CHARS = 200
_LED_TO = re.compile(r":[\"'”’)*]*\n+(?P<code>[^\n]+(?:\n[^\n]+)*)$")
# an item that stands in another one
_SET_IN = re.compile(rf"^ +(?:{BULLETS}|\(?\w{{1,3}}[.)])\s", re.MULTILINE)


def with_lists(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Spans, those of lead-ins with the items of their list, or with the line of code below; each item stays a
    statement of its own as well.

    Where lists stand in lists, an item leads to what is set in below it.

    >>> text = "- In scope\\n  - gateways\\n- Out of scope\\n  - repair"
    >>> [text[slice(*span)] for span in with_lists(text, [(0, 10), (13, 23), (24, 38), (41, 49)])]
    ['- In scope\\n  - gateways', '- gateways', '- Out of scope\\n  - repair', '- repair']
    """
    has_levels = _SET_IN.search(text) is not None
    for at, (start, end) in enumerate(spans):
        is_item = has_levels and is_list_item(text[start:end])
        leads = LEAD_IN.search(text[start:end].rstrip()) is not None
        whole = _end_of_list(text, spans[at:], is_item=is_item) if is_item or leads else end
        if whole == end and leads and at + 1 < len(spans):
            left, right = spans[at + 1]
            whole = right if is_code(text[left:right]) else end
        yield start, whole


def _end_of_list(text: str, spans: Sequence[tuple[int, int]], *, is_item: bool) -> int:
    """Where the list ends that the first span leads to, with the further sentences of its items; of one that is longer
    than a quote, where the items end that follow right after each other.
    """
    (start, end), whole = spans[0], spans[0][1]
    part: int | None = None
    for left, right in spans[1:]:
        # a further sentence of an item stands in its paragraph
        goes_on = whole > end and "\n\n" not in text[whole:left]
        is_next = is_list_item(text[left:right])
        if (is_item and _indent(text, left) <= _indent(text, start)) or not (is_next or goes_on):
            return whole
        is_far = right - start > _LIST_CHARS
        if part is None and (is_far or not is_next):
            part = whole
        if is_far and part is not None:
            return part
        whole = right
    return whole


def is_list_item(text: str) -> bool:
    """Whether a text begins with a bullet, a number or a letter in brackets."""
    return BULLET.match(text) is not None or _LETTERED.match(text) is not None


def is_code(text: str) -> bool:
    """Whether a text is a line of code, or a few, and no sentence.

    >>> [is_code(one) for one in ("# make install", "PAPER=A4", "tar -x a.tar", "print(p.level(0))", "Ask HR - always")]
    [True, True, True, True, False]
    >>> is_code("echo 3 | sudo tee /proc/x"), is_code("Name | Value")
    (True, False)
    """
    said = text.strip()
    first = said.partition("\n")[0]
    is_short = len(said) <= _CODE_CHARS and not is_list_item(first.removeprefix("# "))
    return is_short and _NO_CODE.search(first) is None and _CODE.match(first) is not None


def leads_to_code(text: str) -> bool:
    """Whether a statement is a lead-in with the code below it: "The default is:", "PAPER=A4"."""
    led = _LED_TO.search(text.strip())
    return led is not None and is_code(led["code"])


def _indent(text: str, start: int) -> int:
    """How far what begins there is set in."""
    return start - text.rfind("\n", 0, start) - 1
