"""Secrets out of lines that people and log stores read: keys in URLs, Authorization values, passwords of databases.

A line is scrubbed where it leaves: before an error is recorded, printed or logged. What is taken for a secret is
replaced by ``***``; its name stays, so that a reader knows which one it was.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

_HIDDEN = "***"
_PARAMETERS = (
    r"key|api[_-]?key|access[_-]?key|access[_-]?token|auth[_-]?token|token|sig|signature|password|passwd|pwd|secret|"
    r"client[_-]?secret|x-amz-signature|x-amz-credential|x-amz-security-token|x-goog-signature|awsaccesskeyid"
)
_NAMES = (
    r"password|passwd|pwd|pgpassword|secret|client[_-]?secret|secret[_-]?access[_-]?key|api[_-]?key|access[_-]?key|"
    r"(?:access|auth|refresh|session|security)[_-]?token"
)
# Every pattern keeps its first group and hides what follows it.
_SECRETS = (
    # user:password@host; the user stays
    re.compile(r"(\b[a-z][a-z0-9+.-]*://[^\s/:@]*:)[^\s/@]+(?=@)", re.IGNORECASE),
    re.compile(
        r"(\b(?:proxy-)?authorization[\"']?\s*[:=]\s*[\"']?(?:(?:bearer|basic|token|digest)\s+)?)[^\s\"',;]+",
        re.IGNORECASE,
    ),
    re.compile(r"(\bbearer\s+)[\w.~+/=-]{8,}", re.IGNORECASE),
    re.compile(rf"([?&;](?:{_PARAMETERS})=)[^&\s\"'<>]+", re.IGNORECASE),
    re.compile(rf"((?<![a-z])(?:[a-z0-9]+[_-]+)*(?:{_NAMES})[\"']?\s*[:=]\s*[\"']?)[^\s\"',;&]+", re.IGNORECASE),
    # keys that say what they are: OpenAI and compatible services, Amazon, GitHub, ours
    re.compile(r"(\bsk-|\bAKIA|\bASIA|\bghp_|\bhf_|\bbizrag_)[\w-]{12,}"),
)


def scrub(line: str) -> str:
    """The line without secrets.

    >>> scrub("cannot reach postgresql://bizrag:hunter2@db:5432/docs")
    'cannot reach postgresql://bizrag:***@db:5432/docs'
    >>> scrub("401 for https://api.example/v1?api-key=abc123&x=1, Authorization: Bearer abc.def")
    '401 for https://api.example/v1?api-key=***&x=1, Authorization: Bearer ***'
    """
    for pattern in _SECRETS:
        line = pattern.sub(rf"\1{_HIDDEN}", line)
    return line


def scrub_event(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A structlog processor: every text of a record without secrets; after the one that writes tracebacks."""
    for name, value in event.items():
        event[name] = _scrub_value(value)
    return event


def _scrub_value(value: Any) -> Any:
    if isinstance(value, str):
        return scrub(value)
    if isinstance(value, dict):
        return {key: _scrub_value(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_scrub_value(item) for item in value]
    return value


def scrub_logging() -> None:
    """Have every record of the standard library's logging scrubbed from now on, traceback included; safe to repeat."""
    make = logging.getLogRecordFactory()
    if not isinstance(make, _ScrubbedRecords):
        logging.setLogRecordFactory(_ScrubbedRecords(make))


@dataclass(frozen=True, slots=True)
class _ScrubbedRecords:
    """Makes records as another factory does, and scrubs them."""

    make: Callable[..., logging.LogRecord]

    def __call__(self, *args: Any, **kwargs: Any) -> logging.LogRecord:
        record = self.make(*args, **kwargs)
        record.msg, record.args = scrub(record.getMessage()), ()
        if record.exc_info:
            # formatters write this text and do not ask the exception again
            record.exc_text = scrub(logging.Formatter().formatException(record.exc_info))
        return record
