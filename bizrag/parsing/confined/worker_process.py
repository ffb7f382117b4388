"""The program of a parser process: ``python -m bizrag.parsing.confined.worker_process FD PARENT_PID``.

It gets settings and an image sink, then documents, and answers each with a ``Parse``, a ``Draft`` or an error.
"""

from __future__ import annotations

import sys
from typing import Any

from bizrag.parsing.confined.child import Answer, OnPage, confine, refuse_network, serve


def _start(hello: Any) -> Answer:
    settings, sink = hello
    confine(settings.parsing, memory_mb=settings.parsing.memory_mb)
    if sink.is_local:
        refuse_network()
    from bizrag.parsing.parser import DocumentParser

    parser = DocumentParser(settings, sink)

    def answer(request: Any, on_page: OnPage) -> object:
        path, content_sha256, layout, pages = request
        if pages is None:
            return parser.parse(path, content_sha256=content_sha256, layout=layout, on_page=on_page)
        return parser.parse_range(path, layout=layout, pages=pages, on_page=on_page)

    return answer


if __name__ == "__main__":
    serve(int(sys.argv[1]), int(sys.argv[2]), _start)
