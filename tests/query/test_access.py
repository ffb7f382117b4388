"""Search and ask see what their caller may see, and the log says who asked."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from sqlalchemy import text

from bizrag.configuration.access import AuditSettings
from bizrag.errors import ConfigurationError, NotFoundError
from bizrag.model.access import LOCAL, Principal, Role
from bizrag.model.retrieval import Retriever, SearchFilter
from bizrag.store.keys import add_key
from query import QueryService
from query.access import check_address, is_loopback
from query.question_log import QuestionLog

HR = Principal("hr", Role.READER, ("hr",))
ALL = Principal("all", Role.SERVICE, None)
POLICIES = {"travel policy.docx", "old/travel policy 2019.docx"}
NONE = Principal("none", Role.READER, ())
#: asks for what only the report of the collection finance says
DIVIDEND = "What dividend does the board propose per share?"


@pytest.mark.parametrize("retriever", list(Retriever))
def test_a_caller_finds_documents_of_his_collections_only(service: QueryService, retriever: Retriever) -> None:
    def found(principal: Principal) -> set[str]:
        return {hit.doc for hit in service.search(DIVIDEND, retriever=retriever, top_k=50, principal=principal)}

    report = "2025/annual report.pdf"
    assert report in found(LOCAL)
    assert found(ALL) == found(LOCAL)
    assert found(HR) <= {"travel policy.docx", "old/travel policy 2019.docx"}
    if retriever is not Retriever.BM25:
        assert len(found(HR)) == 2


def test_filters_only_narrow(service: QueryService) -> None:
    """Filters that name what is hidden find what filters find that name what is not there."""
    report = next(doc for doc in service.documents() if doc.source_uri.endswith("report.pdf"))
    for filters in (
        SearchFilter(collections=("finance",)),
        SearchFilter(collections=("finance", "hr"), documents=(report.document_id,)),
        SearchFilter(documents=(report.document_id,)),
        SearchFilter(file_types=("pdf",)),
    ):
        assert service.search(DIVIDEND, filters=filters) != []
        assert service.search(DIVIDEND, filters=filters, principal=HR) == []
    both = SearchFilter(collections=("finance", "hr"))
    assert {hit.doc for hit in service.search(DIVIDEND, filters=both, principal=HR)} <= {
        "travel policy.docx",
        "old/travel policy 2019.docx",
    }


@pytest.mark.parametrize(
    ("hidden", "missing"),
    [({"collection": "finance"}, {"collection": "nothing"}), ({"doc": "annual report.pdf"}, {"doc": "nothing.pdf"})],
)
def test_hidden_and_missing_are_said_alike(
    service: QueryService, hidden: dict[str, Any], missing: dict[str, Any]
) -> None:
    said: list[str] = []
    for options in (hidden, missing):
        with pytest.raises(NotFoundError) as error:
            service.search(DIVIDEND, principal=HR, **options)
        said.append(str(error.value).replace(next(iter(options.values())), "..."))
    assert said[0] == said[1]
    assert "finance" not in said[0]
    assert "report" not in said[0]
    with pytest.raises(NotFoundError) as error:
        service.search(DIVIDEND, principal=NONE)
    assert "hr" not in str(error.value)


def test_an_index_without_a_visible_document_is_not_there(service: QueryService) -> None:
    said: list[str] = []
    for index in ("default", "absent"):
        with pytest.raises(NotFoundError) as error:
            service.search("hotels", index=index, principal=NONE)
        said.append(str(error.value).replace(index, "..."))
    assert said[0] == said[1]


def test_pages_and_lists_of_documents_are_the_callers(service: QueryService) -> None:
    report = next(doc for doc in service.documents() if doc.source_uri.endswith("report.pdf"))
    assert len(service.documents()) == 3
    assert {doc.source_uri for doc in service.documents(principal=HR)} == POLICIES
    with service.engine.begin() as conn:
        conn.execute(text("UPDATE page SET image_sha256 = repeat('a', 64)"))
    assert service.page_image(report.document_id, 1, principal=HR) is None
    assert service.page_image("0" * 32, 1, principal=HR) is None
    with service.reading(HR) as conn:
        assert conn.scalar(text("SELECT count(*) FROM page")) == 0


def test_answers_rest_on_what_the_caller_sees(service: QueryService) -> None:
    """Also the second time: what another was answered is no answer to him."""
    theirs = service.ask(DIVIDEND)
    assert any("annual report" in citation.doc for citation in theirs.citations)
    for _ in range(2):
        mine = service.ask(DIVIDEND, principal=HR)
        seen = {citation.doc for citation in mine.citations}
        seen |= {hit.doc for passage in mine.passages for hit in passage.hits}
        assert seen <= {"travel policy.docx", "old/travel policy 2019.docx"}
        assert "0.62" not in mine.text
    streamed = service.ask_stream(DIVIDEND, principal=HR)
    pieces = ""
    while True:
        try:
            pieces += next(streamed)
        except StopIteration:
            break
    assert "0.62" not in pieces


def test_a_service_without_a_key_stays_on_this_machine(service: QueryService) -> None:
    for host in ("127.0.0.1", "::1", "localhost"):
        check_address(service, host)
    for host in ("0.0.0.0", "::", "10.0.0.5", "docs.example"):
        with pytest.raises(ConfigurationError, match=r"there is no key: make one with 'bizrag keys add NAME'"):
            check_address(service, host)
    add_key(service.engine, "one")
    check_address(service, "0.0.0.0")
    assert not is_loopback("127.0.0.1.docs.example")


# --- the log of questions ------------------------------------------------------------------------------------------


def test_the_log_says_who_asked_what_was_found_and_how_it_ended(service: QueryService) -> None:
    service.observers.append(QuestionLog(lambda: service.engine, AuditSettings(is_on=True)))
    service.search("hotels", collection="hr", principal=HR)
    service.ask("What do trains cost on the moon in 2077?", filters=SearchFilter(modified_from=date(2020, 1, 1)))
    with pytest.raises(NotFoundError):
        service.search("hotels", collection="finance", principal=HR)
    with service.engine.begin() as conn:
        lines = conn.execute(text("SELECT * FROM question_log ORDER BY question_no")).all()
        known = set(conn.execute(text("SELECT document_id FROM document WHERE collection = 'hr'")).scalars())
    assert [(line.principal, line.role, line.action, line.error_class) for line in lines] == [
        ("hr", "reader", "search", None),
        ("local", "owner", "ask", None),
        ("hr", "reader", "search", "NotFoundError"),
    ]
    assert set(lines[0].document_ids) == known
    assert lines[0].filters == {"collection": "hr"}
    assert lines[1].filters == {"modified_from": "2020-01-01"}
    assert [line.abstained for line in lines] == [None, True, None]
    assert [line.question for line in lines] == [None, None, None]
    assert all(line.seconds >= 0 for line in lines)


def test_the_log_keeps_texts_where_it_is_told_to_and_loses_old_lines(service: QueryService) -> None:
    settings = AuditSettings(is_on=True, keeps_text=True, retention_days=30)
    service.observers.append(QuestionLog(lambda: service.engine, settings))
    service.search("hotels \0\ud800 in Paris")
    with service.engine.begin() as conn:
        assert conn.scalar(text("SELECT question FROM question_log")) == "hotels   in Paris"
        conn.execute(text("UPDATE question_log SET asked_at = now() - interval '31 days'"))
        conn.execute(
            text(
                "INSERT INTO question_log (question_no, asked_at, principal, role, action, index_name, filters, "
                "document_ids, seconds) VALUES (77, now() - interval '29 days', 'a', 'b', 'ask', 'i', '{}', '{}', 1)"
            )
        )
    # the same process waits an hour; another one prunes with its first line
    service.observers[:] = [QuestionLog(lambda: service.engine, settings)]
    service.search("trains")
    with service.engine.begin() as conn:
        numbers = conn.execute(text("SELECT question_no FROM question_log ORDER BY 1")).scalars().all()
    assert 77 in numbers
    assert len(numbers) == 2


def test_the_settings_switch_the_log_on(service: QueryService) -> None:
    assert service.observers == []
    on = service.settings.model_copy(update={"audit": AuditSettings(is_on=True)})
    with QueryService(on) as logged:
        assert [type(observer) for observer in logged.observers] == [QuestionLog]
