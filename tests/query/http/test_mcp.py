"""The official MCP client against the tools: over HTTP, and over a pipe to the command."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult, ImageContent, TextContent

from bizrag.model.documents import document_id
from bizrag.settings import Settings

pytestmark = pytest.mark.slow

REPORT = document_id("finance", "2025/annual report.pdf")
# has no pages
POLICY = document_id("hr", "travel policy.docx")


async def _use(server: str | StdioServerParameters) -> dict[str, Any]:
    async with Client(server) as client:
        return {
            "tools": [tool.name for tool in (await client.list_tools()).tools],
            "search": await client.call_tool("search", {"query": "dividend per share", "k": 2}),
            "ask": await client.call_tool("ask", {"question": "How much were net sales in 2025?"}),
            "page": await client.call_tool("get_page", {"document_id": REPORT, "page": 1}),
            "table": await client.call_tool("get_page", {"document_id": REPORT, "page": 2}),
            "text": await client.call_tool("get_page", {"document_id": POLICY}),
            "no_part": await client.call_tool("get_page", {"document_id": POLICY, "page": 2}),
            "adaptive": await client.call_tool("search", {"query": "dividend per share", "k": 4, "adaptive": True}),
            "best_page": await client.call_tool(
                "ask", {"question": "How much were net sales in 2025?", "evidence": "r1"}
            ),
            "all_of_none": await client.call_tool("ask", {"question": "x", "evidence": "all"}),
            "unknown": await client.call_tool("search", {"query": "x", "index": "drafts"}),
            "wrong": await client.call_tool("search", {"query": "x", "k": 0}),
            "no_word": await client.call_tool("search", {"query": "x", "colection": "hr"}),
            "no_query": await client.call_tool("search", {}),
            "no_id": await client.call_tool("get_page", {"document_id": "annual report"}),
            "no_document": await client.call_tool("get_page", {"document_id": "0" * 32}),
            "no_doc": await client.call_tool("search", {"query": "x", "doc": "unheard of"}),
        }


def words_of(result: CallToolResult) -> str:
    """The first text of what a tool said."""
    (first, *_) = result.content
    assert isinstance(first, TextContent)
    return first.text


def _check(seen: dict[str, Any]) -> None:
    assert seen["tools"] == ["search", "ask", "get_page"]
    found: CallToolResult = seen["search"]
    assert found.structured_content is not None
    assert len(found.structured_content["hits"]) == 2
    assert "dividend" in found.structured_content["hits"][0]["text"]
    answered: CallToolResult = seen["ask"]
    assert answered.structured_content is not None
    assert "412,613" in answered.structured_content["answer"]
    assert answered.structured_content["citations"][0]["document_id"] == REPORT
    page: CallToolResult = seen["page"]
    assert [type(part) for part in page.content] == [TextContent, ImageContent]
    assert isinstance(page.content[1], ImageContent)
    assert page.content[1].mime_type == "image/png"
    assert "| Net sales | 412,613 | 371,287 |" in words_of(seen["table"])
    assert words_of(seen["text"]).startswith("Hotels\n\nEmployees may book hotels")
    assert words_of(seen["text"]).endswith("may be booked in first class.")
    narrowed: CallToolResult = seen["adaptive"]
    assert narrowed.structured_content is not None
    scores = [hit["score"] for hit in narrowed.structured_content["hits"]]
    assert scores != sorted(scores, reverse=True), "in the order of the documents"
    best: CallToolResult = seen["best_page"]
    assert best.structured_content is not None
    assert {tuple(citation["pages"]) for citation in best.structured_content["citations"]} == {(2,)}
    refusals = {
        "unknown": "there is no index 'drafts'",
        "wrong": "k: Input should be greater than or equal to 1",
        "all_of_none": "say which one, with doc",
        "no_part": "its whole text is page 1",
        "no_word": "there is no argument 'colection'; there are: query, index, collection, doc, k, retriever, adaptive",
        "no_query": "the argument 'query' is missing",
        "no_id": "document_id: String should match pattern",
        "no_document": "take the id that a hit or a citation names",
        "no_doc": "it holds 2025/annual report.pdf",
    }
    for name, said in refusals.items():
        failed: CallToolResult = seen[name]
        assert failed.is_error
        assert said in words_of(failed)
        assert "\n" not in words_of(failed)
        assert "https://" not in words_of(failed)


def test_tools_over_http(address: str) -> None:
    _check(asyncio.run(_use(f"{address}/mcp")))


def test_a_long_text_without_pages_is_read_part_by_part(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("query.page_texts.PART_CHARS", 105)

    async def read() -> list[list[str]]:
        async with Client(f"{address}/mcp") as client:
            parts = [await client.call_tool("get_page", {"document_id": POLICY, "page": page}) for page in (1, 2)]
        return [[content.text for content in part.content if isinstance(content, TextContent)] for part in parts]

    first, second = asyncio.run(read())
    assert first[1:] == ["(page 1 of 2: the text goes on)"]
    assert first[0].endswith("the limit is 220 euros.")
    assert second == ["Trains\n\nTrain journeys over four hours may be booked in first class."]


def test_tools_over_a_pipe_to_the_command(served_engine: object, served_settings: Settings) -> None:
    assert served_settings.database_url is not None
    environment = {
        "BIZRAG_DATABASE_URL": served_settings.database_url,
        "BIZRAG_HOME": str(served_settings.home),
        "BIZRAG_WEIGHTS_PATH": str(served_settings.weights),
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
    }
    command = StdioServerParameters(
        command=sys.executable, args=["-c", "from orchestration.cli import main; main()", "mcp"], env=environment
    )
    _check(asyncio.run(_use(command)))
