"""Question sets made of a corpus (ViDoRAG 4.1): written, reviewed for being unique, looked up on their page."""
