"""Sample documents of one invented company, the script that draws them and questions about them.

Nothing of the product imports this package; it needs the `dev` extra. `python -m samples.build` writes `docs/`.
"""
