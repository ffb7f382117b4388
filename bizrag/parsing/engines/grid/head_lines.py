"""Which lines of a table are its head: names of columns, above the first line of values (pure)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bizrag.parsing.engines.grid.rows import Barriers, Line
from bizrag.parsing.engines.grid.words import Segment, is_amount, is_date, is_year

# a column of numbers has at least so many pieces, so many of them numbers
_MIN_NUMBERS = 3
_NUMBER_SHARE = 0.7
# what a cell holds in place of "yes", "no" or "none"
_MARK = re.compile(r"[✓✔✗✘×☑☐●○■□–—-]+")
# the columns of a name and its fact; how many of these make a list, and how long a name may be
_FACT = (0, 1)
_MIN_FACTS, _NAME_WORDS = 3, 6
# among facts of several kinds so many are words
_MIN_WORDS = 2
# names of columns have no more lines with a label and something in most columns
_MAX_FULL_LINES = 3


def count_head_lines(lines: Sequence[Line], barriers: Barriers) -> int:
    """How many lines at the top name the columns: those above the first line of numbers, up to the last rule there."""
    of_numbers = _number_columns(lines)
    first_data = next((i for i, line in enumerate(lines) if _is_body_line(line, of_numbers)), None)
    head = _head_by_rules(lines, barriers, first_data)
    if not any(barriers.is_full(i) for i in range(min(head, len(lines) - 1))):
        head = _without_rows(lines, head, barriers.num_cols)
    # names may go on under the rule: "September 30," over "2023", no label beside them
    while (
        head
        and head < len(lines) - 1
        and ((_only_names(lines[head]) and not _is_whole(lines, barriers, head)) or _ends_names(lines, barriers, head))
    ):
        head += 1
    return head


def _without_rows(lines: Sequence[Line], head: int, num_cols: int) -> int:
    """A head that no rule ends, without the rows of words at its end ("Type of hot water  flow heater  storage").

    Names in bold type over lines that are not are all names; what has label and cells again and again are rows.
    """
    num_bold = next((i for i, line in enumerate(lines) if not line.is_bold), len(lines))
    if 0 < num_bold < head - 1:
        return num_bold
    full = [i for i in range(head) if 0 in lines[i].occupied and 2 * len(lines[i].occupied) > num_cols]
    return max(full[0], 1) if len(full) > _MAX_FULL_LINES else head


def is_list_of_facts(lines: Sequence[Line], barriers: Barriers) -> bool:
    """Whether two columns are facts beside their names, "Name Marta Oyelaran", "First day 3 March": no line is a head.

    Their values are of several kinds or all words, and no rule stands below the first line alone; or the first is an
    amount with its unit as most others are.
    """
    if barriers.num_cols != len(_FACT):
        return False
    # what the facts are about may stand over both columns
    if lines[0].is_title and len(lines) > 1 and not barriers.is_full(0):
        return is_list_of_facts(lines[1:], replace(barriers, columns=barriers.columns[1:]))
    if lines[0].columns != _FACT:
        return False
    facts = [line.segments for line in lines if line.columns == _FACT]
    if len(facts) < _MIN_FACTS or any(name.is_data or len(name.words) > _NAME_WORDS for name, _ in facts):
        return False
    values = [value for _, value in facts]
    if is_amount(values[0].text):
        return 2 * sum(is_amount(value.text) for value in values[1:]) >= len(values) - 1
    if barriers.is_full(0) and not (_are_ruled_alike(lines, barriers) and _are_mixed(values[1:])):
        return False
    return not (values[0].is_data or all(value.is_data for value in values[1:]))


def _are_ruled_alike(lines: Sequence[Line], barriers: Barriers) -> bool:
    """Whether a rule lies below every line, and the first is not heavier than the others: none tells of a head."""
    is_heavy = lines[0].is_bold and not all(line.is_bold for line in lines)
    return not is_heavy and all(barriers.is_full(i) for i in range(len(lines) - 1))


def _are_mixed(values: Sequence[Segment]) -> bool:
    """Whether figures and words stand below each other, as in no column."""
    of_figures = sum(value.is_data or is_amount(value.text) for value in values)
    return 0 < of_figures <= len(values) - _MIN_WORDS


def _is_whole(lines: Sequence[Line], barriers: Barriers, head: int) -> bool:
    """Whether a head names all columns above its rule: a lone piece below is the first line of a cell."""
    is_named = _names_all(lines[:head], barriers.num_cols) and barriers.parts_rows(head - 1)
    return is_named and len(lines[head].segments) == 1


def _names_all(lines: Sequence[Line], num_cols: int) -> bool:
    return len({column for line in lines for column in line.columns}) == num_cols


def _only_names(line: Line) -> bool:
    return 0 not in line.occupied and all(not s.is_data or is_year(s.text) for s in line.segments)


def _ends_names(lines: Sequence[Line], barriers: Barriers, head: int) -> bool:
    """Whether a line below names ends them, "1 year" below "Less than": words without a label, over the first rule."""
    has_words = all(any(map(str.isalpha, segment.text)) for segment in lines[head].segments)
    is_last = barriers.is_full(head) and 0 in lines[head + 1].occupied and not barriers.is_full(head - 1)
    return has_words and is_last and 0 not in lines[head].occupied


def _head_by_rules(lines: Sequence[Line], barriers: Barriers, first_data: int | None) -> int:
    ruled = [i + 1 for i in range(len(lines) - 1) if barriers.is_full(i)]
    if first_data is None:
        return ruled[0] if ruled and len(ruled) >= 1 else min(1, len(lines) - 1)
    # a rule that leaves the labels out and has more names below it lies under a name over several columns
    above = [
        i
        for i in ruled
        if i <= first_data
        and (barriers.parts_rows(i - 1) or all(len(line.segments) == 1 for line in lines[i:first_data]))
    ]
    if above:
        # names of all columns are a whole head, whatever is ruled below
        whole = (i for i in above if _names_all(lines[:i], barriers.num_cols))
        last = next(whole, above[-1])
        # a rule above the names only
        return last if any(not line.is_label_only for line in lines[:last]) else first_data
    return _without_group_headings(lines, first_data)


def _without_group_headings(lines: Sequence[Line], head: int) -> int:
    """The head without the lines at its end that only hold a label: the heading of the first rows."""
    end = head
    while end > 1 and lines[end - 1].is_label_only:
        end -= 1
    return head if lines[end - 1].is_label_only else end


def _is_body_line(line: Line, of_numbers: frozenset[int]) -> bool:
    """Whether the line holds values: numbers in half of its columns, or in all that it fills of those of numbers; or
    nothing but marks beside its label.
    """
    others = [(s, c) for s, c in zip(line.segments, line.columns, strict=True) if c > 0]
    if others and 0 in line.occupied and all(_MARK.fullmatch(s.text) for s, _ in others):
        return True
    numbers = [(s, c) for s, c in others if s.is_data]
    # a day over numbers is the name of their column, in a column of days one of them
    if all(is_year(s.text) or (is_date(s.text) and c in of_numbers) for s, c in numbers):
        return False
    values = [s.is_data for s, c in others if c in of_numbers]
    return 2 * len(numbers) >= len(others) or (bool(values) and all(values))


def _number_columns(lines: Sequence[Line]) -> frozenset[int]:
    """The columns right of the first that mostly hold numbers."""
    held: dict[int, list[bool]] = {}
    for line in lines:
        for segment, column in zip(line.segments, line.columns, strict=True):
            if column > 0:
                is_number = segment.is_data and not is_year(segment.text) and not is_date(segment.text)
                held.setdefault(column, []).append(is_number)
    return frozenset(
        column for column, are in held.items() if len(are) >= _MIN_NUMBERS and sum(are) >= _NUMBER_SHARE * len(are)
    )
