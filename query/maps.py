"""Maps of an index's vectors: figures, and a picture with a plane for each index and projection."""

from __future__ import annotations

import base64
import colorsys
import html
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bizrag.errors import BadInputError
from bizrag.evaluation.embedding_map import Cohesion, cohesion, mean_similarity, pca, tsne
from bizrag.evaluation.gold import GoldFinder
from bizrag.store.indexes import get_index
from bizrag.store.points import Points, select_points, target_similarity
from query.documents import list_documents

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

    from bizrag.evaluation.cases import EvalCase
    from bizrag.providers.embedders import Embedders
    from bizrag.store.records import IndexRow

#: chunks of an index that are drawn: t-SNE of more takes minutes
MAX_POINTS = 1500
#: questions that are embedded for a map
MAX_QUESTIONS = 300
_SIDE_PX = 520
_MARGIN_PX = 30
_DOT_PX = 2
# the documents with most chunks have a colour of their own, others are grey
_NUM_COLOURS = 24
_GREY = "#bbbbbb"


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexMap:
    """An index on two planes, each of shape (chunks, 2)."""

    index_name: str
    docs: tuple[str, ...]
    cohesion: Cohesion
    planes: dict[str, NDArray[np.float64]]

    def to_json(self) -> dict[str, Any]:
        """Counts and figures, without points."""
        figures = {name: None if value is None else round(value, 4) for name, value in asdict(self.cohesion).items()}
        return {"index": self.index_name, "chunks": len(self.docs), "documents": len(set(self.docs)), **figures}


@dataclass(frozen=True, slots=True, kw_only=True)
class Aims:
    """Questions whose pages are known: how close an index holds them to what answers them (HiQA 5.3)."""

    cases: Sequence[EvalCase]
    embedders: Embedders

    def measure(self, conn: Connection, index: IndexRow, points: Points) -> dict[str, float | None]:
        """The figures of ``Cohesion`` about questions; of at most ``MAX_QUESTIONS``, spread over all."""
        known = GoldFinder(list_documents(conn, index=index.index_name, collection=None))
        aimed = [(case.question, gold.pages) for case in self.cases if (gold := known.find(case)).pages]
        aimed = aimed[:: -(-len(aimed) // MAX_QUESTIONS) or 1]
        embedder = self.embedders.text(index.index_name, space=index.space)
        questions = [embedder.embed_query(question) for question, _ in aimed]
        targets: list[float] = []
        for vector, (_, pages) in zip(questions, aimed, strict=True):
            nearest = [
                target_similarity(
                    conn,
                    index_no=index.index_no,
                    question=vector,
                    document_id=document_id,
                    page_nos=[page_no for other, page_no in pages if other == document_id],
                )
                for document_id in sorted({document_id for document_id, _ in pages})
            ]
            targets += [max(defined)] if (defined := [value for value in nearest if value is not None]) else []
        return {
            "question_to_target": float(np.mean(targets)) if targets else None,
            "question_to_chunks": mean_similarity(np.array(questions), points.vectors),
        }


def make_maps(
    engine: Engine, indexes: Sequence[str], *, max_points: int = MAX_POINTS, aims: Aims | None = None
) -> list[IndexMap]:
    """A map of each index, by name or alias: with and without cascade, say; ``aims`` adds figures about questions.

    Raises NotFoundError for an unknown index, BadInputError for one with fewer than three chunks or with many vectors
    for a page.
    """
    maps: list[IndexMap] = []
    for name in indexes:
        with engine.begin() as conn:
            index = get_index(conn, name)
            points = select_points(conn, index_no=index.index_no, max_points=max_points)
            asked = aims.measure(conn, index, points) if aims and len(points.docs) else {}
        if len(points.docs) < 3:
            raise BadInputError(
                f"index {name} has {len(points.docs)} chunks with vectors of their own: nothing to draw"
            )
        maps.append(_map(index.index_name, points, asked))
    return maps


def _map(name: str, points: Points, asked: dict[str, float | None]) -> IndexMap:
    return IndexMap(
        index_name=name,
        docs=points.docs,
        cohesion=replace(cohesion(points.vectors, points.docs, points.headings), **asked),
        planes={"PCA": pca(points.vectors), "t-SNE": tsne(points.vectors)},
    )


def draw(maps: Sequence[IndexMap]) -> bytes:
    """A PNG: a row for each index, PCA beside t-SNE; a dot is a chunk, a colour a document, the same in every plane."""
    from PIL import Image, ImageDraw

    colours = _colours(maps)
    image = Image.new("RGB", (2 * _SIDE_PX, len(maps) * _SIDE_PX), "white")
    pencil = ImageDraw.Draw(image)
    for row, one in enumerate(maps):
        for column, (name, plane) in enumerate(one.planes.items()):
            left, top = column * _SIDE_PX, row * _SIDE_PX
            pencil.rectangle((left, top, left + _SIDE_PX - 1, top + _SIDE_PX - 1), outline="#cccccc")
            pencil.text((left + 8, top + 8), f"{one.index_name}: {name}", fill="black")
            for (right, down), doc in zip(_on_square(plane), one.docs, strict=True):
                x, y = left + right, top + down
                pencil.ellipse((x - _DOT_PX, y - _DOT_PX, x + _DOT_PX, y + _DOT_PX), fill=colours[doc])
    with io.BytesIO() as buffer:
        image.save(buffer, format="PNG", optimize=True)
        return buffer.getvalue()


def to_html(maps: Sequence[IndexMap]) -> str:
    """The picture with what its colours mean and the figures below it, in one file."""
    picture = base64.b64encode(draw(maps)).decode("ascii")
    figures = [one.to_json() for one in maps]
    # what no index has, such as figures about questions where none were given, is no column
    names = [name for name in figures[0] if any(row[name] is not None for row in figures)]
    shown = [{name: row[name] for name in names} for row in figures]
    head = "".join(f"<th>{html.escape(name.replace('_', ' '))}</th>" for name in shown[0])
    rows = "".join(
        "<tr>"
        + "".join(f"<td>{html.escape('' if value is None else str(value))}</td>" for value in row.values())
        + "</tr>"
        for row in shown
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Embedding map</title>'
        "<style>body{font:14px sans-serif;margin:2em}td,th{padding:.2em 1em;text-align:left}img{max-width:100%}"
        "ul{list-style:none;padding:0;columns:20em}li{break-inside:avoid}"
        "i{display:inline-block;width:.8em;height:.8em;margin-right:.5em}</style>"
        f'<h1>Embedding map</h1><img alt="Chunks as dots, coloured by document" src="data:image/png;base64,{picture}">'
        f"{_legend(maps)}"
        "<p>Mean cosine similarity of pairs of chunks, and of questions with chunks.</p>"
        f"<table><tr>{head}</tr>{rows}</table></html>\n"
    )


def _legend(maps: Sequence[IndexMap]) -> str:
    """The document of each colour, and how many share the grey."""
    colours = _colours(maps)
    named = {doc: colour for doc, colour in colours.items() if colour != _GREY}
    entries = [(colour, html.escape(doc)) for doc, colour in named.items()]
    if others := len(colours) - len(named):
        entries.append((_GREY, f"{others:,} other document{'s' if others > 1 else ''}, with fewer chunks"))
    return "<ul>" + "".join(f'<li><i style="background:{colour}"></i>{name}</li>' for colour, name in entries) + "</ul>"


def _colours(maps: Sequence[IndexMap]) -> dict[str, str]:
    """The colour of each document, those with most chunks first."""
    counts = Counter(doc for one in maps for doc in one.docs)
    return {doc: _colour(number) for number, (doc, _) in enumerate(sorted(counts.items(), key=_by_size))}


def _by_size(entry: tuple[str, int]) -> tuple[int, str]:
    return -entry[1], entry[0]


def _colour(number: int) -> str:
    """The n-th colour: hues a golden section apart, so that neighbours in size look different."""
    if number >= _NUM_COLOURS:
        return _GREY
    red, green, blue = colorsys.hsv_to_rgb(number * 0.618034 % 1, 0.75, 0.6 + 0.3 * (number % 2))
    return f"#{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}"


def _on_square(plane: NDArray[np.float64]) -> list[tuple[float, float]]:
    """The points of a plane in pixels of its square, the same scale both ways."""
    low, high = plane.min(axis=0), plane.max(axis=0)
    scale = (_SIDE_PX - 2 * _MARGIN_PX) / max(float((high - low).max()), 1e-12)
    placed = (plane - (low + high) / 2) * scale + _SIDE_PX / 2
    return [(float(x), float(y)) for x, y in placed]
