"""The work of stage pages: a parse in a worker process, of the very bytes that were hashed."""

from __future__ import annotations

from concurrent.futures import Future
from contextlib import ExitStack

from bizrag.errors import PartialParseError
from bizrag.model.documents import Layout
from bizrag.model.hashing import sha256_json
from bizrag.model.parses import Parse
from bizrag.parsing.confined.workers import OnPage, OnStart
from bizrag.parsing.files.formats import PDF
from bizrag.parsing.parser import parser_fingerprint
from bizrag.pipeline.events import Facts, Outcome
from bizrag.pipeline.services import Services
from bizrag.pipeline.summaries import describe_parse
from bizrag.sources.reading import check_unchanged, local_copy
from bizrag.store import catalog, parses
from bizrag.store.catalog import DocumentRow


class ParseWork:
    """Stage pages: a parse in a worker process, unless these bytes were parsed this way before."""

    def __init__(self, services: Services, document: DocumentRow, facts: Facts) -> None:
        self._services = services
        self._document = document
        self._content_sha256: str = facts["documents.0"]["content"]
        self._layout = Layout(facts["classifications.0"]["layout"])
        with services.engine.connect() as conn:
            content = catalog.load_content(conn, self._content_sha256)
            assert content is not None, "the documents stage stores the content that it names"
            # only PDFs come apart into pages
            self._pdf_pages = content.num_pages if content.mime_type == PDF else None
            parser = parser_fingerprint(services.settings.parsing, self._layout, content.mime_type)
            self.parse_id = sha256_json([self._content_sha256, parser])[:32]

    def is_stored(self) -> bool:
        """Whether these bytes were parsed this way before."""
        with self._services.engine.connect() as conn:
            return parses.load_parse_output(conn, self.parse_id) is not None

    def submit(self, *, on_start: OnStart, on_page: OnPage) -> Future[Parse]:
        """Start the parse. A remote file's copy lives until the parse ends.

        The result is the parse of the very bytes that were hashed: where somebody wrote to the file meanwhile it is
        ChangedWhileReadError, so that nothing is kept under the hash of other bytes.
        """
        with ExitStack() as stack:
            path = stack.enter_context(local_copy(self._document.source_root, self._document.source_uri))
            future = self._services.parsers.submit(
                path,
                content_sha256=self._content_sha256,
                layout=self._layout,
                on_start=on_start,
                on_page=on_page,
                pdf_pages=self._pdf_pages,
            )
            copy = stack.pop_all()
        checked: Future[Parse] = Future()

        def check(parsed: Future[Parse]) -> None:
            try:
                with copy:
                    parse = parsed.result()
                    check_unchanged(path, self._content_sha256, name=self._document.name)
            except BaseException as error:
                checked.set_exception(error)
            else:
                checked.set_result(parse)

        future.add_done_callback(check)
        return checked

    def stored(self) -> Outcome:
        """The parse that was made of these bytes before."""
        with self._services.engine.connect() as conn:
            return self.outcome(parses.load_parse(conn, self.parse_id), calls=0)

    def outcome(self, parse: Parse, *, calls: int) -> Outcome:
        """What the parse holds; ``calls`` is 0 where another document of the same content asked for it."""
        if parse.parse_id != self.parse_id:
            raise RuntimeError(f"the parser's fingerprint changed while it ran: {parse.parse_id} != {self.parse_id}")
        if parse.failed_pages and not self._services.settings.parsing.allow_partial:
            raise PartialParseError(_partial_line(self._document, parse))
        output_sha256 = parses.parse_output_sha256(parse)
        return Outcome(
            outputs={"parse": output_sha256, "parse_id": parse.parse_id},
            metadata=describe_parse(parse),
            calls={"parse": calls},
            seconds=parse.seconds.get("total") if calls else None,
            save=lambda conn: parses.save_parse(conn, parse, output_sha256=output_sha256),
        )


def _partial_line(document: DocumentRow, parse: Parse) -> str:
    failed = [str(page_no) for page_no in parse.failed_pages]
    shown = ", ".join(failed[:10]) + (", ..." if len(failed) > 10 else "")
    reason = next((f"{line}; " for line in parse.warnings if line.startswith(f"page {failed[0]}:")), "")
    return (
        f"{document.name}: {len(failed)} of {len(parse.pages)} pages failed ({shown}); {reason}"
        "repair the file, or set parsing.allow_partial to index the rest"
    )
