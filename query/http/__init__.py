"""The HTTP service: search, ask, documents and images, and the same through OpenAI's API and MCP."""
