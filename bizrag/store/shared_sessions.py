"""Tell a pooler in transaction mode, which gives one session of the server to many connections in turn.

Locks that outlive a transaction then stay on a session that others use: documents look taken for ever.
"""

from __future__ import annotations

from sqlalchemy import Connection, Engine

from bizrag.errors import ConfigurationError
from sql import statement


def refuse_shared_sessions(engine: Engine) -> None:
    """Raises ConfigurationError where two connections that are open at once are one session of the server.

    A pooler that others keep busy may give them two, and is not told then.
    """
    with engine.connect() as one, engine.connect() as other:
        if _session(one) == _session(other):
            raise ConfigurationError(
                "the address leads to a pooler in transaction mode, which keeps locks of an ingestion for ever: "
                "give that of the server, or of a pooler with pool_mode = session (docs/deploy.md, Pooling)"
            )


def _session(connection: Connection) -> int:
    # outside of a transaction: inside one a pooler keeps the session for it
    alone = connection.execution_options(isolation_level="AUTOCOMMIT")
    return int(alone.execute(statement("select_session")).scalar_one())
