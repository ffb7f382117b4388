"""Descriptions from what parsing found: the local describer."""

from __future__ import annotations

from bizrag.describing.pictures import classify_picture, describe_picture, picture_contexts
from bizrag.describing.slides import describe_slides
from bizrag.describing.tables import describe_table, table_leads
from bizrag.model.descriptions import ArtifactClass, ArtifactKind, Description
from bizrag.model.documents import Layout
from bizrag.model.hashing import sha256_json
from bizrag.model.parses import Parse

# Part of every description's identity: a change of the rules is a new version.
DESCRIBER = "local/facts-1"


def describe(parse: Parse, *, layout: Layout) -> list[Description]:
    """One description for every table and picture, or for every slide of a horizontal document.

    A document without pages has no slides: it is described as vertical whatever its label.
    """
    if layout is Layout.HORIZONTAL and parse.pages:
        return _slides(parse)
    return [*_tables(parse), *_pictures(parse)]


def _tables(parse: Parse) -> list[Description]:
    leads = table_leads(parse)
    texts = [
        (table, lead, describe_table(table, lead="" if lead in table.caption else lead))
        for table in parse.tables
        for lead in (leads.get(table.placeholder, ""),)
    ]
    return [
        Description(
            kind=ArtifactKind.TABLE,
            ordinal=table.ordinal,
            # the sentence before it is described too: the same table elsewhere has another description
            artifact_sha256=sha256_json([table.artifact_sha256, lead]),
            describer=DESCRIBER,
            artifact_class=ArtifactClass.TABLE if text else ArtifactClass.BLANK,
            text=text or "Table without text.",
        )
        for table, lead, text in texts
    ]


def _pictures(parse: Parse) -> list[Description]:
    found: list[Description] = []
    contexts = picture_contexts(parse)
    for picture in parse.pictures:
        context = contexts[picture.ordinal]
        kind = classify_picture(picture, context)
        found.append(
            Description(
                kind=ArtifactKind.PICTURE,
                ordinal=picture.ordinal,
                # the surroundings are described too: the same image elsewhere has another description
                artifact_sha256=sha256_json([picture.artifact_sha256, context.sha256()]),
                describer=DESCRIBER,
                artifact_class=kind,
                text=describe_picture(picture, context, kind),
            )
        )
    return found


def _slides(parse: Parse) -> list[Description]:
    return [
        Description(
            kind=ArtifactKind.SLIDE,
            ordinal=page_no,
            artifact_sha256=sha256_json(["slide", kind, text]),
            describer=DESCRIBER,
            artifact_class=kind,
            text=text,
        )
        for page_no, kind, text in describe_slides(parse, picture_contexts(parse))
    ]
