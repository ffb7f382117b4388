"""The read side: search and ask, for the command line now and for HTTP later. Knows no Dagster.

``QueryService`` keeps the database and the model open between questions; ``search`` and ``ask`` are for one question.
"""

from query.service import AskOptions, QueryService, ask, search
from query.to_json import answer_to_json, hits_to_json

__all__ = ["AskOptions", "QueryService", "answer_to_json", "ask", "hits_to_json", "search"]
