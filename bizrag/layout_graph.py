"""Rewrites the layout model's ONNX graph so that onnxruntime runs it faster: ``python -m bizrag.layout_graph FOLDER``.

A program of its own, run once by :mod:`bizrag.weights`. The exporter wrote each activation as
x * clip(x + 3, 0, 6) / 6: four steps between two convolutions, around which onnxruntime puts all numbers into another
order and back. Written with HardSigmoid (HardSwish: Howard et al. 2019, "Searching for MobileNetV3", section 5.2) they
are run as a part of the convolution before: a page takes 48 in place of 74 ms of one processor.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

# both graphs are run on noise of this shape, that of a page; what they say may differ by so much
_INPUT_SHAPE = (1, 3, 800, 608)
_TOLERANCE = 1e-4


def rewrite(folder: Path) -> None:
    """Rewrite the one graph of the folder in place. Raises SystemExit when it would say anything else then."""
    import onnx

    (path,) = folder.glob("*.onnx")
    model = onnx.load(path)
    before = _outputs(path)
    num_found = fuse_hard_swish(model)
    onnx.save(model, path)
    difference = max(float(abs(old - new).max()) for old, new in zip(before, _outputs(path), strict=True))
    if num_found == 0 or difference > _TOLERANCE:
        raise SystemExit(f"{num_found} activations of {path.name} were found; its numbers change by {difference:.1e}")


def fuse_hard_swish(model: Any) -> int:
    """Write each x * clip(x + 3, 0, 6) / 6 of an ONNX ModelProto as x * HardSigmoid(x), in place; returns how many."""
    from onnx import helper

    graph = model.graph
    reader = _Reader(graph)
    # by the name of what it computes: the input of an activation
    inputs: dict[str, str] = {}
    inside: set[str] = set()
    for node in graph.node:
        if found := reader.activation(node):
            inputs[node.output[0]], steps = found
            inside.update(steps)
    nodes: list[Any] = []
    for node in graph.node:
        name = node.output[0]
        if name in inputs:
            nodes.append(helper.make_node("HardSigmoid", [inputs[name]], [f"{name}.gate"], alpha=1 / 6, beta=0.5))
            nodes.append(helper.make_node("Mul", [inputs[name], f"{name}.gate"], [name]))
        elif name not in inside:
            nodes.append(node)
    read = {name for node in nodes for name in node.input}
    del graph.node[:]
    # onnxruntime would warn of every constant that nothing reads any more
    graph.node.extend(node for node in nodes if node.op_type != "Constant" or node.output[0] in read)
    return len(inputs)


class _Reader:
    """Who computes what in an ONNX GraphProto."""

    def __init__(self, graph: Any) -> None:
        self._makers = {name: node for node in graph.node for name in node.output}
        self._num_readers = Counter(name for node in graph.node for name in node.input)
        self._num_readers.update(output.name for output in graph.output)

    def activation(self, node: Any) -> tuple[str, list[str]] | None:
        """The input of the activation that ends with this node, and what is computed on the way; None for others."""
        if node.op_type != "Div" or self._number(node.input[1]) != 6:
            return None
        product = self._maker(node.input[0], "Mul")
        if product is None:
            return None
        for value, clipped in (product.input, reversed(product.input)):
            clip = self._maker(clipped, "Clip")
            if clip is None or [self._number(name) for name in clip.input[1:]] != [0, 6]:
                continue
            added = self._maker(clip.input[0], "Add")
            if added is not None and value == added.input[0] and self._number(added.input[1]) == 3:
                return value, [product.output[0], clip.output[0], added.output[0]]
        return None

    def _maker(self, name: str, op_type: str) -> Any:
        """The node that computes something which is read once, if it is of this type."""
        node = self._makers.get(name)
        return node if node is not None and node.op_type == op_type and self._num_readers[name] == 1 else None

    def _number(self, name: str) -> float | None:
        from onnx import numpy_helper

        node = self._makers.get(name)
        if node is None or node.op_type != "Constant":
            return None
        values = numpy_helper.to_array(node.attribute[0].t)
        return float(values.ravel()[0]) if values.size == 1 else None


def _outputs(path: Path) -> list[Any]:
    import numpy as np
    import onnxruntime

    session: Any = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    noise = np.random.default_rng(0).normal(size=_INPUT_SHAPE).astype(np.float32)
    return list(session.run(None, {session.get_inputs()[0].name: noise}))


if __name__ == "__main__":
    rewrite(Path(sys.argv[1]))
