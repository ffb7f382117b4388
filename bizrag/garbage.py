"""How often this process looks for garbage in cycles: seldom, as most of what it makes at its start stays.

Python looks through young objects each time 700 of them have come, and through all of them now and then. Of those that
imports make 280,000 stay: looking at them took a sixth of the start of a parser process, and 0.3 s of each document.
"""

from __future__ import annotations

import gc
import sys

# young objects before a look, looks at the young ones before one at the middle-aged, these before one at all
_YOUNG, _LOOKS = 20_000, 20


def collect_seldom() -> None:
    """Look for garbage after 20,000 young objects in place of 700; call it before what is imported."""
    gc.set_threshold(_YOUNG, _LOOKS, _LOOKS)


def collect_and_keep(num_modules: int) -> int:
    """Look for garbage now. Where more than ``num_modules`` are loaded, what is left is never looked at again: modules
    and models, which came since then. Returns how many are loaded.
    """
    gc.collect()
    if len(sys.modules) > num_modules:
        gc.freeze()
    return len(sys.modules)
