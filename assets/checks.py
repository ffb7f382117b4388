"""Checks of the whole corpus, counted by SQL (view trouble) and asked of the indexes themselves."""

from collections.abc import Iterator
from dataclasses import dataclass

import dagster as dg

from assets.keys import asset_key
from bizrag.errors import BizragError
from bizrag.pipeline.stages import STAGE_BY_NAME, StageName
from bizrag.settings import CheckSettings, Settings
from bizrag.store.inspect import CheckCount, check_corpus
from query import QueryService
from resources.ingestion import IngestionSession

RECALL = "recall"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A check that counts rows of trouble."""

    name: str
    stage: StageName
    severity: dg.AssetCheckSeverity
    description: str
    # largest share of what was looked at that may be found
    limit: float = 0.0


def checks(settings: CheckSettings) -> list[Check]:
    """The checks that SQL answers."""
    error, warn = dg.AssetCheckSeverity.ERROR, dg.AssetCheckSeverity.WARN
    return [
        Check(
            name="conservation",
            stage=StageName.PAGES,
            severity=error,
            description="tokens of the text layers that reached no text, table, picture or page furniture",
            limit=settings.max_lost_share,
        ),
        Check(
            name="empty_text",
            stage=StageName.CHUNKS,
            severity=warn,
            description="live chunks without a letter or a digit",
        ),
        Check(
            name="duplicates",
            stage=StageName.CHUNKS,
            severity=warn,
            description="live chunks that say what another says",
            limit=settings.max_duplicate_share,
        ),
        Check(
            name="missing_vectors",
            stage=StageName.EMBEDDINGS,
            severity=error,
            description="parts of live chunks that no vector finds",
        ),
        Check(
            name="dimensions",
            stage=StageName.EMBEDDINGS,
            severity=error,
            description="live vectors that have not the dimensions of their index",
        ),
        Check(
            name="orphan_vectors",
            stage=StageName.SEARCH_INDEX,
            severity=error,
            description="live vectors whose chunk does not answer",
        ),
        Check(
            name="coverage",
            stage=StageName.SEARCH_INDEX,
            severity=warn,
            description="documents that do not answer with what was made last",
        ),
    ]


def build_checks(settings: Settings) -> dg.AssetChecksDefinition:
    """All checks of the corpus; one step runs those that are selected."""
    nodes = [
        (check, name)
        for check in checks(settings.checks)
        for name in (settings.indexes if STAGE_BY_NAME[check.stage].is_per_index else [None])
    ]
    counted = {dg.AssetCheckKey(asset_key(check.stage, name), check.name): (check, name) for check, name in nodes}
    asked = {
        dg.AssetCheckKey(asset_key(StageName.SEARCH_INDEX, name), RECALL): name
        for name in (settings.indexes if settings.checks.questions else [])
    }
    specs = [
        dg.AssetCheckSpec(key.name, asset=key.asset_key, description=check.description)
        for key, (check, _) in counted.items()
    ] + [
        dg.AssetCheckSpec(key.name, asset=key.asset_key, description="page recall in ten hits of the smoke questions")
        for key in asked
    ]

    @dg.multi_asset_check(name="corpus_checks", specs=specs, can_subset=True)
    def corpus_checks(
        context: dg.AssetCheckExecutionContext, session: dg.ResourceParam[IngestionSession]
    ) -> Iterator[dg.AssetCheckResult]:
        chosen = context.selected_asset_check_keys
        names = sorted({key.name for key in chosen if key in counted})
        services = session.services
        assert services.indexes, "asked for, the indexes of the settings exist"
        with services.engine.connect() as conn:
            counts = {(count.check_name, count.index_name): count for count in check_corpus(conn, names)}
        for key in chosen:
            if key in asked:
                yield _ask(services.settings, key, asked[key])
            else:
                check, index_name = counted[key]
                yield _judge(key, check, counts[check.name, index_name])

    return corpus_checks


def _judge(key: dg.AssetCheckKey, check: Check, count: CheckCount) -> dg.AssetCheckResult:
    share = count.num_found / count.num_checked if count.num_checked else float(count.num_found > 0)
    return dg.AssetCheckResult(
        check_name=key.name,
        asset_key=key.asset_key,
        passed=share <= check.limit,
        severity=check.severity,
        description=f"{count.num_found} of {count.num_checked}: {check.description}",
        metadata={
            "found": count.num_found,
            "looked at": count.num_checked,
            "share": share,
            "limit": check.limit,
            "examples": dg.MetadataValue.md("\n".join(f"- {line}" for line in count.examples) or "none"),
        },
    )


def _ask(settings: Settings, key: dg.AssetCheckKey, index_name: str) -> dg.AssetCheckResult:
    """Ask the smoke questions of an index; a set that cannot be read fails the check and no other."""
    from bizrag.evaluation.cases import read_cases
    from bizrag.evaluation.report.figures import to_json
    from query.evaluating import Place, evaluate_index

    assert settings.checks.questions is not None, "the check exists only where questions are set"
    try:
        with QueryService(settings) as service:
            cases = read_cases(settings.checks.questions)
            report = evaluate_index(Place(service=service, index=index_name), cases, with_answers=False)
        found = to_json(report)["figures"]
        # indexes of page images know no words, and so no fusion
        figures = found.get("hybrid", found.get("dense"))["all"]
    except BizragError as error:
        return dg.AssetCheckResult(check_name=key.name, asset_key=key.asset_key, passed=False, description=str(error))
    # formats without pages have documents to find
    measured = "doc_recall@5" if figures["page_recall@10"] is None else "page_recall@10"
    recall = float(figures[measured] or 0.0)
    return dg.AssetCheckResult(
        check_name=key.name,
        asset_key=key.asset_key,
        passed=recall >= settings.checks.min_recall,
        description=f"{measured} is {recall:.3f}",
        metadata={"recall": recall, "limit": settings.checks.min_recall, "questions": int(figures["n"])}
        | {name: float(value) for name, value in figures.items() if name != "n" and value is not None},
    )
