"""What a person at a browser reads when something is not there; looks and scripts are tested in ``tests/web``."""

from __future__ import annotations

import html
import re

import httpx
import pytest

from bizrag.model.documents import document_id

pytestmark = pytest.mark.slow

REPORT = document_id("finance", "2025/annual report.pdf")
#: as browsers say it
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


def words_of(answer: httpx.Response) -> str:
    """The text of a page."""
    assert answer.headers["content-type"].startswith("text/html")
    return html.unescape(" ".join(re.sub("<[^>]+>", " ", answer.text).split()))


@pytest.mark.parametrize("path", ["/nope", "/web/nope"])
def test_a_browser_is_shown_a_page_wherever_there_is_none(client: httpx.Client, path: str) -> None:
    answer = client.get(path, headers=BROWSER)
    assert answer.status_code == 404
    assert f"There is no page {path}." in words_of(answer)
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_a_program_is_answered_with_a_problem(client: httpx.Client) -> None:
    answer = client.get("/nope")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


def test_names_of_documents_are_written_as_they_are(client: httpx.Client) -> None:
    answer = client.get(f"/web/documents/{REPORT}/pages/99")
    assert answer.status_code == 404
    assert "There is no page 99 in annual report.pdf: it has 2." in words_of(answer)


def test_fields_are_called_as_the_page_calls_them(client: httpx.Client) -> None:
    answer = client.post("/", data={"question": "How much were net sales?", "evidence": "all"})
    assert answer.status_code == 400
    assert "The whole document is read of one that is named: fill in 'Document' under Filters." in words_of(answer)
    answer = client.post("/", data={"question": "How much were net sales?", "doc": "unheard of"})
    assert answer.status_code == 404
    assert "No document 'unheard of' in index 'default'; it holds 2025/annual report.pdf" in words_of(answer)
