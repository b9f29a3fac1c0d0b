"""Adds a refit of the mass map (`refit/fit.py`) to the shipped network or to one of its folds, as ONNX
nodes.
"""

import json
from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper

from training.breast.network.recover import SHIPPED

BREAST = Path(__file__).resolve().parents[2]
NAMES = BREAST / 'cache' / 'refit-names.json'


def features_of(fold):
    """Outputs of a fold network's decoder at strides 16, 8 and 4."""
    model = onnx.load(BREAST / 'checkpoints' / f'shipped-fold{fold}.onnx')
    return [node.output[0] for node in model.graph.node if node.op_type == 'Relu'][-3:]


def graft(model, fold, names, weights, target):
    """What the refit adds to the first channel of `target`, the lesion logits of one network."""
    deep, middle, fine = names
    prefix = f'refit{fold}_'

    def constant(name, value):
        model.graph.initializer.append(numpy_helper.from_array(np.asarray(value, np.float32), prefix + name))
        return prefix + name

    def node(kind, inputs, output, **attributes):
        return helper.make_node(kind, inputs, [output if output == target else prefix + output], **attributes)

    w1, b1 = constant('w1', weights['first.weight']), constant('b1', weights['first.bias'])
    second = np.zeros((2, *weights['second.weight'].shape[1:]), np.float32)
    second[0] = weights['second.weight'][0]
    w2, b2 = constant('w2', second), constant('b2', [weights['second.bias'][0], 0])
    twice = constant('twice', [1, 1, 2, 2])
    added = [
        node(
            'Resize',
            [deep, '', twice],
            'deep',
            mode='nearest',
            coordinate_transformation_mode='asymmetric',
            nearest_mode='floor',
        ),
        node('AveragePool', [fine], 'fine', kernel_shape=[2, 2], strides=[2, 2]),
        node('Concat', [prefix + 'deep', middle, prefix + 'fine'], 'all', axis=1),
        node('Conv', [prefix + 'all', w1, b1], 'linear', kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
        node('Relu', [prefix + 'linear'], 'hidden'),
        node('Conv', [prefix + 'hidden', w2, b2], 'change', kernel_shape=[1, 1]),
        node(
            'Resize',
            [prefix + 'change', '', twice],
            'spread',
            mode='linear',
            coordinate_transformation_mode='half_pixel',
        ),
        node('Add', [prefix + 'raw', prefix + 'spread'], target),
    ]
    at = next(k for k, one in enumerate(model.graph.node) if target in one.output)
    made = model.graph.node[at]
    made.output[:] = [prefix + 'raw' if output == target else output for output in made.output]
    for k, one in enumerate(added):
        model.graph.node.insert(at + 1 + k, one)


def write(left, weights):
    """`cache/refit-SOURCE.onnx`; for MIAS each fold's network alone, `cache/refit-fold{0..2}.onnx`."""
    names = json.loads(NAMES.read_text())
    if left == 'mias':
        for fold, own in enumerate(weights):
            model = onnx.load(BREAST / 'checkpoints' / f'shipped-fold{fold}.onnx')
            graft(model, fold, names[fold][:3], own, 'lesion')
            onnx.checker.check_model(model)
            onnx.save(model, BREAST / 'cache' / f'refit-fold{fold}.onnx')
        return
    model = onnx.load(SHIPPED)
    for fold, own in enumerate(weights):
        graft(model, fold, names[fold][:3], own, names[fold][3])
    onnx.checker.check_model(model)
    onnx.save(model, BREAST / 'cache' / f'refit-{left}.onnx')
