"""Settings of search: what each route brings, and how routes are fused."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, Field


class Fusion(StrEnum):
    """How the routes of a hybrid search become one ranking."""

    # reciprocal rank fusion: ranks only
    RRF = "rrf"
    # scores on one scale, and the keywords that match (HiQA 3.3, equation 2)
    WEIGHTED = "weighted"


class SearchSettings(BaseModel):
    """How many candidates each route brings and how they are fused (MM-BizRAG, appendix D)."""

    dense_top_k: int = Field(default=70, ge=1, description="candidates of the vector route")
    bm25_top_k: int = Field(default=100, ge=1, description="candidates of the BM25 route")
    fused_top_k: int = Field(default=30, ge=1, description="candidates after fusion")
    fusion: Fusion = Field(
        default=Fusion.RRF,
        description="rrf (ranks), or weighted: alpha * similarity + (1 - alpha) * BM25 + beta * log(1 + keywords)",
    )
    alpha: float = Field(
        default=0.7, ge=0, le=1, description="weighted fusion: share of the vector route against BM25, each from 0 to 1"
    )
    beta: float = Field(default=0.5, ge=0, description="weighted fusion: weight of the logarithm of matched keywords")
    adaptive: bool = Field(
        default=False,
        description="keep as many hits of each modality as their similarities tell from the rest, from half of the "
        "number asked for to all of it, in the order of the documents",
    )
    rrf_k: int = Field(default=60, ge=0, description="the constant in 1 / (rrf_k + rank)")
    dense_weight: float = Field(default=1.0, ge=0, description="weight of the vector route in the fusion")
    bm25_weight: float = Field(default=1.0, ge=0, description="weight of the BM25 route in the fusion")
    keyword_weight: float = Field(
        default=1.0,
        ge=0,
        description="weight of the route through documents that the question names, times log(1 + keywords matched); "
        "0 turns it off",
    )
    ordered_top_k: int = Field(
        default=30,
        ge=0,
        description="first hits of a search fused by rank that are put in order by what they and their headings say of "
        "the question; 0 leaves them as they were fused",
    )
    maxsim_cut: int = Field(
        default=32,
        ge=1,
        description="late interaction: pages of which all vectors are compared; ten times as many are found by 12 "
        "vectors that stand for each page, and cut down by 64",
    )
    page_cache_mb: int = Field(
        default=256,
        ge=0,
        description="late interaction: memory for vectors that stand for pages which questions have read, 22 KB a page "
        "at 128 dimensions; 0 reads them from the database every time",
    )
    bm25_k1: float = Field(default=1.2, ge=0, description="how soon repeated words stop counting")
    bm25_b: float = Field(default=0.75, ge=0, le=1, description="how much long chunks are held back")
    ef_search: int = Field(
        default=200,
        ge=10,
        le=1000,
        description="candidates HNSW keeps while it searches 100,000 vectors; more in larger indexes",
    )
    max_scan_tuples: int = Field(
        default=20_000, ge=1, description="vectors that one walk of HNSW looks at before all allowed ones are compared"
    )
    hnsw_min_rows: int = Field(
        default=20_000,
        ge=0,
        description="below this many vectors (of 384 dimensions, fewer of longer ones) an exact scan is as fast",
    )
    exact_max_rows: int = Field(
        default=50_000,
        ge=0,
        description="up to this many vectors left by a filter are always compared (of 384 dimensions, fewer if longer)",
    )
    binary_above_dimensions: int = Field(
        default=1000, ge=0, description="longer vectors are indexed by their signs and ranked again by cosine distance"
    )
    binary_overfetch: float = Field(
        default=4.0, ge=1, description="candidates by signs for each one that is wanted by cosine distance"
    )
    build_memory_mb: int = Field(
        default=1024, ge=64, description="memory for building a vector index; it takes what the index needs, up to this"
    )
    build_workers: int = Field(default=1, ge=0, description="processes that help to build a vector index")
