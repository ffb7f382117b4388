"""Evaluation: questions with known answers in, figures out.

Case files, metrics (pure), the runner and the report. The runner gets callables for retrieval and answering: it knows
neither the database nor the read side.
"""
