"""The program of the process that looks at files: ``python -m bizrag.parsing.confined.look_process FD PARENT_PID``.

It gets the parsing settings, then paths, and answers each with a ``Preview`` or an error. It loads no model.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from bizrag.errors import BadInputError, BizragError
from bizrag.model.documents import Preview
from bizrag.parsing.confined.child import Answer, OnPage, confine, refuse_network, serve
from bizrag.settings import ParsingSettings


def _start(hello: Any) -> Answer:
    settings: ParsingSettings = hello
    confine(settings, memory_mb=settings.look_memory_mb)
    refuse_network()

    def answer(request: Any, _: OnPage) -> object:
        path, wants_preview = request
        return look(path, settings, wants_preview=wants_preview)

    return answer


def look(path: Path, settings: ParsingSettings, *, wants_preview: bool) -> Preview | None:
    """Refuse what must not be parsed; a preview of the rest where it is wanted.

    Raises BadInputError with one line, whatever a library makes of the file.
    """
    from bizrag.parsing.files.formats import check_file
    from bizrag.parsing.preview import preview

    try:
        if wants_preview:
            return preview(path, settings)
        check_file(path, settings)
    except BizragError:
        raise
    except MemoryError as error:
        raise BadInputError(f"{path.name}: needs more memory than there is") from error
    except Exception as error:  # libraries raise what they like on damaged files
        detail = " ".join(str(error).split())[:160]
        raise BadInputError(f"{path.name}: damaged file ({type(error).__name__}: {detail})") from error
    return None


if __name__ == "__main__":
    serve(int(sys.argv[1]), int(sys.argv[2]), _start)
