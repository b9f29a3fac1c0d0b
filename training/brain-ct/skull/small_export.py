"""Stores a small U-Net as ONNX: `small_export.py CHECKPOINT TARGET OUTPUT`. `planes` (1, 3, 128, 128) →
OUTPUT (4096), probabilities.
"""

import sys
import warnings
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn

from half import halved
from small_unet import SmallUNet


class Chance(nn.Module):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, planes):
        return self.network(planes).sigmoid().flatten()


def main():
    checkpoint, target, name = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    network = SmallUNet()
    network.load_state_dict(torch.load(checkpoint))
    model = Chance(network).eval()
    example = torch.rand(1, 3, 128, 128) * 2 - 1
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        torch.onnx.export(
            model,
            (example,),
            str(target),
            input_names=['planes'],
            output_names=[name],
            opset_version=17,
            dynamo=False,
        )
    onnx.save(halved(onnx.load(target)), target)
    (given,) = onnxruntime.InferenceSession(str(target)).run(None, {'planes': example.numpy()})
    with torch.no_grad():
        np.testing.assert_allclose(model(example).numpy(), given, atol=2e-2)
    print(target, f'{target.stat().st_size / 1e6:.2f} MB')


if __name__ == '__main__':
    main()
