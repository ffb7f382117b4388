"""Parts of a page that its reader opens, the tools beside its headings, and lists that are written item by item.

Help pages and wikis fold the answer below its question, mark each heading with a link to itself, and programs that
export pages write each step as a list of its own, or a task as a box that only a class tells.
"""

from __future__ import annotations

from typing import Any

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_LISTS = ("ul", "ol")
_MAX_NAME_LETTERS = 160
# what is written on a fold says nothing of what is in it
_NAMELESS = frozenset(("", "details", "expand", "more", "show more", "read more", "click to expand", "show", "example"))


def free_heading_controls(root: Any) -> None:
    """What opens a part of a page is its heading: the button of an accordion stands in one."""
    for heading in list(root.iter(*_HEADINGS)):
        for button in list(heading.iter("button")):
            if "".join(str(button.text_content()).split()) == "".join(str(heading.text_content()).split()):
                button.drop_tag()


def drop_heading_tools(root: Any) -> None:
    """The link of a heading to itself (¶, #) and the one to edit its section are no words of it."""
    for tool in root.xpath("//span[contains(concat(' ', @class, ' '), ' mw-editsection ')]"):
        tool.drop_tree()
    for heading in list(root.iter(*_HEADINGS)):
        for link in list(heading.iter("a")):
            is_sign = not any(map(str.isalnum, str(link.text_content()))) and not link.xpath(".//img")
            if is_sign and link.get("href", "").startswith("#"):
                link.drop_tree()


def open_folds(root: Any) -> None:
    """What is folded stands below its name: as a section where nothing but sections follows, else below a line."""
    _name_expanders(root)
    for fold in list(root.iter("details")):
        _leave_list(fold)
    known = dict[Any, bool]()
    level = 0
    for node in list(root.iter("details", *_HEADINGS)):
        if node.tag != "details":
            level = int(node.tag[1])
            continue
        name = next(node.iterchildren("summary"), None)
        if name is not None:
            _name(name, level if _is_section(node, known) else 0)
        node.tag = "div"


def _name_expanders(root: Any) -> None:
    """The expanders of Confluence as what they are."""
    for box in root.xpath("//div[contains(concat(' ', @class, ' '), ' expand-container ')]"):
        controls = box.xpath("./div[contains(concat(' ', @class, ' '), ' expand-control ')]")
        if len(controls) == 1:
            box.tag, controls[0].tag = "details", "summary"


def _leave_list(fold: Any) -> None:
    """Take folds out of lists that hold nothing else."""
    item = fold.getparent()
    items = item.getparent() if item is not None and item.tag == "li" else None
    if items is None or items.tag not in _LISTS or not all(map(_is_fold, items.iterchildren())):
        return
    for one in items.iterchildren():
        one.tag = "div"
    items.tag = "div"


def _is_fold(item: Any) -> bool:
    children = list(item)
    is_bare = not (item.text or "").strip() and not any((child.tail or "").strip() for child in children)
    return is_bare and bool(children) and all(child.tag == "details" for child in children)


def _name(name: Any, level: int) -> None:
    """Make the name of a fold a heading below that of a level; a line for level 0 or where it says nothing."""
    said = " ".join(str(name.text_content()).split())
    if name.xpath(".//h1|.//h2|.//h3|.//h4|.//h5|.//h6"):
        name.tag = "div"
    elif level and len(said) <= _MAX_NAME_LETTERS and said.lower().rstrip(".…:!▸▶ ") not in _NAMELESS:
        # the arrow that shows whether it is open
        for image in list(name.iter("img")):
            image.drop_tree()
        name.tag = f"h{min(level + 1, 6)}"
    else:
        name.tag = "p"


def _is_section(fold: Any, known: dict[Any, bool]) -> bool:
    """Whether nothing follows a fold but folds and headings: else a heading would own the text below the fold.
    ``known`` is what earlier folds told of those that follow.
    """
    passed: list[Any] = []
    node = fold
    while (is_section := _told_by(node, known)) is None:
        passed.append(node)
        following = node.getnext()
        node = node.getparent() if following is None else following
    known.update(dict.fromkeys(passed, is_section))
    return is_section


def _told_by(node: Any, known: dict[Any, bool]) -> bool | None:
    """Whether what stands right behind a node begins a section, or is text; None where what stands further tells."""
    if node is None or node.tag == "body":
        return True
    if node in known:
        return known[node]
    if (node.tail or "").strip():
        return False
    following = node.getnext()
    return None if following is None else _is_followed_by_section(following)


def _is_followed_by_section(following: Any) -> bool | None:
    """Whether what follows begins a section, or is text; None where what stands behind it tells."""
    if following.tag in _HEADINGS or _begins_with_heading(following):
        return True
    is_passed = following.tag == "details" or _holds_nothing(following) or _holds_folds(following)
    return None if is_passed else False


def _begins_with_heading(node: Any) -> bool:
    first = next((one for one in node.iter() if one.tag in _HEADINGS or _own_text(one)), None)
    return first is not None and first.tag in _HEADINGS


def _own_text(node: Any) -> str:
    return str(node.text or "").strip() if isinstance(node.tag, str) else ""


def _holds_nothing(node: Any) -> bool:
    return not str(node.text_content()).strip() and not node.xpath(".//img|.//table")


def _holds_folds(node: Any) -> bool:
    """Whether folds are all that a box holds."""
    folds = node.xpath(".//details[not(ancestor::details)]")
    inside = "".join(str(fold.text_content()) for fold in folds)
    return bool(folds) and "".join(inside.split()) == "".join(str(node.text_content()).split())


def join_lists(root: Any) -> None:
    """Numbered lists of which each goes on where the one before it ends are one list."""
    for first in list(root.iter("ol")):
        if first.getparent() is None:
            continue
        while (following := first.getnext()) is not None and _goes_on(first, following):
            first.tail = following.tail
            first.extend(list(following))
            following.getparent().remove(following)


def _goes_on(first: Any, following: Any) -> bool:
    if following.tag != "ol" or (first.tail or "").strip() or first.get("type") != following.get("type"):
        return False
    start, others = first.get("start", "1"), following.get("start", "")
    return (
        start.isdecimal()
        and others.isdecimal()
        and int(others) == int(start) + sum(1 for _ in first.iterchildren("li"))
    )


def write_task_boxes(root: Any) -> None:
    """The boxes of tasks that only a class tells, as Notion writes them: ``checkbox-on``."""
    for box in root.xpath("//div[contains(concat(' ', @class, ' '), ' checkbox ')]"):
        states = {"checkbox-on": "☑", "checkbox-off": "☐"}
        sign = next((states[one] for one in box.get("class", "").split() if one in states), "")
        if sign and not _own_text(box) and len(box) == 0:
            box.tag, box.text = "span", sign
