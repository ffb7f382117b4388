"""The engines that find regions and table cells on a page, as docling plugins.

Here belong the packaged layout and table models, what a PDF itself knows about a page (words, lines, bitmaps, drawn
rules) and the decisions that combine both. Documents, files and records of ``bizrag.model`` do not belong here: docling
calls the engines page by page, and the adapter in ``bizrag.parsing`` reads docling's result.
"""
