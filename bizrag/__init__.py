"""bizrag: from a folder of enterprise documents to cited answers.

The core knows nothing of Dagster. Packages, from the bottom up: model, then sources, parsing, chunking and store, then
providers, then describing, retrieval and evaluation, then answering and pipeline.
"""
