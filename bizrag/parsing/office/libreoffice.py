"""LibreOffice as a printer: a DOCX or PPTX file in, a PDF file out, from a process that may do nothing else.

The process works on a copy in a private folder, with a profile of its own that runs no macros and follows no links. It
stays in the process group of its parser process, so that it ends with it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
from pathlib import Path

from bizrag.parsing.images.render import find_soffice

#: longest time for one file
PRINT_SECONDS = 180.0
# Hidden slides are slides here, so that the pages of the PDF are the slides of the file.
_FILTERS = {
    ".docx": "pdf:writer_pdf_Export",
    ".pptx": 'pdf:impress_pdf_Export:{"ExportHiddenSlides":{"type":"boolean","value":"true"}}',
}
# Nothing in a file runs or is fetched: no macros whoever signed them, no links to other files or servers, no proxy
# that could reach one.
_PROFILE = {
    "Office.Common/Security/Scripting": {
        "MacroSecurityLevel": "3",
        "DisableMacrosExecution": "true",
        "BlockUntrustedRefererLinks": "true",
        "DisableActiveContent": "true",
    },
    "Office.Writer/Content/Update": {"Link": "0", "Field": "false", "Chart": "false"},
    "Office.Common/Misc": {"FirstRun": "false"},
    "Inet/Settings": {"ooInetProxyType": "2", "ooInetHTTPProxyName": "127.0.0.1", "ooInetHTTPProxyPort": "9"},
}


def print_to_pdf(path: Path, folder: Path, *, suffix: str, seconds: float, memory_mb: int) -> Path | None:
    """Print a file to PDF into the empty ``folder``; None when that fails, takes longer or needs more memory.

    ``suffix`` says what the file is, ``.docx`` or ``.pptx``, whatever its name says.
    """
    program = find_soffice()
    if program is None:
        return None
    source, profile = folder / f"document{suffix}", folder / "profile"
    # A copy: LibreOffice writes lock files beside what it opens, and reads names as its own options and patterns.
    shutil.copyfile(path, source)
    _write_profile(profile)
    command = [program, "--headless", "--norestore", "--nolockcheck", f"-env:UserInstallation={profile.as_uri()}"]
    command += ["--convert-to", _FILTERS[suffix], "--outdir", str(folder), str(source)]
    if not _run(command, folder, seconds=seconds, memory_mb=memory_mb):
        return None
    printed = source.with_suffix(".pdf")
    return printed if printed.is_file() else None


def _run(command: list[str], folder: Path, *, seconds: float, memory_mb: int) -> bool:
    """Whether the command ended well in time. Nothing of it is left running in either case."""
    environment = os.environ | {"HOME": str(folder), "TMPDIR": str(folder), "SAL_USE_VCLPLUGIN": "svp"}
    # The limit goes to every process that LibreOffice starts; a shell of a system that has no such limit goes on.
    limited = ["/bin/sh", "-c", f'ulimit -v {memory_mb * 1000} 2>/dev/null; exec "$@"', "sh", *command]
    # No pipes: a child that outlives a killed parent would hold them open.
    process = subprocess.Popen(
        limited, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    )
    try:
        return process.wait(timeout=seconds) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        for pid in (*_descendants(process.pid), process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        process.wait()


def _write_profile(profile: Path) -> None:
    items = [
        f'<item oor:path="/org.openoffice.{path}"><prop oor:name="{name}" oor:op="fuse">'
        f"<value>{value}</value></prop></item>"
        for path, values in _PROFILE.items()
        for name, value in values.items()
    ]
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" '
        f'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">{"".join(items)}</oor:items>\n',
        encoding="utf-8",
    )


def _descendants(pid: int) -> list[int]:
    """Processes below ``pid``: ``soffice`` starts a program that starts the one at work. Empty without /proc."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # pid (name) state ppid ...; the name may hold anything
            parents[int(entry.parent.name)] = int(entry.read_text().rpartition(")")[2].split()[1])
    found = [pid]
    for above in found:
        found += [child for child, parent in parents.items() if parent == above]
    return found[1:]
