"""Waiting for what another thread or process does."""

from __future__ import annotations

import time
from collections.abc import Callable


def wait_until(is_so: Callable[[], bool], seconds: float = 30.0) -> None:
    """Until it is so; a failure where it takes too long."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, f"not so within {seconds} s"
        time.sleep(0.01)
