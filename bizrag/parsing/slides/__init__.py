"""Slides, as PDF (``pdf_slides``) and as PPTX (``powerpoint``): whole pages, told by what stands where on them."""
