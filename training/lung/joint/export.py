"""Weights of the trainings → networks as the engine loads them.

    python -m training.lung.joint.export opacity|spot --weights training/lung/checkpoints --out analyses/lung/model

opacity.onnx: `picture` (n, 1, h, w) → `maps` (lung, opacity, consolidation) of the network trained end to
end, and `chest` and `chest_soft` (lung, mass) of the decoders of chest/train.py on the frozen encoder, all 0
to 1 at half its size. spot.onnx: `patch`, `facts` → `probability`, of the network trained end to end and the
heads of spot/heads.py together; the line from their mean logit to a probability is joint/calibrate.py's.
"""

import argparse
import json
from pathlib import Path

import torch

from training.efficientnet_lite import Encoder, load_imagenet
from training.export import export
from training.lung.joint.slices.network import ChestNet
from training.lung.joint.spots.network import FACTS, SIDE, SpotNet
from training.lung.opacity.network import ChestDecoder
from training.lung.spot.network import SpotHead, SpotNetwork

# Of the logit, the network's trained end to end; the rest is that of the heads on the frozen encoder.
SHARE = 0.5


class Slice(torch.nn.Module):
    """Both networks on one picture."""

    def __init__(self, network: ChestNet, encoder: Encoder, chest: ChestDecoder, chest_soft: ChestDecoder):
        super().__init__()
        self.opacity, self.encoder = network.opacity, encoder
        self.chest, self.chest_soft = chest, chest_soft

    def forward(self, picture: torch.Tensor) -> tuple[torch.Tensor, ...]:
        kept = self.encoder(picture.expand(-1, 3, -1, -1))
        masses = [decoder(*kept).sigmoid() for decoder in (self.chest, self.chest_soft)]
        return self.opacity(picture).sigmoid(), *masses


class Spot(torch.nn.Module):
    def __init__(self, network: SpotNet, heads: SpotNetwork, slope: float, offset: float):
        super().__init__()
        self.network, self.heads, self.slope, self.offset = network, heads, slope, offset

    def forward(self, patch: torch.Tensor, facts: torch.Tensor) -> torch.Tensor:
        logit = SHARE * self.network(patch, facts) + (1 - SHARE) * self.heads.logit(patch, facts)
        return (logit * self.slope + self.offset).sigmoid()


def loaded(network: torch.nn.Module, path: Path) -> torch.nn.Module:
    network.load_state_dict(torch.load(path))
    return network.eval()


def write_slices(network: Slice, path: Path) -> None:
    names = ('picture', ['maps', 'chest', 'chest_soft'])
    export(network, torch.randn(1, 1, 256, 256), names, path, free='size', half=True)


def write_spots(network: Spot, path: Path) -> None:
    example = (torch.randn(2, 1, SIDE, SIDE), torch.rand(2, FACTS))
    export(network, example, (['patch', 'facts'], ['probability']), path, half=True)


def slice_of(weights: Path, model: str) -> Slice:
    encoder = Encoder()
    load_imagenet(encoder)
    decoders = [loaded(ChestDecoder(), weights / f'{name}.pt') for name in ('chest', 'chest-soft')]
    return Slice(loaded(ChestNet(), weights / f'slices-{model}.pt'), encoder.eval(), *decoders)


def spot_of(weights: Path, model: str, line: dict[str, float]) -> Spot:
    heads = []
    for state in torch.load(weights / 'spot-heads.pt')[model]:
        head = SpotHead(len(state['mean']))
        head.load_state_dict(state)
        heads.append(head)
    network = loaded(SpotNet(), weights / f'spots-{model}.pt')
    return Spot(network, SpotNetwork(heads).eval(), line['slope'], line['offset'])


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('network', choices=['opacity', 'spot'])
    parser.add_argument('--weights', type=Path, required=True)
    parser.add_argument('--model', default='ship')
    parser.add_argument('--line', type=Path, help='what joint/calibrate.py wrote')
    parser.add_argument('--out', type=Path, required=True)
    args = parser.parse_args()
    torch.set_num_threads(1)
    if args.network == 'opacity':
        write_slices(slice_of(args.weights, args.model), args.out / 'opacity.onnx')
    else:
        line = json.loads(args.line.read_text()) if args.line else {'slope': 1.0, 'offset': 0.0}
        write_spots(spot_of(args.weights, args.model, line), args.out / 'spot.onnx')
