"""The web page: HTML pages for people over the query service. Server-rendered; its few scripts and styles are its own.

``routes.router`` is what an application includes. It reads ``app.state.service`` and the caller of the request.
"""
