"""Documents, pages, chunks and images over a real socket."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from bizrag.model.documents import document_id

pytestmark = pytest.mark.slow

REPORT = document_id("finance", "2025/annual report.pdf")


def test_documents_are_listed_with_their_state_page_by_page(client: httpx.Client) -> None:
    listed: list[dict[str, Any]] = []
    after: dict[str, str] = {}
    while True:
        part = client.get("/documents", params={"limit": 2, **after}).json()
        listed += part["documents"]
        if part["next"] is None:
            break
        after = {"after": part["next"]}
    assert [(item["collection"], item["doc"], item["status"]) for item in listed] == [
        ("finance", "2025/annual report.pdf", "live"),
        ("hr", "old/travel policy 2019.docx", "live"),
        ("hr", "travel policy.docx", "live"),
    ]
    only = client.get("/documents", params={"collection": "finance"}).json()["documents"]
    assert only == [client.get(f"/documents/{REPORT}").json()]
    assert only[0]["num_live_chunks"] > 0
    assert client.get("/documents", params={"status": "failed"}).json() == {"documents": [], "next": None}


def test_a_collection_that_is_not_there_is_not_an_empty_list(client: httpx.Client) -> None:
    answer = client.get("/documents", params={"collection": "nix"})
    assert answer.status_code == 404
    assert answer.json()["detail"] == "there is no collection 'nix'; there is: finance, hr"


def test_pages_and_chunks_of_a_document(client: httpx.Client) -> None:
    pages = client.get(f"/documents/{REPORT}/pages").json()["pages"]
    assert [page["page_no"] for page in pages] == [1, 2]
    assert pages[0]["image"] == f"/documents/{REPORT}/pages/1/image"
    assert pages[1]["image"] is None
    assert "dividend" in client.get(f"/documents/{REPORT}/pages/2").json()["text"]
    chunks = client.get(f"/documents/{REPORT}/chunks").json()["chunks"]
    some = client.get(f"/documents/{REPORT}/chunks", params={"page": 2}).json()["chunks"]
    assert some == [chunk for chunk in chunks if 2 in chunk["pages"]]
    part = client.get(f"/documents/{REPORT}/chunks", params={"limit": 1, "after": chunks[0]["ordinal"]}).json()
    assert part["chunks"] == chunks[1:2]
    assert part["next"] == chunks[1]["ordinal"]


def test_tables_and_descriptions_of_pictures_stand_in_the_text_of_their_page(client: httpx.Client) -> None:
    with_picture, with_table = (client.get(f"/documents/{REPORT}/pages/{page_no}").json()["text"] for page_no in (1, 2))
    before, table, after = with_table.partition("| Net sales | 412,613 | 371,287 |")
    assert before.endswith(
        "of the two years.\n\n<table>\n| Thousands of dollars | 2025 | 2024 |\n| --- | --- | --- |\n"
    )
    assert table
    assert "Net income: 34,490 in 2025" in after
    assert after.endswith("</table>\n\nThe board proposes a dividend of 0.62 dollars per share.")
    assert "<picture>\nPlants of the company. A map" in with_picture
    assert "<<" not in with_picture + with_table


@pytest.mark.parametrize(
    ("place", "why"),
    [
        (("finance", "2025/annual report.pdf", 9), "the last one is 2"),
        (("hr", "travel policy.docx", 1), "has no pages: its text is in its chunks"),
    ],
)
def test_a_page_that_is_not_there_says_why(client: httpx.Client, place: tuple[str, str, int], why: str) -> None:
    collection, doc, page_no = place
    answer = client.get(f"/documents/{document_id(collection, doc)}/pages/{page_no}")
    assert answer.status_code == 404
    assert why in answer.json()["detail"]


def test_images_are_sent_once_and_only_from_their_document(client: httpx.Client) -> None:
    page = client.get(f"/documents/{REPORT}/pages/1/image")
    assert (page.status_code, page.headers["content-type"]) == (200, "image/png")
    assert page.headers["cache-control"] == "private, no-cache"
    assert page.headers["x-content-type-options"] == "nosniff"
    again = client.get(f"/documents/{REPORT}/pages/1/image", headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    answer = client.post("/ask", json={"question": "Which plants does the map show?", "kinds": ["picture"]}).json()
    place = answer["figures"][0]["image"]
    picture = client.get(place)
    assert picture.content.startswith(b"\x89PNG")
    assert "immutable" in picture.headers["cache-control"]
    other = place.replace(REPORT, document_id("hr", "travel policy.docx"))
    assert client.get(other).status_code == 404


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (f"/documents/{'0' * 32}", 404),
        (f"/documents/{'0' * 32}/chunks", 404),
        (f"/documents/{REPORT}/pages/9", 404),
        (f"/documents/{REPORT}/pages/2/image", 404),
        (f"/documents/{REPORT}/pages?index=drafts", 404),
        (f"/documents?after={'0' * 32}", 404),
        (f"/documents/{REPORT}/images/..%2f..%2fetc%2fpasswd", 404),
        ("/documents/annual", 422),
        (f"/documents/{REPORT}/images/abc", 422),
        (f"/documents/{REPORT}/pages/0", 422),
        (f"/documents/{REPORT}/pages/99999999999", 422),
    ],
)
def test_what_is_not_there_is_a_problem(client: httpx.Client, path: str, status: int) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
