"""Recall of PCMHE's two walks where vectors mean something: page texts and page images as an embedder would place them.

    BIZRAG_HOME=HOME python -m benchmarks.page_walks INDEX --questions FILE --json

INDEX is one of the variant PCMHE, as ``benchmarks.inference`` builds it over a scripted embedder, whose vectors of
images are random. Here each chunk gets the packaged embedder's vector of its text, a page image that of its page's
text, brought to the index's dimensions by one random matrix; an image is moved by one vector that all images share
(``gap``, the distance between modalities that such embedders have), everything by ``noise`` of its own. All in a
transaction that is rolled back.

``recall``: share of the nearest 10 and 70 by comparing all that a walk finds, mean of the questions.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import Connection, text

from benchmarks.search_load import statement
from bizrag.evaluation.cases import read_cases
from bizrag.providers.local_embedding import local_embedder
from bizrag.settings import Settings
from bizrag.store.engine import open_engine
from bizrag.store.filters import Allowed
from bizrag.store.indexes import IndexRow, get_index
from bizrag.store.nearest import Shape, choose_way, prepare
from bizrag.store.vectors import to_half

_NEAREST = (10, 70)
_CASES = ({"gap": 1.0, "noise": 0.3}, {"gap": 1.0, "noise": 0.8}, {"gap": 0.0, "noise": 0.3})


def main() -> None:
    """Place, build, walk, and print one JSON object last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("index")
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--number", type=int, default=100, help="questions")
    parser.add_argument("--json", action="store_true", help="accepted for uniformity; JSON is always printed last")
    arguments = parser.parse_args()
    settings = Settings()
    questions = [case.question for case in read_cases(arguments.questions)][: arguments.number]
    cases: list[dict[str, Any]] = []
    with open_engine(settings).connect() as conn:
        index = get_index(conn, arguments.index)
        matrix = np.random.default_rng(0).standard_normal((384, index.dimensions)).astype(np.float32)
        chunks = conn.execute(text(statement("select_placed_texts")), {"index_no": index.index_no}).all()
        embedder = local_embedder(settings)
        words = sorted({chunk.text for chunk in chunks})
        meanings = dict(zip(words, _unit(embedder.embed(words) @ matrix), strict=True))
        asked = _unit(embedder.embed(questions) @ matrix)
        conn.rollback()
        for case in _CASES:
            _place(conn, index, [(chunk.chunk_no, chunk.is_image, meanings[chunk.text]) for chunk in chunks], **case)
            cases.append(
                {**case, **{route: _recall(conn, index, asked, route, settings) for route in ("texts", "images")}}
            )
            conn.rollback()
    print(json.dumps({"benchmark": "page_walks", "figures": {"chunks": len(chunks), "cases": cases}}, indent=2))


def _place(
    conn: Connection, index: IndexRow, chunks: list[tuple[int, bool, np.ndarray]], *, gap: float, noise: float
) -> None:
    """New vectors for all chunks, and vector indexes over them."""
    rng = np.random.default_rng(1)
    shared = _unit(rng.standard_normal(index.dimensions))
    table = f"vector_row_{index.index_no}"
    walks = conn.execute(text(statement("select_vector_indexes")), {"table": table}).all()
    for row in walks:
        conn.execute(text(f"DROP INDEX {row.name}"))
    conn.execute(
        text(f"CREATE TEMP TABLE placed (chunk_no bigint PRIMARY KEY, v halfvec({index.dimensions})) ON COMMIT DROP")
    )
    driver: Any = conn.connection.driver_connection
    with driver.cursor() as cursor, cursor.copy("COPY placed FROM STDIN") as copy:
        for chunk_no, is_image, meaning in chunks:
            own = noise * _unit(rng.standard_normal(index.dimensions))
            copy.write_row((chunk_no, to_half(_unit(meaning + own + gap * is_image * shared)).to_text()))
    conn.execute(text(f"UPDATE {table} r SET embedding = p.v FROM placed p WHERE p.chunk_no = r.chunk_no"))
    for row in walks:
        conn.execute(text(row.definition))


def _recall(conn: Connection, index: IndexRow, asked: np.ndarray, route: str, settings: Settings) -> dict[str, Any]:
    size = prepare(conn, index_no=index.index_no, settings=settings.search)
    allowed = Allowed(
        binds={"documents": None}, num_vectors=size["num_vectors"], num_further_parts=0, is_filtered=False
    )
    search = settings.search
    way = choose_way(
        index.dimensions,
        vector_index="bits",
        num_vectors=size["num_vectors"],
        allowed=allowed,
        dense_top_k=_NEAREST[-1],
        settings=search,
    )
    prepare(conn, index_no=index.index_no, settings=search, ef_search=way.ef_search)
    walk = Shape.of(index.dimensions, way, allowed).walked(route=route)
    binds = {"index_no": index.index_no, "walked_rows": way.walked_rows, "reranked_rows": way.reranked_rows}
    shares: dict[int, list[float]] = {number: [] for number in _NEAREST}
    for question in asked:
        embedding = to_half(question)
        found = conn.execute(text(f"SELECT distance FROM ({walk}) w ORDER BY 1"), {**binds, "embedding": embedding})
        walked = np.array(found.scalars().all())
        exact = conn.execute(
            text(statement("select_nearest_distances").replace("{dimensions}", str(index.dimensions))),
            {"index_no": index.index_no, "is_image": route == "images", "embedding": embedding, "top_k": _NEAREST[-1]},
        )
        nearest = np.array(exact.scalars().all())
        for number in _NEAREST:
            # copies lie at the same distance: any of them will do
            shares[number].append(float((walked[:number] <= nearest[number - 1] + 1e-6).sum()) / number)
    return {f"recall_{number}": round(float(np.mean(values)), 3) for number, values in shares.items()}


def _unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


if __name__ == "__main__":
    main()
