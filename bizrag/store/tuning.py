"""Server settings from the machine's size. Modest: the database shares the machine with parsers and models."""

from __future__ import annotations

import os

_MB = 1024 * 1024
#: Environment of the server: what glibc keeps of freed memory (other C libraries ignore it). A search takes megabytes
#: and frees them; asking the kernel for them anew each time was a tenth of BM25's time over a million chunks.
SERVER_ENVIRONMENT = {
    "MALLOC_TRIM_THRESHOLD_": str(32 * _MB),
    "MALLOC_MMAP_THRESHOLD_": str(16 * _MB),
    "MALLOC_TOP_PAD_": str(4 * _MB),
}


def server_settings(memory_mb: int, *, is_durable: bool) -> dict[str, str]:
    """``postgresql.conf`` entries for a machine with this memory.

    ``is_durable=False`` is for throw-away databases only: a crash of the machine may destroy the data.
    """
    settings = {
        "shared_buffers": f"{_clamp(memory_mb // 16, 64, 1024)}MB",
        "effective_cache_size": f"{max(memory_mb // 2, 128)}MB",
        "work_mem": f"{_clamp(memory_mb // 256, 16, 64)}MB",
        "maintenance_work_mem": f"{_clamp(memory_mb // 16, 64, 1024)}MB",
        # An HNSW build takes its memory from shared memory once per build, parallel or not.
        "max_parallel_maintenance_workers": "1",
        "max_wal_size": "2GB",
        "checkpoint_timeout": "15min",
        "random_page_cost": "1.1",
        "jit": "off",
        "timezone": "UTC",
        "log_timezone": "UTC",
        "max_connections": "100",
    }
    if _shared_memory_mb() < 1024:
        # Containers give /dev/shm 64 MB; mapped files have no such limit.
        settings["dynamic_shared_memory_type"] = "mmap"
    if not is_durable:
        # synchronous_commit stays on: without fsync it costs nothing, and off it keeps VACUUM from marking fresh pages.
        settings |= {"fsync": "off", "full_page_writes": "off"}
    return settings


def _shared_memory_mb() -> int:
    try:
        stat = os.statvfs("/dev/shm")  # noqa: S108 - asked for its size, nothing is written there
    except OSError:
        return 1024  # no such mount (macOS): the default works
    return stat.f_frsize * stat.f_blocks // _MB


def _clamp(value: int, low: int, high: int) -> int:
    return min(max(value, low), high)
