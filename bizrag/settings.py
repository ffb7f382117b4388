"""Settings: typed groups, read from the environment (``BIZRAG_PARSING__WORKERS=2``) or from ``.env``.

Units are in the names. Defaults run on a laptop with nothing configured.
"""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path

from pydantic import BaseModel, Field
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from bizrag import machine
from bizrag.configuration.access import AccessSettings, AuditSettings
from bizrag.configuration.agent import AgentSettings
from bizrag.configuration.entity import EntitySettings
from bizrag.configuration.evaluation import EvaluationSettings
from bizrag.configuration.format import FormatSettings
from bizrag.configuration.index import IndexSettings
from bizrag.configuration.provider import ProviderSettings
from bizrag.configuration.question import QuestionSettings
from bizrag.configuration.search import SearchSettings
from bizrag.configuration.serving import ServingSettings
from bizrag.configuration.sources import tolerant_sources
from bizrag.configuration.types import Words
from bizrag.configuration.watch import CheckSettings, WatchSettings
from bizrag.model.retrieval import Evidence


class OcrEngine(StrEnum):
    """Which engine reads text from images."""

    # EasyOCR where a GPU is, RapidOCR on a CPU
    AUTO = "auto"
    EASYOCR = "easyocr"
    RAPIDOCR = "rapidocr"


class LayoutEngine(StrEnum):
    """Which model finds the regions of a page."""

    # the packaged ONNX model together with the evidence in the PDF
    PICODET = "picodet"
    # docling's own model; needs its weights under artifacts_path
    HERON = "heron"


class TableEngine(StrEnum):
    """Which model finds the cells of a table."""

    # the PDF's words and rules first, the packaged ONNX model where they do not decide
    GRID = "grid"
    # docling's own model; needs its weights under artifacts_path
    TABLEFORMER = "tableformer"


class ParsingSettings(BaseModel):
    """How files become pages."""

    workers: int = Field(
        default=0,
        ge=0,
        description="parser processes; each holds its own models (about 1.5 GB); 0: one for each processor, as far as "
        "memory goes, 4 at most",
    )
    threads: int = Field(
        default=0, ge=0, description="model threads of one parser process; 0: 2 where there is one, else 1"
    )
    timeout_seconds: float = Field(
        default=900.0, gt=0, description="longest time without a finished page before a file fails"
    )
    look_seconds: float = Field(default=60.0, gt=0, description="longest time for the first look at a file")
    look_memory_mb: int = Field(
        default=2000, ge=500, description="resident memory of the process that looks first, beyond which a file fails"
    )
    memory_mb: int = Field(
        default=3600, ge=1000, description="resident memory of a parser process beyond which its file fails"
    )
    recycle_after: int = Field(default=100, ge=1, description="documents after which a parser process is replaced")
    max_file_mb: float = Field(default=200.0, gt=0, description="larger files are refused")
    max_pages: int = Field(default=2000, ge=1, description="longer documents are refused")
    max_unpacked_mb: float = Field(default=1000.0, gt=0, description="office files that unpack to more are refused")
    split_pages: int = Field(
        default=0,
        ge=0,
        description="PDFs with more pages are parsed in ranges of at most so many, by all workers; 0: in one piece",
    )
    allow_partial: bool = Field(
        default=False, description="index documents with pages that could not be analysed, and say so in every answer"
    )
    page_image_dpi: int = Field(default=110, ge=36, le=300, description="resolution of stored page images")
    picture_dpi: int = Field(default=144, ge=36, le=300, description="resolution of stored picture crops")
    layout_engine: LayoutEngine = Field(default=LayoutEngine.PICODET, description="picodet (packaged) or heron")
    table_engine: TableEngine = Field(default=TableEngine.GRID, description="grid (packaged) or tableformer")
    artifacts_path: Path | None = Field(default=None, description="folder with docling's own model weights")
    ocr_engine: OcrEngine = Field(default=OcrEngine.AUTO, description="auto, easyocr or rapidocr")
    ocr_languages: Words = Field(default=("en",), description="languages that OCR reads, with commas: de,en")
    render_office: bool = Field(default=True, description="render DOCX and PPTX pages where LibreOffice is installed")

    @property
    def num_workers(self) -> int:
        """Parser processes on this machine."""
        return self.workers or machine.num_parsers(machine.num_processors(), machine.memory_mb())

    @property
    def num_threads(self) -> int:
        """Model threads of each."""
        return self.threads or (1 if self.num_workers > 1 else 2)


class DescribingSettings(BaseModel):
    """How chat models are asked about documents; which model does which job is in the provider settings."""

    concurrent_calls: int = Field(
        default=8, ge=1, description="tables, pictures, slides and titles that are asked for at the same time"
    )
    image_max_px: int = Field(
        default=2048, ge=64, description="longest side of images sent to a model; larger ones are scaled down"
    )
    table_part_cells: int = Field(
        default=300,
        ge=1,
        description="cells of a table in one call; larger tables go in parts of whole rows",
    )


class ChunkSettings(BaseModel):
    """How pages become chunks."""

    max_tokens: int = Field(
        default=256, ge=64, description="the embedder's window; a chunk and its headings stay within it"
    )
    heading_share: float = Field(
        default=0.25, ge=0, le=0.5, description="largest share of the window for the heading path"
    )
    table_data: bool = Field(
        default=False, description="embed the numbers of tables too; BM25 finds them and answers show them either way"
    )


class RerankMode(StrEnum):
    """How a chat model reranks what was found."""

    NONE = "none"
    # one call for all candidates
    LISTWISE = "listwise"
    # a call for each candidate
    POINTWISE = "pointwise"


class AnsweringSettings(BaseModel):
    """How questions are answered where a chat model is configured (MM-BizRAG, appendix D)."""

    rerank: RerankMode = Field(
        default=RerankMode.LISTWISE, description="none, listwise (one call) or pointwise (a call for each candidate)"
    )
    evidence: Evidence = Field(
        default=Evidence.FOUND,
        description="pages that are read: found (hits as they are), r1 or r5 (hits on the best page or the five best), "
        "all (all pages of the documents that a question is narrowed to)",
    )
    rerank_concurrency: int = Field(
        default=5, ge=1, description="calls of pointwise reranking at the same time; providers slow down above 4 to 6"
    )
    rerank_chars: int = Field(default=4000, ge=100, description="characters of a candidate that the reranker reads")
    context_tokens: int = Field(
        default=60_000, ge=100, description="longest text of the sources, in tokens of the embedder"
    )
    following_slides: int = Field(
        default=0,
        ge=0,
        le=10,
        description="slides that are read behind every slide that was found: what it says goes on",
    )
    max_images: int = Field(default=20, ge=0, description="images sent with a question; 0: descriptions only")
    max_image_px: int = Field(default=1600, ge=64, description="longest side of an image; larger ones are scaled down")
    max_image_mb: float = Field(default=4.0, gt=0, description="largest image; a larger one becomes a JPEG")
    max_images_mb: float = Field(default=20.0, gt=0, description="size of all images of a question")
    language: str | None = Field(default=None, description="language of answers; default: that of the question")
    instructions: str = Field(default="", description="wishes for every answer: its form, its length, its audience")


class IngestSettings(BaseModel):
    """How batches run."""

    batch_documents: int = Field(default=50, ge=1, le=1000, description="documents in one Dagster run")
    concurrent_documents: int = Field(
        default=4, ge=1, description="documents that are described, embedded and published at the same time"
    )
    thumbnails: bool = Field(default=True, description="show a small page image on the pages asset")
    buckets: int = Field(
        default=0,
        ge=0,
        le=25_000,
        description="Dagster partitions that documents are spread over; 0: one each, good up to 100,000 documents",
    )


class Settings(BaseSettings):
    """All settings of bizrag."""

    model_config = SettingsConfigDict(
        env_prefix="BIZRAG_",
        env_nested_delimiter="__",
        env_file=".env",
        extra="ignore",
        # one variable of a group leaves the group's other defaults as they are
        nested_model_default_partial_update=True,
        env_parse_none_str="null",
        # an error names the setting and what is wrong with it, never the value: it may be a key
        hide_input_in_errors=True,
    )

    home: Path | None = Field(default=None, description="database, blobs and weights; see home_path")
    database_url: str | None = Field(
        default=None, description="another Postgres with pgvector >= 0.8 instead of the embedded one"
    )
    database_prepares: bool | None = Field(
        default=None,
        description="prepare repeated statements on the server, a tenth less time for a question; default: on the "
        "embedded one alone, because a pooler in transaction mode may lose them",
    )
    blob_url: str | None = Field(
        default=None, description="folder or bucket for images (fsspec URL); default: blobs in home"
    )

    weights_path: Path | None = Field(default=None, description="folder of model weights; default: weights in home")

    parsing: ParsingSettings = ParsingSettings()
    describing: DescribingSettings = DescribingSettings()
    formatting: FormatSettings = FormatSettings()
    chunking: ChunkSettings = ChunkSettings()
    search: SearchSettings = SearchSettings()
    entities: EntitySettings = EntitySettings()
    providers: ProviderSettings = ProviderSettings()
    answering: AnsweringSettings = AnsweringSettings()
    serving: ServingSettings = ServingSettings()
    access: AccessSettings = AccessSettings()
    audit: AuditSettings = AuditSettings()
    agents: AgentSettings = AgentSettings()
    questions: QuestionSettings = QuestionSettings()
    ingest: IngestSettings = IngestSettings()
    watch: WatchSettings = WatchSettings()
    checks: CheckSettings = CheckSettings()
    evaluation: EvaluationSettings = EvaluationSettings()
    sources: dict[str, str] = Field(
        default_factory=dict,
        description='folders or buckets (fsspec URLs) that Dagster watches by collection, as JSON: {"name": "/folder"}',
    )
    indexes: dict[str, IndexSettings] = Field(
        default_factory=lambda: {"default": IndexSettings()},
        description='indexes that ingestion keeps up to date, as JSON: {"default": {"variant": "tcte"}}; single ones, '
        "BIZRAG_INDEXES__NAME__VARIANT, stand beside default",
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """What a caller gives comes first, then the variables, then ``.env``."""
        return (init_settings, *tolerant_sources(settings_cls, dotenv_settings), file_secret_settings)

    @property
    def home_path(self) -> Path:
        """Where bizrag keeps its things.

        Root gets a place that the unprivileged server user can reach; permissions of parents are never changed.
        """
        if self.home is not None:
            return self.home.expanduser().absolute()
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            return Path("/var/lib/bizrag")
        data = os.environ.get("XDG_DATA_HOME")
        return (Path(data) if data else Path.home() / ".local" / "share") / "bizrag"

    @property
    def weights(self) -> Path:
        """Folder of model weights; several homes may share one."""
        return self.weights_path.expanduser().absolute() if self.weights_path else self.home_path / "weights"

    @property
    def blobs(self) -> str:
        """fsspec URL of the blob store."""
        return self.blob_url or str(self.home_path / "blobs")

    @property
    def own_places(self) -> tuple[str, ...]:
        """Where bizrag keeps its files: none of them is a document, whatever source lies around them.

        Documents may lie beside them in the home: ``BIZRAG_HOME=/data`` with ``/data/reports``.
        """
        return (*(str(self.home_path / part) for part in ("postgres", "dagster")), str(self.weights), self.blobs)
