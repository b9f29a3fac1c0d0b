"""Joins two exported breast networks to one that gives the mean of their outputs.

    python -m training.breast.tried.end_to_end.join FIRST.onnx SECOND.onnx OUT.onnx

Tried: the shipped network, or the one of a fold that `network/recover.py` takes out of it, with one of
`train.py` (model card). `engine/evaluate-sources.ts … refit` reads each source with cache/refit-SOURCE.onnx
and MIAS with cache/refit-foldK.onnx.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, compose, helper

NAMES = ('tissue', 'lesion', 'film')


def joined(first, second):
    parts = [compose.add_prefix(model, prefix) for model, prefix in ((first, 'a/'), (second, 'b/'))]
    nodes, tensors = [], []
    for part, prefix in zip(parts, ('a/', 'b/'), strict=True):
        nodes.append(helper.make_node('Identity', ['image'], [f'{prefix}image']))
        nodes += part.graph.node
        tensors += part.graph.initializer
    tensors.append(helper.make_tensor('half', TensorProto.FLOAT, [], [0.5]))
    for name in NAMES:
        nodes += [
            helper.make_node('Add', [f'a/{name}', f'b/{name}'], [f'{name}/sum']),
            helper.make_node('Mul', [f'{name}/sum', 'half'], [name]),
        ]
    outputs = [
        onnx.ValueInfoProto.FromString(o.SerializeToString())
        for name in NAMES
        for o in first.graph.output
        if o.name == name
    ]
    graph = helper.make_graph(nodes, 'breast', list(first.graph.input), outputs, tensors)
    model = helper.make_model(graph, opset_imports=first.opset_import, ir_version=first.ir_version)
    onnx.checker.check_model(model)
    return model


def main(paths):
    first, second = (onnx.load(path) for path in paths[:2])
    onnx.save(joined(first, second), paths[2])
    example = {'image': np.random.default_rng(0).uniform(-1, 1, (1, 3, 384, 256)).astype(np.float32)}
    told = [onnxruntime.InferenceSession(str(path)).run(list(NAMES), example) for path in paths]
    for a, b, c in zip(*told, strict=True):
        np.testing.assert_allclose((a + b) / 2, c, atol=1e-3)
    print(paths[2], f'{paths[2].stat().st_size / 1e6:.2f} MB', flush=True)


if __name__ == '__main__':
    main([Path(path) for path in sys.argv[1:4]])
