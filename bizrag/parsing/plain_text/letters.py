"""Mails in plain text: the lines that say who wrote a mail, to whom and when, and the mails that it answers."""

from __future__ import annotations

import re
from collections.abc import Sequence

_FROM = re.compile(r"\s*(?:From|Von|De|Van|Från|Fra|Da)\s*:\s*\S")
_FIELD = re.compile(r"\s*[A-ZÀ-Þ][\w-]{0,14}(?: [\w-]{1,12})?\s*:(?:\s|$)")
_RULE = re.compile(r"\s*[-_=*]{3,}.*$")
# who, to whom, when or about what
_MIN_FIELDS = 3


def begin_of_mail(lines: Sequence[str]) -> int:
    """The line of a paragraph that says who wrote the mail that begins there; -1 where none begins.

    >>> begin_of_mail(["-----Original Message-----", "From: Ann Lee", "Sent: Monday", "To: Bo", "Subject: Keys"])
    1
    >>> begin_of_mail(["From: 9 am", "we are open."])
    -1
    """
    begin = next((at for at, line in enumerate(lines) if not _RULE.match(line)), 0)
    fields = lines[begin : begin + _MIN_FIELDS]
    is_begun = len(fields) == _MIN_FIELDS and _FROM.match(fields[0]) is not None
    return begin if is_begun and all(map(_FIELD.match, fields)) else -1
