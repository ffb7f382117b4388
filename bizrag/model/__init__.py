"""The records that flow through bizrag, their units and their hashes. Pure: no input, no output, no third party."""
