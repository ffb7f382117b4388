"""Forms of a PDF that draw themselves, or each other so often that no reader ends: found before a reader opens a page.

A form XObject (PDF 32000-1, 8.10) is a drawing that pages and other forms draw by name. pdfium follows such calls 40
deep, so two calls of itself are 2^40 drawings, and docling has no end at all. Streams are never packed into other
streams (7.5.7), so that every form stands plainly in the file: the bytes are searched for them, without a reader. What
hides (names with #, other packings than Flate, tiling patterns) meets the limits of time and memory.
"""

from __future__ import annotations

import mmap
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from bizrag.errors import BadInputError

#: forms that one form may draw, those within those counted
MAX_DRAWN = 1_000_000
# What is looked at: dictionaries and contents are small, and a file may hold any number
_MAX_DICTIONARY_BYTES = 65_536
_MAX_CONTENT_BYTES = 1_000_000
_MAX_ALL_CONTENTS_BYTES = 100_000_000

_FORM = re.compile(rb"/Subtype\s*/Form\b")
_PACKED_OBJECTS = re.compile(rb"/Type\s*/ObjStm\b")
_OBJECT = re.compile(rb"(?<!\d)(\d{1,10})\s+\d{1,5}\s+obj\b")
_STREAM = re.compile(rb"stream\r?\n")
_BRACKET = re.compile(rb"<<|>>")
_PACKING = re.compile(rb"/\w+Decode\b")
_REFERENCE = re.compile(rb"\s*(\d{1,10})\s+\d{1,5}\s+R\b")
_NAMED = re.compile(rb"/([^\s/\[\]()<>{}%]+)\s*(\d{1,10})\s+\d{1,5}\s+R\b")
_DRAWINGS = re.compile(rb"/XObject(?=\s*<<)")
_CALL = re.compile(rb"/([^\s/\[\]()<>{}%]+)\s+Do\b")


def check_forms(path: Path) -> None:
    """Refuse a PDF whose forms cannot be drawn to an end. A file without forms that call forms is only searched once.

    Raises BadInputError.
    """
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        calls = _Forms(data).calls()
    try:
        order = list(TopologicalSorter(calls).static_order())
    except CycleError as error:
        names = " and ".join(f"object {number}" for number in sorted(set(error.args[1])))
        raise BadInputError(f"{path.name}: refused, its drawings draw themselves without an end ({names})") from error
    drawn: dict[int, int] = {}
    for number in order:
        drawn[number] = 1 + sum(times * drawn[inner] for inner, times in calls.get(number, Counter[int]()).items())
        if drawn[number] > MAX_DRAWN:
            raise BadInputError(
                f"{path.name}: refused as a bomb, one of its drawings (object {number}) draws others more than "
                f"{MAX_DRAWN:,} times"
            )


class _Forms:
    """The forms of a file and how often each draws which others."""

    def __init__(self, data: mmap.mmap) -> None:
        self._data = data
        self._read_bytes = 0

    def calls(self) -> dict[int, Counter[int]]:
        """Object number of a form -> of the forms that it draws, with how often."""
        forms = dict(self._objects(_FORM))
        found: dict[int, Counter[int]] = {}
        for number, (head, begin) in forms.items():
            names = Counter(match[1] for match in _CALL.finditer(self._content(head, begin)))
            if not names:
                continue
            targets = self._named(head) if b"/Resources" in head else self._borrowed.get(number, {})
            drawn = Counter({targets[name]: times for name, times in names.items() if targets.get(name) in forms})
            if drawn:
                found[number] = drawn
        return found

    def _objects(self, kind: re.Pattern[bytes]) -> Iterator[tuple[int, tuple[bytes, int]]]:
        """Streams of a kind: number, dictionary, where the content begins. The last one of a number counts."""
        for match in kind.finditer(self._data):
            at = self._data.rfind(b"obj", max(0, match.start() - _MAX_DICTIONARY_BYTES), match.start())
            opening = _OBJECT.search(self._data, max(0, at - 20), at + 3) if at >= 0 else None
            stream = _STREAM.search(self._data, match.end(), match.end() + _MAX_DICTIONARY_BYTES)
            if opening is not None and stream is not None:
                yield int(opening[1]), (self._data[opening.end() : stream.start()], stream.end())

    def _content(self, head: bytes, begin: int) -> bytes:
        """The beginning of a stream, unpacked; empty where it is packed in another way or enough has been read."""
        if self._read_bytes > _MAX_ALL_CONTENTS_BYTES:
            return b""
        end = self._data.find(b"endstream", begin, begin + _MAX_CONTENT_BYTES)
        content = self._data[begin : end if end >= 0 else begin + _MAX_CONTENT_BYTES]
        if packings := _PACKING.findall(head):
            content = _inflated(content) if packings == [b"/FlateDecode"] else b""
        self._read_bytes += len(content)
        return content

    def _named(self, head: bytes) -> Mapping[bytes, int]:
        """What the resources of a form call drawings: name -> object number."""
        return _drawings(self._value(self._value(head, b"/Resources"), b"/XObject"))

    @cached_property
    def _borrowed(self) -> Mapping[int, Mapping[bytes, int]]:
        """Form -> what it calls drawings where it has no resources: as who draws it does."""
        beginnings = (match.end() for match in _DRAWINGS.finditer(self._data))
        plain = (_first_dictionary(self._data[at : at + _MAX_DICTIONARY_BYTES]) for at in beginnings)
        packed = (self._value(text, b"/XObject") for text in self._packed.values())
        named = [_drawings(text) for text in (*plain, *packed)]
        return {number: names for names in named for number in names.values()}

    def _value(self, dictionary: bytes, key: bytes) -> bytes:
        """The dictionary under a key, there or as an object of its own; empty without one."""
        for match in re.finditer(re.escape(key) + rb"(?!\w)", dictionary):
            rest = dictionary[match.end() :]
            if reference := _REFERENCE.match(rest):
                return self._object(int(reference[1]))
            if rest.lstrip().startswith(b"<<"):
                return _first_dictionary(rest)
        return b""

    def _object(self, number: int) -> bytes:
        if number not in self._places:
            return self._packed.get(number, b"")
        begin = self._places[number]
        return _first_dictionary(self._data[begin : begin + _MAX_DICTIONARY_BYTES])

    @cached_property
    def _places(self) -> Mapping[int, int]:
        """Where objects stand in the file."""
        return {int(match[1]): match.end() for match in _OBJECT.finditer(self._data)}

    @cached_property
    def _packed(self) -> Mapping[int, bytes]:
        """Objects in streams of objects (7.5.7): pairs of number and offset, then the objects."""
        found: dict[int, bytes] = {}
        for _, (head, begin) in self._objects(_PACKED_OBJECTS):
            content, first = self._content(head, begin), re.search(rb"/First\s+(\d{1,9})", head)
            if first is None:
                continue
            numbers = [int(number) for number in re.findall(rb"\d{1,10}", content[: int(first[1])])]
            for number, offset in zip(numbers[::2], numbers[1::2], strict=False):
                found[number] = _first_dictionary(content[int(first[1]) + offset :][:_MAX_DICTIONARY_BYTES])
        return found


def _drawings(dictionary: bytes) -> Mapping[bytes, int]:
    """Name -> object number."""
    return {match[1]: int(match[2]) for match in _NAMED.finditer(dictionary)}


def _inflated(packed: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(packed, _MAX_CONTENT_BYTES)
    except zlib.error:
        return b""


def _first_dictionary(text: bytes) -> bytes:
    """A dictionary at the beginning of a text, to its closing brackets.

    >>> _first_dictionary(b" <</A <</B 1>> >> more"), _first_dictionary(b"[1 2]")
    (b'<</A <</B 1>> >>', b'')
    """
    depth, text = 0, text.lstrip()
    if not text.startswith(b"<<"):
        return b""
    for match in _BRACKET.finditer(text):
        depth += 1 if match[0] == b"<<" else -1
        if depth == 0:
            return text[: match.end()]
    return b""
