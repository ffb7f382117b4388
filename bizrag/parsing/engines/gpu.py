"""Whether torch could compute on a graphics card, told without importing it where there is none."""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from pathlib import Path

# what CUDA programs load from an NVIDIA driver, and the device of AMD's
_NVIDIA_DRIVER = "libcuda.so.1"
_AMD_DEVICE = Path("/dev/kfd")


@cache
def has_gpu() -> bool:
    """What ``torch.cuda.is_available()`` says; torch is not asked on a Linux machine without a driver.

    Importing it takes a parser process longer than some pages do.
    """
    if sys.platform == "linux" and not _has_driver():
        return False
    import torch

    return torch.cuda.is_available()


def _has_driver() -> bool:
    try:
        ctypes.CDLL(_NVIDIA_DRIVER)
    except OSError:
        return _AMD_DEVICE.exists()
    return True
