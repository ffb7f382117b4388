"""Have items described: each once, side by side, and kept the moment it is done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from functools import partial

import structlog
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from bizrag.describing.asking import Asker
from bizrag.describing.items import Item, Said
from bizrag.errors import BizragError, ItemsFailedError, ItemsRejectedError, RefusedError, TransientError
from bizrag.model.descriptions import Description
from bizrag.pipeline.call_pool import CallPool
from bizrag.store import catalog

log = structlog.get_logger(__name__)

Key = tuple[str, str]
# failures that an error message spells out
_MAX_NAMED = 3


def describe_all(
    engine: Engine, found: Sequence[Description | Item], *, parse_id: str, asker: Asker, pool: CallPool
) -> list[Description]:
    """A description for every entry, in order: items are asked for unless any document has theirs already.

    Each answer is kept in a transaction of its own, so that a failed or killed run repeats only what has none. Where a
    model refuses an item, the local description stands in.

    Raises:
        ItemsFailedError: items failed and trying again may help; all others are kept.
        ItemsRejectedError: items failed, and would again; all others are kept.
    """
    items = [item for item in found if isinstance(item, Item)]
    with engine.connect() as conn:
        stored = catalog.find_described(conn, [item.key for item in items])
    said: dict[Key, Said] = {
        key: Said(artifact_class=artifact_class, text=text) for key, (artifact_class, text) in stored.items()
    }
    missing = {item.key: item for item in items if item.key not in said}
    if missing:
        _keep(engine, parse_id, [item.described(said[item.key]) for item in items if item.key in said])
        said |= _ask_all(engine, missing, parse_id=parse_id, asker=asker, pool=pool)
    return [
        item if isinstance(item, Description) else item.described(said[item.key]) if item.key in said else item.local
        for item in found
    ]


def _ask_all(
    engine: Engine, missing: Mapping[Key, Item], *, parse_id: str, asker: Asker, pool: CallPool
) -> dict[Key, Said]:
    """What was said of each item; nothing of those that the model refused."""
    futures: dict[Key, Future[Said]] = {
        key: pool.submit(("description", *key), partial(_ask, engine, item, parse_id, asker))
        for key, item in missing.items()
    }
    said: dict[Key, Said] = {}
    failed: list[tuple[Item, BaseException]] = []
    for key, future in futures.items():
        # not concurrent.futures.wait: it never hears of a future that the closing of its pool cancels
        error = future.exception()
        if error is None:
            said[key] = future.result()
        elif isinstance(error, RefusedError):
            log.warning("a model refused; the local description is used", item=missing[key].place, error=str(error))
        elif isinstance(error, BizragError):
            failed.append((missing[key], error))
        else:
            if not isinstance(error, SQLAlchemyError):
                log.error("an item failed unexpectedly", item=missing[key].place, exc_info=error)
            raise error
    if failed:
        raise _failure(failed, num_items=len(missing))
    return said


def _ask(engine: Engine, item: Item, parse_id: str, asker: Asker) -> Said:
    said = item.ask(asker)
    _keep(engine, parse_id, [item.described(said)])
    return said


def _keep(engine: Engine, parse_id: str, descriptions: Sequence[Description]) -> None:
    with engine.begin() as conn:
        catalog.save_descriptions(conn, parse_id=parse_id, descriptions=descriptions)


def _failure(failed: Sequence[tuple[Item, BaseException]], *, num_items: int) -> BizragError:
    named = "; ".join(f"{item.place}: {error}" for item, error in failed[:_MAX_NAMED])
    rest = f"; and {len(failed) - _MAX_NAMED} more" if len(failed) > _MAX_NAMED else ""
    message = f"{len(failed)} of {num_items} descriptions failed, the others are kept: {named}{rest}"
    may_help = any(isinstance(error, TransientError) for _, error in failed)
    return ItemsFailedError(message) if may_help else ItemsRejectedError(message)
