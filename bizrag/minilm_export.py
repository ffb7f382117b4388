"""Writes the embedder's ONNX graph from its torch weights: ``python -m bizrag.minilm_export FOLDER``.

A program of its own, run once by :mod:`bizrag.weights`: it needs torch and transformers, which no other process of
the embedding path loads. ``FOLDER`` holds ``model.safetensors``, ``config.json`` and ``tokenizer.json``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

# two sentences of different lengths, so that padding is compared too
_SENTENCES = ["Net sales rose by 4 percent to $94,836 million.", "Who signs?"]
_TOLERANCE = 1e-4


def export(folder: Path) -> None:
    """Write ``model.onnx`` into the folder and compare it with the torch model. Raises SystemExit when they differ."""
    # transformers imports torchvision where it is installed, and PyPI's build of it does not load beside a CPU torch;
    # a text model needs none of it.
    # pyrefly: ignore[unsupported-operation] - None makes an import fail; typeshed knows modules only
    sys.modules["torchvision"] = None
    import torch

    torch.set_num_threads(2)
    model = _token_vectors(folder)
    ids, mask = _encoded(folder)
    # dynamo=False: the newer exporter needs onnxscript and another way to say that both axes vary
    torch.onnx.export(
        model,
        (ids, mask),
        str(folder / "model.onnx"),
        input_names=["input_ids", "attention_mask"],
        output_names=["h"],
        dynamic_axes={name: {0: "batch", 1: "length"} for name in ("input_ids", "attention_mask", "h")},
        opset_version=17,
        dynamo=False,
    )
    difference = max(_difference(folder, model, ids[rows], mask[rows]) for rows in (slice(0, 2), slice(1, 2)))
    if difference > _TOLERANCE:
        raise SystemExit(f"the ONNX graph differs from the torch model by {difference:.1e}")


def _token_vectors(folder: Path) -> Any:
    """The torch model with positional inputs and its last hidden state as output: what the exporter traces."""
    import torch
    from transformers import BertModel

    class TokenVectors(torch.nn.Module):
        def __init__(self, bert: Any) -> None:
            super().__init__()
            self.bert = bert

        def forward(self, input_ids: Any, attention_mask: Any) -> Any:
            return self.bert(input_ids, attention_mask)[0]

    # eager attention: the traced graph then holds plain matrix products, which onnxruntime fuses itself
    bert = BertModel.from_pretrained(folder, attn_implementation="eager")
    bert.config.return_dict = False
    # the whole module, not only what is wrapped: the exporter gives a module its training mode back, with dropout
    return TokenVectors(bert).eval()


def _encoded(folder: Path) -> tuple[Any, Any]:
    """Token ids and attention mask of the sentences, int64 [2, length]."""
    import torch
    from tokenizers import Tokenizer

    tokenizer: Any = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.enable_padding()
    encoded = tokenizer.encode_batch(_SENTENCES)
    return torch.tensor([one.ids for one in encoded]), torch.tensor([one.attention_mask for one in encoded])


def _difference(folder: Path, model: Any, ids: Any, mask: Any) -> float:
    """Largest difference between the embeddings of both models: mean over the mask, then L2."""
    import numpy as np
    import onnxruntime
    import torch

    session = onnxruntime.InferenceSession(str(folder / "model.onnx"), providers=["CPUExecutionProvider"])
    with torch.no_grad():
        wanted = model(ids, mask).numpy()
    written: Any = session.run(["h"], {"input_ids": ids.numpy(), "attention_mask": mask.numpy()})[0]
    weights = mask.numpy()[:, :, None]
    means = [(vectors * weights).sum(axis=1) / weights.sum(axis=1) for vectors in (wanted, written)]
    first, second = (mean / np.linalg.norm(mean, axis=1, keepdims=True) for mean in means)
    return float(np.abs(first - second).max())


if __name__ == "__main__":
    export(Path(sys.argv[1]))
