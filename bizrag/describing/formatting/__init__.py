"""Sections from a chat model (HiQA's markdown formatter): windows, the check that nothing was lost, the outline."""
