"""The layout model's graph is written so that its activations run with the convolutions: the same numbers come out."""

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper

from bizrag import layout_graph

SHAPE = [1, 3, 800, 608]


def constant(name: str, value: float) -> onnx.NodeProto:
    array = np.array([value], dtype=np.float32) if name.endswith("s") else np.array(value, dtype=np.float32)
    return helper.make_node("Constant", [], [name], value=numpy_helper.from_array(array))


def activation(value: str, out: str, *, swapped: bool = False, upper: str = "six") -> list[onnx.NodeProto]:
    """x * clip(x + 3, 0, 6) / 6 as PaddlePaddle exports it."""
    pair = [f"{out}.clip", value] if swapped else [value, f"{out}.clip"]
    return [
        helper.make_node("Add", [value, "threes"], [f"{out}.add"]),
        helper.make_node("Clip", [f"{out}.add", "zero", upper], [f"{out}.clip"]),
        helper.make_node("Mul", pair, [f"{out}.mul"]),
        helper.make_node("Div", [f"{out}.mul", "six"], [out]),
    ]


def model(*nodes: onnx.NodeProto, outputs: tuple[str, ...] = ("y",)) -> onnx.ModelProto:
    constants = [constant("threes", 3), constant("zero", 0), constant("six", 6), constant("seven", 7)]
    graph = helper.make_graph(
        [*constants, *nodes],
        "layout",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, SHAPE)],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, SHAPE) for name in outputs],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)


def run(made: onnx.ModelProto, values: np.ndarray) -> np.ndarray:
    session = onnxruntime.InferenceSession(made.SerializeToString(), providers=["CPUExecutionProvider"])
    return np.asarray(session.run(None, {"image": values})[0])


def kinds(made: onnx.ModelProto) -> list[str]:
    return [node.op_type for node in made.graph.node]


def test_an_activation_is_written_in_two_steps_and_says_the_same() -> None:
    made = model(*activation("image", "one"), *activation("one", "y", swapped=True))
    values = np.linspace(-8, 8, num=int(np.prod(SHAPE)), dtype=np.float32).reshape(SHAPE)
    before = run(made, values)

    assert layout_graph.fuse_hard_swish(made) == 2

    onnx.checker.check_model(made)
    # and no constant is left that nothing reads
    assert kinds(made) == ["HardSigmoid", "Mul", "HardSigmoid", "Mul"]
    assert np.abs(run(made, values) - before).max() < 1e-5


def test_other_sums_and_what_is_read_elsewhere_stay() -> None:
    other = model(*activation("image", "y", upper="seven"))
    read = model(*activation("image", "y"), outputs=("y", "y.clip"))

    assert layout_graph.fuse_hard_swish(other) == 0
    assert layout_graph.fuse_hard_swish(read) == 0
    assert [name for name in kinds(other) if name != "Constant"] == ["Add", "Clip", "Mul", "Div"]


def test_a_graph_is_rewritten_in_its_folder(tmp_path: Path) -> None:
    onnx.save(model(*activation("image", "y")), tmp_path / "layout.onnx")

    layout_graph.rewrite(tmp_path)

    assert kinds(onnx.load(tmp_path / "layout.onnx")) == ["HardSigmoid", "Mul"]


def test_a_graph_without_such_activations_is_not_the_expected_one(tmp_path: Path) -> None:
    onnx.save(model(helper.make_node("Relu", ["image"], ["y"])), tmp_path / "layout.onnx")

    with pytest.raises(SystemExit, match=r"0 activations of layout\.onnx"):
        layout_graph.rewrite(tmp_path)
