"""From bytes to pages: blocks in reading order, tables, pictures, page images.

Here belong format guards, previews, the parser and the processes it runs in. What a document *means* (its class, its
descriptions, its chunks) belongs to later stages. docling, torch and OCR engines are imported inside functions only:
the process that runs the pipeline never loads them, the worker processes do.
"""
