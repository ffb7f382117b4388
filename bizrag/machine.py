"""What this process may count on: the machine's processors and memory, or its container's where these are less."""

from __future__ import annotations

import os
from pathlib import Path

_MB = 1024 * 1024
_MEMORY_LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
# control groups of version 2 have one file, "200000 100000" or "max 100000" microseconds
_PROCESSOR_LIMIT = Path("/sys/fs/cgroup/cpu.max")
# what a parser process may hold, and what the database, the embedder and everything else need beside them
_PARSER_MB, _OTHERS_MB = 2000, 4000
# more parsers would wait for the embedder
_MOST_PARSERS = 4


def memory_mb() -> int:
    """Memory in MB."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    for limit in _MEMORY_LIMITS:
        try:
            total = min(total, int(limit.read_text()))
        except (OSError, ValueError):
            continue  # no such control group version, or "max"
    return total // _MB


def num_processors() -> int:
    """Processors, at least one; a part of one counts as one."""
    # macOS has no affinity
    number = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        quota, period = _PROCESSOR_LIMIT.read_text().split()
        number = min(number, -(-int(quota) // int(period)))
    except (OSError, ValueError):
        pass  # no such control group version, or "max"
    return max(number, 1)


def num_parsers(processors: int, memory: int) -> int:
    """Parser processes that a machine of so many processors and so much memory (MB) is busy with, and not beyond.

    >>> num_parsers(2, 24_000), num_parsers(16, 64_000), num_parsers(4, 8_000), num_parsers(8, 4_000)
    (2, 4, 2, 1)
    """
    return max(min(processors, (memory - _OTHERS_MB) // _PARSER_MB, _MOST_PARSERS), 1)
