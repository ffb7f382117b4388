"""Judges: who says how good an answer is. One module each; ``catalog`` finds them by name, ``panel`` asks them.

A judge gives a verdict with scores, or a failure: a call that failed is never a score. Undefined is None. Every
verdict carries the version of its judge (prompts, output schema, model) and what the model wrote.
"""
