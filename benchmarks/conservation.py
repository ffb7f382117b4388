"""Is the text of PDFs conserved? Compares what is in the index with what another library reads from the files.

    BIZRAG_HOME=... python -m benchmarks.conservation --collection NAME --json

Reads the text layer of every ingested PDF of a collection with pypdfium2 (the parser reads with docling-parse), and
looks for every token and every number of a page in what is stored for that page: blocks, table cells, picture texts,
and, counted apart, page furniture. A token that stands alone in one reading and inside a longer one in the other
("Table 1", "Table1") is looked up in the page's text without blanks.
"""

from __future__ import annotations

import argparse
import json
import re
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

import pypdfium2
from sqlalchemy import Connection, text

from bizrag.settings import Settings
from bizrag.store.engine import open_engine

_TOKEN = re.compile(r"[^\W_]+(?:[.,'][^\W_]+)*")
_MARKED = re.compile(r"([^\W\d_]+)[.,](\d+)")
_STORED = """
SELECT d.source_root, d.source_uri, b.page_no, b.kind IN ('page_header', 'page_footer') AS is_furniture, b.text
FROM document d
JOIN stage_state s ON s.document_no = d.document_no AND s.stage = 'pages'
JOIN LATERAL (
    SELECT page_no, kind, text FROM block WHERE parse_id = s.outputs ->> 'parse_id'
    UNION ALL
    SELECT page_no, 'table', caption || ' ' || (SELECT string_agg(c ->> 'text', ' ') FROM jsonb_array_elements(cells) c)
    FROM table_artifact WHERE parse_id = s.outputs ->> 'parse_id'
    UNION ALL
    SELECT page_no, 'picture', caption || ' ' || text FROM picture_artifact WHERE parse_id = s.outputs ->> 'parse_id'
) b ON b.page_no IS NOT NULL
WHERE d.collection = :collection AND d.source_uri ILIKE '%.pdf'
"""


def main() -> None:
    """Print the shares of every PDF, then one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--collection", required=True)
    parser.add_argument("--json", action="store_true", help="accepted for uniformity; JSON is always printed last")
    arguments = parser.parse_args()
    engine = open_engine(Settings())
    with engine.connect() as conn:
        documents = stored_pages(conn, arguments.collection)
    figures = {str(path): compare(path, pages) for path, pages in sorted(documents.items())}
    names = {path: Path(path).name for path in figures}
    total = sum_up(list(figures.values()))
    worst = min((item["tokens_conserved"] for item in figures.values() if item["tokens"]), default=None)
    result = {"all": total, "worst_document_tokens": worst, "documents": {names[p]: v for p, v in figures.items()}}
    print(json.dumps({"benchmark": "conservation", "figures": result}, indent=2))


def stored_pages(conn: Connection, collection: str) -> dict[Path, dict[int, tuple[str, str]]]:
    """File -> page number -> (text of the body, text of the furniture)."""
    found: dict[Path, dict[int, tuple[str, str]]] = {}
    for row in conn.execute(text(_STORED), {"collection": collection}).mappings():
        pages = found.setdefault(Path(row["source_root"]) / row["source_uri"], {})
        body, furniture = pages.get(row["page_no"], ("", ""))
        if row["is_furniture"]:
            furniture += " " + (row["text"] or "")
        else:
            body += " " + (row["text"] or "")
        pages[row["page_no"]] = (body, furniture)
    return found


def compare(path: Path, pages: dict[int, tuple[str, str]]) -> dict[str, Any]:
    """Tokens and numbers of a file's text layer, and how many are stored."""
    counts: Counter[str] = Counter()
    document = pypdfium2.PdfDocument(path)
    for index in range(len(document)):
        layer = tokens_of(document[index].get_textpage().get_text_range())
        body, furniture = pages.get(index + 1, ("", ""))
        kept = Counter(tokens_of(body))
        margin = Counter(tokens_of(furniture))
        squashed = "".join(tokens_of(body + furniture))
        for token in layer:
            is_number = any(character.isdigit() for character in token)
            counts["tokens"] += 1
            counts["numbers"] += is_number
            if kept[token] > 0:
                kept[token] -= 1
            elif margin[token] > 0:
                margin[token] -= 1
                counts["furniture"] += 1
            elif not _is_told(token, squashed):
                counts["lost_tokens"] += 1
                counts["lost_numbers"] += is_number
    document.close()
    return _shares(counts, len(pages))


def _is_told(token: str, squashed: str) -> bool:
    """Whether a page's text without blanks holds a token; a footnote's mark ("agent.2") may stand apart."""
    if token in squashed:
        return True
    marked = _MARKED.fullmatch(token)
    return marked is not None and marked[1] + marked[2] in squashed


def sum_up(documents: list[dict[str, Any]]) -> dict[str, Any]:
    """The same figures over all documents."""
    counts: Counter[str] = Counter()
    for item in documents:
        counts.update({name: item[name] for name in ("tokens", "numbers", "furniture", "lost_tokens", "lost_numbers")})
    return _shares(counts, sum(item["pages"] for item in documents))


def _shares(counts: Counter[str], pages: int) -> dict[str, Any]:
    def share(lost: str, of: str) -> float | None:
        return round(1 - counts[lost] / counts[of], 5) if counts[of] else None

    return {
        "pages": pages,
        **{name: counts[name] for name in ("tokens", "numbers", "furniture", "lost_tokens", "lost_numbers")},
        "tokens_conserved": share("lost_tokens", "tokens"),
        "numbers_conserved": share("lost_numbers", "numbers"),
    }


def tokens_of(value: str) -> list[str]:
    """Words and numbers of a text in lower case, in order; halves of a broken word are one."""
    # A soft hyphen or pdfium's marker at a line's end joins the two halves of a word.
    joined = re.sub(r"(?:\u00ad|\ufffe|\u0002)\s*", "", unicodedata.normalize("NFKC", value))
    # docling writes straight quotes
    return _TOKEN.findall(joined.replace("’", "'").casefold())


if __name__ == "__main__":
    main()
