"""The local answerer: no model writes, statements of the passages are chosen, reckoned with and cited.

``answerer`` is the door: it reads what is asked (``questions``), of which ``documents``, and tells it from ``tables``,
``sections``, ``lists``, ``fields`` or ``sentences``. ``scoring`` says how near a statement is to a question,
``surely_told`` and ``told`` which one is the answer, and in which order the ways of telling come.
"""
