"""Question sets made of a corpus (ViDoRAG, section 3): written, reviewed for being unique, looked up on their page."""
