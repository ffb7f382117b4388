"""Processes that tests look for."""

from __future__ import annotations

import psutil


def command_of(process: psutil.Process) -> str:
    """Its command line; "" of one that ended meanwhile, or whose end nobody has read yet."""
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""
