"""The store: one Postgres and one place for blobs.

The embedded server, the engine, migrations, the catalog of documents and derived rows, the state of stages, search
indexes with publish and search, and content-addressed images. SQL text lives in the ``sql`` package. Nothing
here parses, chunks or calls a model, and no retrieval policy beyond the search statement is decided here.
"""
