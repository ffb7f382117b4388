"""Models behind ports: what the rest calls, and the adapters that answer.

Belongs here: one port (a Protocol) for each job that a model does, and its adapters, each labelled by what computes.
Not here: what a stage does with the result, and where weights come from (:mod:`bizrag.weights`).
"""
