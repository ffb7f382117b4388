"""Answering in rounds (ViDoRAG): a seeker picks pages, an inspector looks at them, an answer agent has the last word.

``AgentRun`` takes a question through all of it. Every loop is bounded, every step is recorded, and a step that fails
ends in the plain answer over what was found, marked so.
"""

from bizrag.answering.agents.run import AgentRun

__all__ = ["AgentRun"]
