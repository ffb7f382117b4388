"""The log of questions: who asked when, narrowed to what, which documents were found, whether the answer abstained."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable

from sqlalchemy import Engine

from bizrag.configuration.access import AuditSettings
from query.observing import Observed
from sql import statement

#: seconds between two removals of old lines by one process
_PRUNE_SECONDS = 3600.0


class QuestionLog:
    """An observer that writes every question to the database. Safe for several threads.

    It writes as the owner of the database: who asks cannot change what was written about it. A line that cannot be
    written is an error of the question, because a log with holes is none.
    """

    def __init__(self, engine: Callable[[], Engine], settings: AuditSettings) -> None:
        self._engine = engine
        self._settings = settings
        self._pruned_at = float("-inf")
        self._lock = threading.Lock()

    def __call__(self, observed: Observed) -> None:
        """Write a line, and now and then remove old ones."""
        line = {
            "principal": observed.principal.name,
            "role": observed.principal.role.value,
            "action": observed.kind.value,
            "index_name": _storable(observed.index),
            "filters": _storable(json.dumps(observed.narrowed).replace("\\u0000", "")),
            "question": _storable(observed.question) if self._settings.keeps_text else None,
            "document_ids": list(observed.document_ids),
            "abstained": observed.is_abstention,
            "error_class": observed.error,
            "seconds": observed.seconds,
        }
        with self._engine().begin() as conn:
            if self._prunes_now():
                conn.execute(statement("delete_old_questions"), {"days": self._settings.retention_days})
            conn.execute(statement("insert_question"), line)

    def _prunes_now(self) -> bool:
        with self._lock:
            now = time.monotonic()
            if now - self._pruned_at < _PRUNE_SECONDS:
                return False
            self._pruned_at = now
            return True


def _storable(words: str) -> str:
    return words.replace("\0", " ").encode("utf-8", "ignore").decode("utf-8")
