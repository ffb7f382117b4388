"""Pictures classified and described by a multimodal chat model (MM-BizRAG 2.1.1); Logo and Blank are not indexed."""

from __future__ import annotations

from bizrag.describing.asking import Asker, describer_identity
from bizrag.describing.describe import describe_pictures
from bizrag.describing.items import Item, Said
from bizrag.describing.outputs import PictureOutput
from bizrag.describing.pictures import is_tiny
from bizrag.describing.tables import describe_markdown
from bizrag.model.captions import spoken_caption
from bizrag.model.descriptions import ArtifactClass, ArtifactKind, Description
from bizrag.model.hashing import sha256_json
from bizrag.model.parses import Parse, PictureArtifact
from bizrag.providers.chat import ChatModel
from bizrag.providers.fence import fenced
from bizrag.providers.images import image_part
from bizrag.store.blobs import BlobStore

PROMPT = "picture"


def identity(model: str, *, image_max_px: int) -> str:
    """Who describes pictures and how."""
    return describer_identity(model, PROMPT, image_max_px=image_max_px)


class ChatPictures:
    """Describes pictures with a chat model.

    Pictures without an image, and wordless ones of a few pixels (bullets, lines, spacers), are left to the local rules.
    """

    def __init__(self, chat: ChatModel, blobs: BlobStore, *, image_max_px: int) -> None:
        self._chat = chat
        self._blobs = blobs
        self._image_max_px = image_max_px
        self._identity = identity(chat.identity, image_max_px=image_max_px)

    def __call__(self, parse: Parse) -> list[Description | Item]:
        """One entry for each picture."""
        found: list[Description | Item] = []
        for picture, local in zip(parse.pictures, describe_pictures(parse), strict=True):
            image = picture.image_sha256
            found.append(local if image is None or _says_nothing(picture) else self._item(picture, image, local))
        return found

    def _item(self, picture: PictureArtifact, image_sha256: str, local: Description) -> Item:
        return Item(
            kind=ArtifactKind.PICTURE,
            ordinal=picture.ordinal,
            artifact_sha256=sha256_json(
                ["picture", image_sha256, spoken_caption(picture.caption), picture.text, picture.chart_markdown]
            ),
            describer=self._identity,
            page_no=picture.page_no,
            local=local,
            ask=lambda asker: self._ask(asker, picture, image_sha256),
        )

    def _ask(self, asker: Asker, picture: PictureArtifact, image_sha256: str) -> Said:
        shown = {
            "caption": spoken_caption(picture.caption),
            "inside": picture.text.strip(),
            "values": picture.chart_markdown.strip(),
        }
        found = asker.ask(
            self._chat,
            PROMPT,
            PictureOutput,
            image_part(self._blobs.get(image_sha256), max_px=self._image_max_px),
            **{name: fenced(name, text) if text else "" for name, text in shown.items()},
        )
        kind = ArtifactClass(found.picture_class)
        if not picture.chart_markdown:
            return Said(artifact_class=kind, text=found.description or f"{kind.value}.")
        # the program that drew the chart left its values: no model's eye outweighs them
        values = f"Values:\n{describe_markdown(picture.chart_markdown)}"
        return Said(artifact_class=ArtifactClass.CHART, text="\n".join(filter(None, [found.description, values])))


def _says_nothing(picture: PictureArtifact) -> bool:
    return is_tiny(picture) and not (picture.text.strip() or spoken_caption(picture.caption) or picture.chart_markdown)
