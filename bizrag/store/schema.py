"""The schema of a database as text, to read, to compare and to keep in ``sql/schema.sql``.

Tables of one index are left out unless asked for: a database has as many as it has indexes.
"""

from __future__ import annotations

import os
import re
import subprocess

from sqlalchemy import URL, Engine

from bizrag.errors import ConfigurationError
from bizrag.store.binaries import packaged_folder
from sql import statement

# pg_dump's settings, psql's own commands, headlines with object names: they differ between versions and say nothing.
_NOISE = re.compile(
    r"(?m)^(?:\\.*|SET [a-z_]+ = .*|SELECT pg_catalog\.set_config\(.*|--\n-- Name: .*\n--|-- PostgreSQL .*|-- Dumped .*"
    r"|--|CREATE SCHEMA public;|COMMENT ON SCHEMA public IS .*)\n"
)


def schema_text(engine: Engine, *, with_index_tables: bool = False) -> str:
    """Statements that make the schema ``public`` of a database: extension, tables, functions, views, comments.

    The same migrations, functions and views give the same text on every server of a major version. Owners and rights
    are left out. Raises ConfigurationError when the database cannot be dumped.
    """
    index_tables: list[str] = []
    if not with_index_tables:
        with engine.connect() as conn:
            index_tables += conn.execute(statement("select_index_tables")).scalars()
    command = [str(packaged_folder() / "bin" / "pg_dump"), "--schema-only", "--no-owner", "--no-privileges"]
    command += ["--schema=public", "--extension=vector", *(f"--exclude-table=public.{name}" for name in index_tables)]
    url = engine.url.set(drivername="postgresql")
    done = subprocess.run(
        [*command, "--dbname", url.set(password=None).render_as_string()],
        env={**os.environ, "PGPASSWORD": _password(url)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise ConfigurationError(f"the schema cannot be read: {' '.join(done.stderr.split())}")
    return re.sub(r"\n{3,}", "\n\n", _NOISE.sub("", done.stdout)).strip() + "\n"


def _password(url: URL) -> str:
    # as a variable: other users of the machine see the arguments of a process
    return str(url.password or os.environ.get("PGPASSWORD", ""))
