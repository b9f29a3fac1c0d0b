"""Takes the fold networks out of the shipped breast.onnx: checkpoints/shipped-fold{0..2}.onnx.

    python -m training.breast.network.recover

The three that read together were trained without the folds 0, 1 and 2 (`network/export.py`): each can read
its fold as a film never seen. The weights are shared up to the output of the frozen blocks; what follows
stands three times, one network after the other.
"""

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx.utils import Extractor

BREAST = Path(__file__).resolve().parents[1]
SHIPPED = BREAST.parents[1] / 'analyses/breast/model/breast.onnx'
NAMES = ('tissue', 'lesion', 'film')
FOLDS = (0, 1, 2)


def heads(model):
    """Per output the tensors of the three networks, in their order: what the sum before the mean adds up."""
    made = {output: node for node in model.graph.node for output in node.output}
    found = {}
    for name in NAMES:
        node, added = made[name], []
        while node.op_type in ('Div', 'Add', 'Mul'):
            added += [i for i in node.input[1:] if i in made and made[i].op_type in ('Conv', 'Gemm')]
            first = made.get(node.input[0])
            if first is None or first.op_type in ('Conv', 'Gemm'):
                added += [node.input[0]] if first is not None else []
                break
            node = first
        found[name] = added[::-1]
        if len(found[name]) != len(FOLDS):
            raise SystemExit(f'{name}: {len(found[name])} networks, not {len(FOLDS)}')
    return found


def main():
    model = onnx.shape_inference.infer_shapes(onnx.load(SHIPPED))
    parts = heads(model)
    example = {'image': np.random.default_rng(0).uniform(-1, 1, (1, 3, 384, 256)).astype(np.float32)}
    given = []
    for fold in FOLDS:
        one = Extractor(model).extract_model(['image'], [parts[name][fold] for name in NAMES])
        renamed = {parts[name][fold]: name for name in NAMES}
        for node in one.graph.node:
            node.input[:] = [renamed.get(name, name) for name in node.input]
            node.output[:] = [renamed.get(name, name) for name in node.output]
        for output in one.graph.output:
            output.name = renamed[output.name]
        path = BREAST / 'checkpoints' / f'shipped-fold{fold}.onnx'
        path.parent.mkdir(exist_ok=True)
        onnx.save(one, path)
        given.append(onnxruntime.InferenceSession(str(path)).run(list(NAMES), example))
    whole = onnxruntime.InferenceSession(str(SHIPPED)).run(list(NAMES), example)
    for k, name in enumerate(NAMES):
        np.testing.assert_allclose(np.mean([one[k] for one in given], 0), whole[k], atol=1e-3)
        print(name, 'is the mean of the three', flush=True)


if __name__ == '__main__':
    main()
