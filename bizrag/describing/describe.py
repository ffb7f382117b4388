"""Descriptions: of every table and picture of a report, of every page of a deck. The local describers are here."""

from __future__ import annotations

from bizrag.describing import slides
from bizrag.describing.leads import table_leads
from bizrag.describing.pictures import classify_picture, describe_picture, picture_contexts
from bizrag.describing.tables import describe_table
from bizrag.model.descriptions import ArtifactClass, ArtifactKind, Description
from bizrag.model.hashing import sha256_json
from bizrag.model.parses import Parse

# Part of every local description's identity: a change of the rules is a new version.
DESCRIBER = "local/facts-25"


def describe_tables(parse: Parse) -> list[Description]:
    """Every table from its cells; one without text is Blank."""
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


def describe_pictures(parse: Parse) -> list[Description]:
    """Every picture from its caption, the text and values inside and its surroundings."""
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


def describe_slides(parse: Parse) -> list[Description]:
    """Every page from its blocks, tables and pictures, in reading order."""
    return [
        Description(
            kind=ArtifactKind.SLIDE,
            ordinal=page_no,
            artifact_sha256=sha256_json(["slide", kind, text]),
            describer=DESCRIBER,
            artifact_class=kind,
            text=text,
        )
        for page_no, kind, text in slides.describe_slides(parse, picture_contexts(parse))
    ]
