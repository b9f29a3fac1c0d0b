"""Ten generated pictures through the training of a module: `python -m training.smoke <module>`.

The pictures are written as the data sets lie; the module's own code draws views of them, trains each network
that ships for two steps, without ImageNet weights, and exports it. The exported file must have the inputs,
outputs and number of weights of the one that ships.
"""

import contextlib
import importlib
import math
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from training import efficientnet_lite, pipeline

MODULES = ('brain_ct', 'breast', 'cervix', 'lung', 'modality')


def signature(path: Path) -> tuple:
    """Names and free or fixed sizes of inputs and outputs, and how many weights there are."""
    graph = onnx.load(path).graph

    def sides(value):
        return [side.dim_value or '?' for side in value.type.tensor_type.shape.dim]

    weights = sum(math.prod(one.dims) for one in graph.initializer if one.dims)
    constants = [
        numpy_helper.to_array(node.attribute[0].t) for node in graph.node if node.op_type == 'Constant'
    ]
    weights += sum(one.size for one in constants if one.dtype in (np.float32, np.float16) and one.size > 64)
    named = [[(value.name, sides(value)) for value in values] for values in (graph.input, graph.output)]
    return *named, weights


def same_as_shipped(path: Path, shipped: str) -> None:
    made, wanted = signature(path), signature(pipeline.ANALYSES / shipped)
    if made[:2] != wanted[:2]:
        raise SystemExit(f'{shipped} has {wanted[:2]}, the training makes {made[:2]}')
    # Constants that the exporter folds differ by a few numbers between its versions.
    if abs(made[2] - wanted[2]) > 0.002 * wanted[2]:
        raise SystemExit(f'{shipped} has {wanted[2]} weights, the training makes {made[2]}')
    print(f'{shipped}: as shipped, {made[2]} weights')


def randomize(encoder: torch.nn.Module) -> None:
    """In place of ImageNet weights; no two layers alike, or the exporter would store one for both."""
    for value in encoder.state_dict().values():
        if value.is_floating_point() and value.dim() == 1:
            value.copy_(torch.rand_like(value) + 0.5)


def main() -> None:
    module = sys.argv[1]
    if module not in MODULES:
        raise SystemExit(f'one of {", ".join(MODULES)}')
    torch.set_num_threads(1)
    torch.manual_seed(1)
    efficientnet_lite.load_imagenet = randomize
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        pipeline.DATA = Path(folder)
        importlib.import_module(f'training.smoke.{module}').run(Path(folder))


if __name__ == '__main__':
    main()
