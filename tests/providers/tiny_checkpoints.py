"""Writes vision checkpoints with random weights: the files of real ones, small enough for a test.

The pages module is what a checkpoint like VisRAG-Ret brings along as code of its own.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from bizrag.parsing.engines import torchvision_shim

WORDS = ["<pad>", "<bos>", "<eos>", "<unk>", "<image>", "Describe", "the", "image", ".", "Question", ":", "sales"]
WORDS += ["rose", "by", "half", "canteen", "Represent", "this", "query", "for", "retrieving", "relevant", "documents"]
PATCH_DIMENSIONS = 16
HIDDEN = 32
_PATCH_PX = 14

REMOTE_CODE = """
import torch
from transformers import PretrainedConfig, PreTrainedModel
from transformers.modeling_outputs import BaseModelOutput


class TinyConfig(PretrainedConfig):
    model_type = "tiny_visrag"

    def __init__(self, hidden_size=32, vocab_size=64, **rest):
        self.hidden_size, self.vocab_size = hidden_size, vocab_size
        super().__init__(**rest)


class TinyVisRag(PreTrainedModel):
    config_class = TinyConfig

    def __init__(self, config):
        super().__init__(config)
        self.words = torch.nn.Embedding(config.vocab_size, config.hidden_size)
        self.patches = torch.nn.Linear(3, config.hidden_size)
        self.post_init()

    def forward(self, text, image, tokenizer):
        ids = torch.tensor(tokenizer(text)["input_ids"], dtype=torch.long).reshape(len(text), -1)
        states = self.words(ids)
        if image[0] is not None:
            pixels = torch.tensor(list(image[0].resize((2, 2)).tobytes()), dtype=torch.float32).reshape(1, 4, 3) / 255
            states = torch.cat([self.patches(pixels.to(self.dtype)), states], dim=1)
        output = BaseModelOutput(last_hidden_state=states)
        output.attention_mask = torch.ones(states.shape[:2], dtype=torch.long)
        return output
"""


def write_colpali(folder: Path, *, patches: int = 2, dimensions: int = PATCH_DIMENSIONS) -> Path:
    """A ColPali checkpoint: SigLIP of so many patches a side, Gemma of 2 layers, vectors of so many numbers."""
    import torch
    from transformers import ColPaliConfig, ColPaliForRetrieval, ColPaliProcessor

    processor: Any = ColPaliProcessor(image_processor=_image_processor(patches), tokenizer=_tokenizer())
    processor.save_pretrained(folder)
    vlm = _paligemma_config(len(processor.tokenizer), processor.image_token_id, patches)
    torch.manual_seed(0)
    config = ColPaliConfig(vlm_config=vlm, embedding_dim=dimensions)
    ColPaliForRetrieval(config).save_pretrained(folder)
    return folder


TEMPLATE = (
    "{% for part in messages[0]['content'] %}"
    "{% if part['type'] == 'image' %}<image>{% else %}{{ part['text'] }}{% endif %}"
    "{% endfor %}"
)


def write_vlm(folder: Path, *, template: str | None = None) -> Path:
    """A vision-language model of transformers, without a head: PaliGemma of 2 layers, hidden states of 32 numbers."""
    import torch
    from transformers import PaliGemmaModel, PaliGemmaProcessor

    processor: Any = PaliGemmaProcessor(
        image_processor=_image_processor(), tokenizer=_tokenizer(), chat_template=template
    )
    processor.save_pretrained(folder)
    torch.manual_seed(0)
    config = _paligemma_config(len(processor.tokenizer), processor.image_token_id)
    PaliGemmaModel(config).save_pretrained(folder)
    return folder


def write_remote_code(folder: Path, *, hidden: int = HIDDEN) -> Path:
    """A checkpoint that brings its code, asked as VisRAG-Ret is: ``model(text, image, tokenizer)``."""
    import torch
    from safetensors.torch import save_file

    folder.mkdir(parents=True)
    (folder / "tiny_visrag.py").write_text(REMOTE_CODE, encoding="utf-8")
    config = {
        "architectures": ["TinyVisRag"],
        "auto_map": {"AutoConfig": "tiny_visrag.TinyConfig", "AutoModel": "tiny_visrag.TinyVisRag"},
        "model_type": "tiny_visrag",
        "hidden_size": hidden,
        "vocab_size": 64,
    }
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    torch.manual_seed(0)
    weights = {
        "words.weight": torch.randn(64, hidden),
        "patches.weight": torch.randn(hidden, 3),
        "patches.bias": torch.randn(hidden),
    }
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    _tokenizer().save_pretrained(folder)
    return folder


def _tokenizer() -> Any:
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    tokenizer = Tokenizer(models.WordLevel({word: place for place, word in enumerate(WORDS)}, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, bos_token="<bos>", eos_token="<eos>", pad_token="<pad>", unk_token="<unk>"
    )


def _image_processor(patches: int = 2) -> Any:
    from transformers import SiglipImageProcessor

    side = patches * _PATCH_PX
    processor: Any = SiglipImageProcessor(size={"height": side, "width": side})
    processor.image_seq_length = patches**2
    return processor


def _paligemma_config(vocabulary: int, image_token: int, patches: int = 2) -> Any:
    from transformers import GemmaConfig, PaliGemmaConfig, SiglipVisionConfig

    small: dict[str, Any] = {"num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
    size = {"image_size": patches * _PATCH_PX, "patch_size": _PATCH_PX}
    vision = SiglipVisionConfig(hidden_size=HIDDEN, **size, **small)
    text = GemmaConfig(vocab_size=vocabulary, hidden_size=HIDDEN, num_key_value_heads=1, head_dim=16, **small)
    return PaliGemmaConfig(
        vision_config=vision,
        text_config=text,
        image_token_index=image_token,
        projection_dim=HIDDEN,
        hidden_size=HIDDEN,
    )


def main() -> None:
    """Write ``colpali`` and ``visrag`` into a folder, with vectors as many and as long as those of the real ones: what
    benchmarks run on where there are no weights."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    torchvision_shim.install()
    write_colpali(arguments.folder / "colpali", patches=32, dimensions=128)
    write_remote_code(arguments.folder / "visrag", hidden=2304)


if __name__ == "__main__":
    main()
