"""What the lines between boxes say, as sentences of arrows. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

#: between what hangs together, in what is said of it
ARROW = " → "
#: between the lines of a box
JOINT = " \N{EN DASH} "

# numbers of boxes: from, to
Link = tuple[int, int]


def say_links(
    links: Iterable[Link], labels: Mapping[int, str], beside: Mapping[Link, str] | None = None
) -> list[tuple[str, list[int]]]:
    """What the links say, with the boxes that each line names: chains on one line, else a line for each beginning.

    ``beside``: what is written beside links. What leads on from a box so is said with how one comes there.

    >>> say_links([(1, 2), (2, 3)], {1: "Notify", 2: "Assess", 3: "Pay"})
    [('Notify → Assess → Pay', [1, 2, 3])]
    >>> [line for line, _ in say_links([(1, 2), (1, 3)], {1: "Solheim", 2: "Brandt", 3: "Diallo"})]
    ['Solheim → Brandt; Diallo']
    >>> names = {1: "Bill", 2: "Paid", 3: "Ship", 4: "Remind"}
    >>> [line for line, _ in say_links([(1, 2), (2, 3), (2, 4)], names, {(2, 3): "yes", (2, 4): "no"})]
    ['Bill → Paid – yes → Ship; no → Remind']
    """
    written = beside or {}
    after: dict[int, list[int]] = {}
    num_before: dict[int, int] = {}
    for start, end in links:
        if labels.get(start) and labels.get(end):
            after.setdefault(start, []).append(end)
            num_before[end] = num_before.get(end, 0) + 1
    lines: list[tuple[str, list[int]]] = []
    said: set[int] = set()

    def is_plain(node: int) -> bool:
        """Whether one box follows, that nothing else leads to, and nothing is written beside the way."""
        ends = after.get(node, ())
        return len(ends) == 1 and num_before[ends[0]] == 1 and not written.get((node, ends[0]))

    for start in sorted(after, key=lambda node: num_before.get(node, 0)):
        if start in said:
            continue
        chain = [start]
        while is_plain(chain[-1]) and chain[-1] not in said:
            said.add(chain[-1])
            chain.append(after[chain[-1]][0])
        way = ARROW.join(labels[node] for node in chain)
        ends = after.get(chain[-1], []) if chain[-1] not in said else []
        if any(written.get((chain[-1], end)) for end in ends):
            ways = [_with_label(written.get((chain[-1], end), ""), labels[end]) for end in ends]
            said.add(chain[-1])
            way, chain = f"{way}{JOINT}{'; '.join(ways)}", [*chain, *ends]
            ends = list[int]()
        if len(chain) > 1:
            lines.append((way, chain))
        if ends:
            said.add(chain[-1])
            lines.append((f"{labels[chain[-1]]}{ARROW}{'; '.join(labels[node] for node in ends)}", [chain[-1], *ends]))
    return lines


def _with_label(label: str, end: str) -> str:
    return f"{label}{ARROW}{end}".lstrip()
