"""Adds a decoder of chest/train.py to analyses/lung/model/opacity.onnx, whose encoder it shares: `chest`
(n, 2, h/2, w/2), 0 to 1: lung with its disease, nodules and masses; and `chest_soft`, the same for windows
that show air black.

    python -m training.lung.opacity.export --fold all
    python -m training.lung.chest.export
    python -m training.lung.chest.export --output chest_soft --checkpoint training/lung/checkpoints/chest-soft.pt
"""

import argparse
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch

from training.half import halved
from training.lung.opacity.network import ChestDecoder
from training.lung.opacity.views import FEATURES

OUTPUTS = ('chest', 'chest_soft')


class Probabilities(torch.nn.Module):
    def __init__(self, network: torch.nn.Module):
        super().__init__()
        self.network = network

    def forward(self, *kept: torch.Tensor) -> torch.Tensor:
        return torch.sigmoid(self.network(*kept))


def decoder_of(checkpoint: Path, output: str, out: Path) -> onnx.ModelProto:
    network = ChestDecoder()
    network.load_state_dict(torch.load(checkpoint))
    names = [f'stride{stride}' for _, stride in FEATURES]
    example = tuple(torch.randn(1, width, 64 // stride, 64 // stride) for width, stride in FEATURES)
    axes = {name: {0: 'batch', 2: f'{name}_h', 3: f'{name}_w'} for name in names} | {
        output: {0: 'batch', 2: 'h', 3: 'w'}
    }
    torch.onnx.export(
        Probabilities(network).eval(),
        example,
        str(out),
        opset_version=17,
        dynamo=False,
        input_names=names,
        output_names=[output],
        dynamic_axes=axes,
    )
    return halved(onnx.load(out))


def features_of(model: onnx.ModelProto) -> list[str]:
    """The tensors of the encoder that the opacity decoder joins, finest first."""
    joins = [
        node
        for node in model.graph.node
        if node.op_type == 'Concat' and node.name.startswith('/network/Concat')
    ]
    skips = [node.input[1] for node in joins]
    deepest = next(node for node in model.graph.node if joins[0].input[0] in node.output).input[0]
    finest = next(node for node in model.graph.node if node.name.startswith('/network/fine/')).input[0]
    return [finest, *reversed(skips), deepest]


def without(output: str, model: onnx.ModelProto) -> onnx.ModelProto:
    """As it was before this decoder was added."""
    graph = model.graph
    for part in (graph.node, graph.initializer):
        kept = [one for one in part if not one.name.startswith(f'{output}/')]
        del part[:]
        part.extend(kept)
    outputs = [one for one in graph.output if one.name != output]
    del graph.output[:]
    graph.output.extend(outputs)
    return model


def joined(model: onnx.ModelProto, output: str, decoder: onnx.ModelProto) -> onnx.ModelProto:
    prefix = f'{output}/'
    sources = dict(zip([one.name for one in decoder.graph.input], features_of(model), strict=True))
    renamed = lambda name: name if name in ('', output) else sources.get(name, prefix + name)
    for number, node in enumerate(decoder.graph.node):
        node.name = f'{prefix}{number}'
        node.input[:] = [renamed(name) for name in node.input]
        node.output[:] = [renamed(name) for name in node.output]
    for tensor in decoder.graph.initializer:
        tensor.name = prefix + tensor.name
    model.graph.node.extend(decoder.graph.node)
    model.graph.initializer.extend(decoder.graph.initializer)
    model.graph.output.extend(decoder.graph.output)
    onnx.checker.check_model(model)
    return model


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--checkpoint', type=Path, default=Path('training/lung/checkpoints/chest.pt'))
    parser.add_argument('--model', type=Path, default=Path('analyses/lung/model/opacity.onnx'))
    parser.add_argument('--output', choices=OUTPUTS, default=OUTPUTS[0])
    parser.add_argument('--out', type=Path, default=None)
    args = parser.parse_args()
    before = without(args.output, onnx.load(args.model))
    picture = {'picture': np.random.default_rng(1).normal(size=(1, 1, 256, 224)).astype(np.float32)}
    names = [one.name for one in before.graph.output]
    wanted = onnxruntime.InferenceSession(before.SerializeToString()).run(names, picture)
    with tempfile.TemporaryDirectory() as folder:
        model = joined(
            before, args.output, decoder_of(args.checkpoint, args.output, Path(folder) / 'decoder.onnx')
        )
    *others, chest = onnxruntime.InferenceSession(model.SerializeToString()).run(
        [*names, args.output], picture
    )
    same = all(np.array_equal(one, two) for one, two in zip(others, wanted, strict=True))
    assert same and chest.shape == (1, 2, 128, 112), 'the other outputs must be as before'
    onnx.save(model, args.out or args.model)
    print(args.out or args.model, 'with', args.output)
