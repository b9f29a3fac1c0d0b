"""Stores the midline network as ONNX: `midline_export.py CHECKPOINT TARGET`. `crop` (1, 2, 128, 96) →
`moved`, `spread` (1, 32).
"""

import sys
import warnings
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch

from half import halved
from midline_network import MidlineNetwork


def main():
    checkpoint, target = map(Path, sys.argv[1:3])
    network = MidlineNetwork()
    network.load_state_dict(torch.load(checkpoint))
    network.eval()
    example = torch.rand(1, 2, 128, 96) * 2 - 1
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        torch.onnx.export(
            network,
            (example,),
            str(target),
            input_names=['crop'],
            output_names=['moved', 'spread'],
            opset_version=17,
            dynamo=False,
        )
    onnx.save(halved(onnx.load(target)), target)
    given = onnxruntime.InferenceSession(str(target)).run(None, {'crop': example.numpy()})
    with torch.no_grad():
        for wanted, value in zip(network(example), given, strict=True):
            np.testing.assert_allclose(wanted.numpy(), value, atol=2e-2)
    print(target, f'{target.stat().st_size / 1e6:.2f} MB')


if __name__ == '__main__':
    main()
