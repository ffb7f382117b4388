"""Questions of a form with boxes to tick: "Conclusion ☐ Safe to operate ☒ Withdraw from use". Pure."""

from __future__ import annotations

import re

from bizrag.model.terms import terms
from bizrag.parsing.engines.marks.tick_boxes import EMPTY, TICKED

_OPTION = re.compile(rf"(?P<mark>[{TICKED}{EMPTY}])\s*(?P<said>[^{TICKED}{EMPTY}]*)")


def without_unticked(text: str, question: str) -> str:
    """A line with the options that are ticked; with all where the question names one that is not, or none is.

    >>> without_unticked("Conclusion ☐ Safe to operate ☒ Withdraw from use", "May we use the truck?")
    'Conclusion ☒ Withdraw from use'
    >>> without_unticked("Power ☒ Battery ☐ Diesel", "Is it a diesel?")
    'Power ☒ Battery ☐ Diesel'
    >>> without_unticked("Kind of leave ☒ Annual leave ☐ Unpaid leave", "What kind of leave is it?")
    'Kind of leave ☒ Annual leave'
    """
    options = list(_OPTION.finditer(text))
    # what the options are of names none of them
    asked = set(terms(question)) - set(terms(text[: options[0].start()] if options else ""))
    unticked = [option for option in options if option["mark"] == EMPTY]
    is_asked = any(asked & set(terms(option["said"])) for option in unticked)
    if is_asked or not unticked or len(unticked) == len(options):
        return text
    return _OPTION.sub(lambda option: option[0] if option["mark"] == TICKED else "", text).rstrip()
