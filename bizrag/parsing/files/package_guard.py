"""What an office file may hold before any reader unpacks it: parts, sizes, names, and no entity declarations."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path, PurePosixPath
from xml.parsers import expat

from bizrag.errors import BadInputError
from bizrag.settings import ParsingSettings

_MAX_ZIP_ENTRIES = 20_000
# One letter of text compresses to about a third; a member that unpacks to 200 times its size holds nothing to read.
_MAX_ZIP_RATIO = 200
_RATIO_COUNTS_FROM_BYTES = 50_000_000
_XML_SUFFIXES = (".xml", ".rels", ".vml")
_BLOCK_BYTES = 1 << 16


def check_package(path: Path, settings: ParsingSettings) -> None:
    """Refuse an office file that is a bomb, is encrypted, or holds parts with names that lead out of it.

    Raises:
        BadInputError: one line for a person.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            _check_sizes(path.name, archive.infolist(), settings)
            for member in archive.infolist():
                _check_name(path.name, member.filename)
                if member.filename.lower().endswith(_XML_SUFFIXES):
                    _check_xml(path.name, archive, member)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError) as error:
        raise BadInputError(f"{path.name}: damaged or truncated office file; open and save it again") from error


def _check_sizes(name: str, members: list[zipfile.ZipInfo], settings: ParsingSettings) -> None:
    unpacked = sum(member.file_size for member in members)
    packed = max(1, sum(member.compress_size for member in members))
    if len(members) > _MAX_ZIP_ENTRIES:
        raise BadInputError(f"{name}: {len(members)} parts inside, the limit is {_MAX_ZIP_ENTRIES}")
    if unpacked > settings.max_unpacked_mb * 1e6:
        raise BadInputError(
            f"{name}: unpacks to {unpacked / 1e6:.0f} MB, the limit is {settings.max_unpacked_mb:.0f} MB "
            "(parsing.max_unpacked_mb)"
        )
    if unpacked > _RATIO_COUNTS_FROM_BYTES and unpacked / packed > _MAX_ZIP_RATIO:
        raise BadInputError(f"{name}: unpacks to {unpacked / packed:.0f} times its size; refused as a zip bomb")
    if any(member.flag_bits & 1 for member in members):
        raise BadInputError(f"{name}: encrypted with a password; save it without one")


def _check_name(name: str, part: str) -> None:
    """Nothing here unpacks a part to a file of its name; whoever writes such a name wants somebody to."""
    place = PurePosixPath(part.replace("\\", "/"))
    if place.is_absolute() or ".." in place.parts or (place.parts and place.parts[0].endswith(":")):
        raise BadInputError(f"{name}: holds a part whose name leads out of the file; refused")


class _PrologRead(Exception):  # noqa: N818 - no error: the rest of the part needs no look
    """The root element began: no document type can follow."""


def _check_xml(name: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> None:
    """Refuse a part with a document type: office formats have none, and entities that explode stand in it.

    Only what precedes the root element is read. What is no XML is left to the reader, which says so.
    """

    def refuse(*_: object) -> None:
        raise BadInputError(f"{name}: declares XML entities, which no office program writes; refused as an XML bomb")

    def stop(*_: object) -> None:
        raise _PrologRead

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = stop
    try:
        with archive.open(member) as part:
            while block := part.read(_BLOCK_BYTES):
                parser.Parse(block)
    except (_PrologRead, expat.ExpatError):
        return
