"""Gives the network of a fold the decoders of masses that ship: python -m training.lung.chest.carry --model FOLD.onnx

So evaluate.sh measures what ships: of a fold only the decoder of the opacities is another.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
import onnxruntime

from training.lung.chest.export import OUTPUTS, features_of


def carry(shipped: onnx.ModelProto, model: onnx.ModelProto, output: str) -> None:
    """The nodes and weights of a decoder, on the same tensors of the encoder."""
    prefix = f"{output}/"
    sources = dict(zip(features_of(shipped), features_of(model), strict=True))
    nodes = [node for node in shipped.graph.node if node.name.startswith(prefix)]
    for node in nodes:
        node.input[:] = [sources.get(name, name) for name in node.input]
    model.graph.node.extend(nodes)
    model.graph.initializer.extend(one for one in shipped.graph.initializer if one.name.startswith(prefix))
    model.graph.output.extend(one for one in shipped.graph.output if one.name == output)


def answers(model: onnx.ModelProto, picture: np.ndarray) -> list[np.ndarray]:
    return onnxruntime.InferenceSession(model.SerializeToString()).run(list(OUTPUTS), {"picture": picture})


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--shipped", type=Path, default=Path("analyses/lung/model/opacity.onnx"))
    parser.add_argument("--model", type=Path, required=True)
    args = parser.parse_args()
    picture = np.random.default_rng(1).normal(size=(1, 1, 256, 224)).astype(np.float32)
    wanted = answers(onnx.load(args.shipped), picture)
    shipped, model = onnx.load(args.shipped), onnx.load(args.model)
    for output in OUTPUTS:
        carry(shipped, model, output)
    onnx.checker.check_model(model)
    assert all(np.allclose(one, two, atol=1e-4) for one, two in zip(answers(model, picture), wanted, strict=True)), "the decoders must answer as shipped"
    onnx.save(model, args.model)
