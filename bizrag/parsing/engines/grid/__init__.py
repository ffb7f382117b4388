"""From a table region to its cells: what the words and rules inside it say, without a model. Pure."""
