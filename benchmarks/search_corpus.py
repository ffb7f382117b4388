"""A corpus of real text for the search benchmarks: chunks, and their vectors, in a folder outside the repository.

    apt-get download python3.11-doc postgresql-doc-15 git-doc ...    # documentation packages of Debian, freely chosen
    for deb in *.deb; do mkdir -p PACKAGES/${deb%%_*}; dpkg -x $deb PACKAGES/${deb%%_*}; done
    nice -n 19 python -m benchmarks.search_corpus CORPUS --data FOLDER --packages PACKAGES --size 100000 --json

``CORPUS`` gets ``chunks.jsonl`` (document, title, text), ``vectors/NNNNN.npy`` (float32 [rows, 384]) and
``metadata.json``. Text comes from the PDF, HTML and text files of ``FOLDER`` and from the English HTML pages in the
packages; it is cut at sentence ends into chunks of 80 to 130 words, up to 40 to a document; chunks that say the same
are kept once. Documents are taken from each package in turn, so every beginning of the corpus is a sample of the whole.

Vectors are the packaged embedder's, of the first ``--embed-tokens`` tokens of title and text only: speed of search does
not depend on what was embedded, and recall is compared between engines that have the same vectors. The run may be
ended at any time: finished shards are kept, the same command goes on.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

import numpy as np

from bizrag.chunking.sentences import fitting_spans, sentence_spans

_MIN_WORDS = 80
_MAX_WORDS = 130
_CHUNKS_PER_DOCUMENT = 40
_SHARD_ROWS = 1000
# Smaller documents are left out: most are licence pages and lists of links.
_MIN_CHUNKS = 5
_ENGLISH = frozenset(
    ["the", "of", "and", "to", "in", "is", "a", "for", "that", "with", "be", "are", "this", "as", "or", "it", "on"]
)
_MIN_ENGLISH_SHARE = 0.12
_MIN_LETTER_SHARE = 0.6
_DROPPED = ["script", "style", "head", "nav", "footer", "header", "noscript", "svg", "math", "button", "form"]
_FURNITURE = re.compile(
    r"\b(sphinxsidebar|related|navheader|navfooter|headerlink|navigation|toc|sidebar|footer)\b", re.I
)
_INLINE = frozenset(
    ["a", "abbr", "b", "big", "cite", "code", "del", "dfn", "em", "font", "i", "ins", "kbd", "mark", "q", "s"]
)
_INLINE |= {"samp", "small", "span", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr"}


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusChunk:
    """A chunk of the corpus."""

    # unique name of the document
    document: str
    title: str
    text: str

    @property
    def lexical_text(self) -> str:
        """What BM25 sees and what is embedded: title and text."""
        return f"{self.title}\n{self.text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """Chunks and their vectors, float32 [len(chunks), dimensions], L2-normalised."""

    chunks: Sequence[CorpusChunk]
    vectors: np.ndarray
    metadata: dict[str, Any]

    @property
    def embedded_words(self) -> int:
        """About how many words of a chunk's text its vector was made from: the title takes some tokens too."""
        return int(self.metadata["embed_tokens"]) // 2


def main() -> None:
    """Build or go on building a corpus and print one JSON object last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--data", type=Path, default=os.environ.get("BIZRAG_BENCH_DATA"))
    parser.add_argument("--packages", type=Path, help="folder with one unpacked Debian package in each sub-folder")
    parser.add_argument("--size", type=int, default=100_000, help="chunks")
    parser.add_argument("--embed-tokens", type=int, default=64)
    parser.add_argument("--threads", type=int, default=1, help="threads of the embedder")
    parser.add_argument("--json", action="store_true", help="accepted for uniformity; JSON is always printed last")
    arguments = parser.parse_args()
    if not (arguments.corpus / "chunks.jsonl").exists():
        if arguments.data is None or arguments.packages is None:
            parser.error("--data and --packages name what the corpus is made of")
        write_chunks(arguments.corpus, arguments.data, arguments.packages, arguments.size)
    seconds = embed_shards(arguments.corpus, arguments.embed_tokens, arguments.threads)
    corpus = load_corpus(arguments.corpus)
    figures = {
        "chunks": len(corpus.chunks),
        "documents": len({chunk.document for chunk in corpus.chunks}),
        "mean_words": round(float(np.mean([len(chunk.text.split()) for chunk in corpus.chunks])), 1),
        "embedding_seconds": round(seconds, 1),
        **corpus.metadata,
    }
    print(json.dumps({"benchmark": "search_corpus", "figures": figures}, indent=2))


def load_corpus(
    folder: Path, size: int | None = None, *, source: str | None = None, needs_vectors: bool = True
) -> Corpus:
    """The first ``size`` chunks of a corpus, of all sources or of one.

    Raises ValueError when some have no vectors yet, unless none are needed: they get random ones.
    """
    with (folder / "chunks.jsonl").open(encoding="utf-8") as lines:
        chunks = [CorpusChunk(**json.loads(line)) for line in islice(lines, size)]
    shards = [np.load(path) for path in sorted((folder / "vectors").glob("*.npy"))]
    vectors = np.concatenate(shards)[: len(chunks)] if shards else np.zeros((0, 384), dtype=np.float32)
    if len(vectors) < len(chunks):
        if needs_vectors:
            raise ValueError(f"{len(vectors)} of {len(chunks)} chunks have vectors: let the build of the corpus finish")
        more = np.random.default_rng(0).standard_normal((len(chunks) - len(vectors), vectors.shape[1]))
        more /= np.linalg.norm(more, axis=1, keepdims=True)
        vectors = np.concatenate([vectors, more.astype(np.float32)])
    metadata = json.loads((folder / "metadata.json").read_text())
    if source is not None:
        kept = [place for place, chunk in enumerate(chunks) if chunk.document.startswith(f"{source}/")]
        chunks, vectors = [chunks[place] for place in kept], vectors[kept]
    return Corpus(chunks=chunks, vectors=vectors, metadata=metadata)


def perturbed(corpus: Corpus, size: int, seed: int) -> Iterator[tuple[CorpusChunk, np.ndarray]]:
    """``size`` chunks with vectors: the corpus, then copies with a twentieth of the words dropped, a tenth exchanged.

    Exchanged words come from anywhere in the corpus, so frequent words stay frequent; vectors get noise of half their
    length. The same seed gives the same copies.
    """
    rng = np.random.default_rng(seed)
    words = [chunk.text.split() for chunk in corpus.chunks]
    pool = [word for chunk in words for word in chunk]
    for number in range(size):
        copy, row = divmod(number, len(words))
        chunk, vector = corpus.chunks[row], corpus.vectors[row]
        if copy:
            chances = rng.random(len(words[row]))
            others = rng.integers(len(pool), size=len(words[row]))
            text = " ".join(
                pool[others[place]] if chances[place] < 0.1 else word
                for place, word in enumerate(words[row])
                if chances[place] < 0.95
            )
            # nothing may be left of a chunk that is one long word
            text = text or chunk.text
            chunk = CorpusChunk(document=f"{chunk.document}-{copy}", title=chunk.title, text=text)
            vector = vector + rng.standard_normal(len(vector)).astype(np.float32) * (0.5 / len(vector) ** 0.5)
            vector /= np.linalg.norm(vector)
        yield chunk, vector


# --- text ------------------------------------------------------------------------------------------------------------


def write_chunks(folder: Path, data: Path, packages: Path, size: int) -> None:
    """Cut the sources and keep the first ``size`` chunks, documents from each source in turn."""
    sources = {"data": _chunks_of_data(data)}
    for package in sorted(path for path in packages.iterdir() if path.is_dir()):
        sources[package.name] = _chunks_of_package(package)
    seen: set[str] = set()
    counts = dict.fromkeys(sources, 0)
    kept: list[CorpusChunk] = []
    for row in zip_longest(*(_documents(name, found, seen) for name, found in sources.items())):
        for document in row:
            if document is not None and len(kept) < size:
                kept += document[: size - len(kept)]
                counts[document[0].document.split("/")[0]] += len(document)
        if len(kept) >= size:
            break
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "metadata.json").write_text(json.dumps({"chunks_of_source": counts}, indent=2))
    partial = folder / "chunks.jsonl.partial"
    with partial.open("w", encoding="utf-8") as lines:
        lines.writelines(json.dumps(asdict(chunk), ensure_ascii=False) + "\n" for chunk in kept)
    partial.rename(folder / "chunks.jsonl")


def _documents(source: str, chunks: Iterator[tuple[str, str]], seen: set[str]) -> Iterator[list[CorpusChunk]]:
    """Documents of up to 40 chunks in a row; texts that were seen before are left out."""
    number, current = 0, []
    for title, chunk in chunks:
        key = re.sub(r"\W+", " ", chunk).casefold()
        if key in seen:
            continue
        seen.add(key)
        current.append(CorpusChunk(document=f"{source}/{number:05d}", title=title, text=chunk))
        if len(current) == _CHUNKS_PER_DOCUMENT:
            yield current
            number, current = number + 1, []
    if len(current) >= _MIN_CHUNKS:
        yield current


def _chunks_of_data(folder: Path) -> Iterator[tuple[str, str]]:
    readers: dict[str, Callable[[Path], str]] = {".pdf": _pdf_text, ".html": _html_file, ".txt": _plain_text}
    for path in sorted(folder.rglob("*")):
        if path.suffix in readers:
            for chunk in cut(readers[path.suffix](path)):
                yield path.stem, chunk


def _chunks_of_package(folder: Path) -> Iterator[tuple[str, str]]:
    """Chunks of the English pages of a package. Pages come in a fixed mixed order: neighbours in name are alike."""
    pages = [path for path in folder.rglob("*.html") if path.is_file() and "_sources" not in path.parts]
    for path in sorted(pages, key=lambda page: (page.parent.name, page.name)):
        if path.stem.startswith(("genindex", "search", "bk0")) or path.is_symlink():
            continue
        page = _html_file(path)
        if is_english(page):
            for chunk in cut(page):
                if sum(map(str.isalpha, chunk)) >= _MIN_LETTER_SHARE * len(chunk):
                    yield f"{folder.name} {path.stem}".replace("_", " "), chunk


def cut(page: str) -> Iterator[str]:
    """Chunks of whole sentences, 80 to 130 words each; the last one of a page is left out when it is shorter.

    >>> [len(chunk.split()) for chunk in cut("One two three four five. " * 50)]
    [80, 80, 80]
    """
    current: list[str] = []
    num_words = 0
    for line in page.split("\n"):
        for sentence in sentence_spans(line):
            for span, size in fitting_spans(line, sentence, limit=_MAX_WORDS, count_tokens=_count_words):
                if num_words + size > _MAX_WORDS:
                    yield " ".join(current)
                    current, num_words = [], 0
                current.append(line[slice(*span)])
                num_words += size
                if num_words >= _MIN_WORDS:
                    yield " ".join(current)
                    current, num_words = [], 0


def _count_words(text: str) -> int:
    return len(text.split())


def is_english(page: str) -> bool:
    """Whether enough of the words are the most frequent ones of English.

    >>> is_english("the name of the file is a word"), is_english("der Name der Datei ist ein Wort")
    (True, False)
    """
    words = page.casefold().split()
    return bool(words) and sum(word in _ENGLISH for word in words) >= _MIN_ENGLISH_SHARE * len(words)


def _pdf_text(path: Path) -> str:
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    pages = [page.get_textpage().get_text_bounded() for page in document]
    document.close()
    return "\n".join(re.sub(r"\s+", " ", page) for page in pages)


def _plain_text(path: Path) -> str:
    return re.sub(r"(?<!\n)\n(?!\n)", " ", path.read_text(encoding="utf-8", errors="replace"))


def _html_file(path: Path) -> str:
    return html_text(path.read_bytes())


def html_text(page: bytes) -> str:
    """Text of a page, a line for each block, without navigation.

    >>> html_text(b"<body><nav>Up</nav><p>One <b>two</b></p><ul><li>three</li></ul></body>")
    'One two\\nthree'
    """
    from lxml import html
    from lxml.etree import ParserError

    if not page.strip():
        return ""
    try:
        tree = html.document_fromstring(page, parser=html.HTMLParser(encoding="utf-8"))
    except ParserError:
        return ""
    parts: list[str] = []
    _walk(tree, parts)
    lines = (re.sub(r"[ \t\r\f\xa0]+", " ", line).strip(" ¶") for line in "".join(parts).split("\n"))
    return "\n".join(line for line in lines if line)


def _walk(element: Any, parts: list[str]) -> None:
    """Append the texts below an element in order; blocks stand on lines of their own."""
    if not isinstance(element.tag, str) or element.tag in _DROPPED or _FURNITURE.search(element.get("class") or ""):
        return
    is_block = element.tag not in _INLINE
    if is_block:
        parts.append("\n")
    # a line end inside a block is white space, in code as well
    parts.append((element.text or "").replace("\n", " "))
    for child in element:
        _walk(child, parts)
        parts.append((child.tail or "").replace("\n", " "))
    if is_block:
        parts.append("\n")


# --- vectors ---------------------------------------------------------------------------------------------------------


def embed_shards(folder: Path, max_tokens: int, threads: int) -> float:
    """Embed what has no vectors yet, a thousand chunks a file; seconds of this run."""
    from bizrag.providers.local_embedding import LocalEmbedder
    from bizrag.settings import Settings
    from bizrag.weights import minilm_dir

    embedder = LocalEmbedder(lambda: minilm_dir(Settings()), threads=threads)
    # a shorter window for this instance: it cuts, and counts, what is longer
    embedder.max_tokens = max_tokens
    metadata = json.loads((folder / "metadata.json").read_text())
    metadata |= {
        "embed_tokens": max_tokens,
        "space": f"{embedder.space}/first-{max_tokens}-tokens",
        "embedded": f"title and text, cut to the first {max_tokens} tokens to save time",
    }
    (folder / "metadata.json").write_text(json.dumps(metadata, indent=2))
    (folder / "vectors").mkdir(exist_ok=True)
    with (folder / "chunks.jsonl").open(encoding="utf-8") as lines:
        texts = [CorpusChunk(**json.loads(line)).lexical_text for line in lines]
    began = time.perf_counter()
    for number, start in enumerate(range(0, len(texts), _SHARD_ROWS)):
        path = folder / "vectors" / f"{number:05d}.npy"
        if not path.exists():
            # numpy adds .npy to other names
            partial = path.with_suffix(".partial.npy.tmp")
            with partial.open("wb") as file:
                np.save(file, embedder.embed(texts[start : start + _SHARD_ROWS]))
            partial.rename(path)
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
