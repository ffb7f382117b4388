"""Writes checkpoints of docling's own models with random weights: the files of the real ones, small enough for a test.

The folders lie as ``docling-tools models download`` lays them, for ``parsing.artifacts_path``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERON = "docling-project--docling-layout-heron"
TABLEFORMER = "docling-project--docling-models/model_artifacts/tableformer/accurate"
#: Heron's classes, in its order
LABELS = (
    "Caption",
    "Footnote",
    "Formula",
    "List-item",
    "Page-footer",
    "Page-header",
    "Picture",
    "Section-header",
    "Table",
    "Text",
    "Title",
    "Document Index",
    "Code",
    "Checkbox-Selected",
    "Checkbox-Unselected",
    "Form",
    "Key-Value Region",
)
_TAGS = ("<pad>", "<unk>", "<start>", "<end>", "ecel", "fcel", "lcel", "ucel", "xcel", "nl", "ched", "rhed", "srow")


def write_heron(artifacts: Path, *, always: str) -> Path:
    """A layout model (RT-DETR v2, two layers) to which everything everywhere is of one class."""
    import torch
    from transformers import RTDetrImageProcessor, RTDetrResNetConfig, RTDetrV2Config, RTDetrV2ForObjectDetection

    labels: list[str] = [label.lower().replace("-", "_").replace(" ", "_") for label in LABELS]
    torch.manual_seed(0)
    stages = {"out_features": ["stage2", "stage3", "stage4"]}
    backbone: Any = RTDetrResNetConfig
    config = RTDetrV2Config(
        backbone_config=backbone(
            embedding_size=8, hidden_sizes=[8, 8, 8, 8], depths=[1, 1, 1, 1], layer_type="basic", **stages
        ),
        encoder_hidden_dim=16,
        encoder_in_channels=[8, 8, 8],
        encoder_ffn_dim=16,
        encoder_attention_heads=2,
        decoder_in_channels=[16, 16, 16],
        decoder_ffn_dim=16,
        decoder_attention_heads=2,
        decoder_layers=2,
        d_model=16,
        num_queries=20,
        num_denoising=0,
        id2label=dict(enumerate(labels)),
    )
    model: Any = RTDetrV2ForObjectDetection(config)
    with torch.no_grad():
        for head in model.model.decoder.class_embed:
            head.weight.zero_()
            head.bias.fill_(-10.0)
            head.bias[labels.index(always)] = 2.0
    model.save_pretrained(artifacts / HERON)
    RTDetrImageProcessor(size={"height": 64, "width": 64}).save_pretrained(artifacts / HERON)
    return artifacts


def write_tableformer(artifacts: Path) -> Path:
    """A table model to which every table has ended before its first cell."""
    import torch
    from docling_ibm_models.tableformer.models.table04_rs.tablemodel04_rs import TableModel04_rs
    from safetensors.torch import save_model

    folder = artifacts / TABLEFORMER
    folder.mkdir(parents=True)
    config: dict[str, Any] = {
        "dataset": {
            "resized_image": 448,
            "image_normalization": {"state": True, "mean": [0.9, 0.9, 0.9], "std": [0.2, 0.2, 0.2]},
        },
        "dataset_wordmap": {
            "word_map_tag": {tag: number for number, tag in enumerate(_TAGS)},
            "word_map_cell": {"<pad>": 0, "<unk>": 1, "<start>": 2, "<end>": 3},
        },
        "model": {
            "type": "TableModel04_rs",
            "name": "tiny",
            "save_dir": str(folder),
            "backbone": "resnet18",
            "enc_image_size": 28,
            "tag_embed_dim": 16,
            "hidden_dim": 512,
            "tag_decoder_dim": 512,
            "bbox_embed_dim": 256,
            "tag_attention_dim": 256,
            "bbox_attention_dim": 512,
            "enc_layers": 1,
            "dec_layers": 1,
            "nheads": 8,
            "dropout": 0.1,
            "bbox_classes": 2,
        },
        "train": {"bbox": True},
        "predict": {"max_steps": 50, "beam_size": 5, "bbox": True, "pdf_cell_iou_thres": 0.05, "padding": False},
    }
    torch.manual_seed(0)
    model: Any = TableModel04_rs(config, {"word_map": config["dataset_wordmap"]}, "cpu")
    with torch.no_grad():
        model._tag_transformer._fc.weight.zero_()
        model._tag_transformer._fc.bias.fill_(-10.0)
        model._tag_transformer._fc.bias[_TAGS.index("<end>")] = 10.0
    save_model(model, str(folder / "tableformer_accurate.safetensors"))
    (folder / "tm_config.json").write_text(json.dumps(config), encoding="utf-8")
    return artifacts
