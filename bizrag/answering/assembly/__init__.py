"""Assembly: from hits to passages (MM-BizRAG 2.2, the operator Phi): text around, tables and pictures back in place."""
