"""Writes the trained network as ONNX, with a softmax: `planes` (n, 3, 128, 128) → `probabilities` (n, 5)."""
import sys
from pathlib import Path

import torch
from torch import nn

from network import SIDE, ModalityNetwork


class WithSoftmax(nn.Module):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, planes):
        return self.network(planes).softmax(1)


def main():
    checkpoint, target = map(Path, sys.argv[1:3])
    network = ModalityNetwork()
    network.load_state_dict(torch.load(checkpoint))
    model = WithSoftmax(network).eval()
    target.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(model, (torch.zeros(1, 3, SIDE, SIDE),), str(target), input_names=['planes'], output_names=['probabilities'],
                      dynamic_axes={'planes': {0: 'n'}, 'probabilities': {0: 'n'}}, opset_version=17, dynamo=False)
    print(target, target.stat().st_size, 'bytes')


if __name__ == '__main__':
    main()
