"""Weights of the trainings → networks as the engine loads them.

opacity.onnx: `picture` (n, 1, h, w) → `maps` (lung, opacity, consolidation) of the network trained end to
end, and `chest` and `chest_soft` (lung, mass) of the decoders of chest/train.py on the frozen encoder, all 0
to 1 at half its size. spot.onnx: `patch`, `facts` → `probability`, of the network trained end to end and the
heads of spot/heads.py together; the line from their mean logit to a probability is joint/calibrate.py's.
"""

import json
from pathlib import Path

import torch

from training.efficientnet_lite import Encoder, load_imagenet
from training.export import export, loaded
from training.lung.joint.slices.network import ChestNet
from training.lung.joint.spots.network import SpotNet
from training.lung.opacity.network import ChestDecoder
from training.lung.spot.network import FACTS, SIDE, SpotHead, SpotNetwork

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


def write_slices(network: Slice, path: Path) -> None:
    names = ('picture', ['maps', 'chest', 'chest_soft'])
    export(network, torch.randn(1, 1, 256, 256), names, path, free='size', half=True)


def write_spots(network: Spot, path: Path) -> None:
    example = (torch.randn(2, 1, SIDE, SIDE), torch.rand(2, FACTS))
    export(network, example, (['patch', 'facts'], ['probability']), path, half=True)


def write_opacity(weights: Path, model: str, out: Path) -> None:
    encoder = Encoder()
    load_imagenet(encoder)
    decoders = [loaded(ChestDecoder(), weights / f'{name}.pt') for name in ('chest', 'chest-soft')]
    network = loaded(ChestNet(), weights / f'slices-{model}.pt')
    write_slices(Slice(network, encoder.eval(), *decoders), out / 'opacity.onnx')


def write_spot(weights: Path, model: str, out: Path, line: Path | None = None) -> None:
    """`line`: what joint/calibrate.py wrote."""
    heads = []
    for state in torch.load(weights / 'spot-heads.pt')[model]:
        head = SpotHead(len(state['mean']))
        head.load_state_dict(state)
        heads.append(head)
    network = loaded(SpotNet(), weights / f'spots-{model}.pt')
    given = json.loads(line.read_text()) if line else {'slope': 1.0, 'offset': 0.0}
    write_spots(Spot(network, SpotNetwork(heads).eval(), **given), out / 'spot.onnx')
