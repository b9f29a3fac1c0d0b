"""Weights of the trainings end to end → networks as the engine loads them.

    python -m training.lung.joint.export --weights training/lung/checkpoints --masses training/lung/checkpoints/masses.onnx --out analyses/lung/model

Writes opacity.onnx: `picture` (n, 1, h, w) → `maps` (lung, opacity, consolidation) of the network trained
end to end, and `chest` and `chest_soft` (lung, mass), all 0 to 1 at half its size, of the network in
`masses` with its own, frozen encoder (chest/export.py); without `masses` all three of the one trained end
to end. And spot.onnx: `patch`, `facts` → `probability`, of the network trained end to end and the heads of
spot/heads.py together; the line from their mean logit to a probability is joint/calibrate.py's.
"""

import argparse
import json
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnx.compose
import onnx.utils
import onnxruntime
import torch

from training.export import export
from training.half import halved
from training.lung.joint.slices.network import ChestNet
from training.lung.joint.spots.network import FACTS, SIDE, SpotNet
from training.lung.joint.store import unpacked
from training.lung.spot.network import SpotHead, SpotNetwork


OUTPUTS = ('maps', 'chest', 'chest_soft')
# Of the logit, the network's trained end to end; the rest is that of the heads on the frozen encoder.
SHARE = 0.5


class Tissue(torch.nn.Module):
    def __init__(self, network: ChestNet, maps_alone: bool):
        super().__init__()
        self.network, self.maps_alone = network, maps_alone

    def forward(self, picture: torch.Tensor) -> torch.Tensor | tuple[torch.Tensor, ...]:
        if self.maps_alone:
            return self.network.opacity(picture).sigmoid()
        return tuple(output.sigmoid() for output in self.network(picture))


class Spot(torch.nn.Module):
    def __init__(self, network: SpotNet, heads: SpotNetwork, slope: float, offset: float):
        super().__init__()
        self.network, self.heads, self.slope, self.offset = network, heads, slope, offset

    def forward(self, patch: torch.Tensor, facts: torch.Tensor) -> torch.Tensor:
        logit = SHARE * self.network(patch, facts) + (1 - SHARE) * self.heads.logit(patch, facts)
        return (logit * self.slope + self.offset).sigmoid()


def loaded(network: torch.nn.Module, file: Path, model: str) -> torch.nn.Module:
    weights = unpacked(np.load(file), f'{model}/')
    state = network.state_dict()
    network.load_state_dict(
        {name: weights[name].to(state[name].dtype).reshape(state[name].shape) for name in state}
    )
    return network.eval()


def halve(path: Path, feeds: dict[str, np.ndarray]) -> None:
    """Weights in half precision; the answers must hardly change."""
    wanted = onnxruntime.InferenceSession(str(path)).run(None, feeds)
    onnx.save(halved(onnx.load(path)), path)
    given = onnxruntime.InferenceSession(str(path)).run(None, feeds)
    print(
        path,
        f'{path.stat().st_size / 2**20:.2f} MiB, changed by',
        max(float(np.abs(a - b).max()) for a, b in zip(wanted, given, strict=True)),
    )


def with_masses(maps: onnx.ModelProto, masses: onnx.ModelProto) -> onnx.ModelProto:
    """Both networks on one picture."""
    graph = onnx.compose.add_prefix_graph(masses.graph, 'masses/')
    renamed = {'masses/picture': 'picture', 'masses/chest': 'chest', 'masses/chest_soft': 'chest_soft'}
    for node in graph.node:
        node.input[:] = [renamed.get(name, name) for name in node.input]
        node.output[:] = [renamed.get(name, name) for name in node.output]
    maps.graph.node.extend(graph.node)
    maps.graph.initializer.extend(graph.initializer)
    for output in graph.output:
        output.name = renamed[output.name]
    maps.graph.output.extend(graph.output)
    onnx.checker.check_model(maps)
    return maps


def export_slices(weights: Path, model: str, out: Path, masses: Path | None) -> None:
    network, path = loaded(ChestNet(), weights / 'slices-weights.npz', model), out / 'opacity.onnx'
    outputs = OUTPUTS if masses is None else OUTPUTS[:1]
    given = onnx.load(masses) if masses else None
    export(
        Tissue(network, masses is not None),
        torch.randn(1, 1, 256, 256),
        ('picture', list(outputs)),
        path,
        free_size=True,
    )
    feeds = {'picture': np.random.default_rng(1).normal(size=(1, 1, 256, 224)).astype(np.float32)}
    halve(path, feeds)
    if given is None:
        return
    wanted = onnxruntime.InferenceSession(given.SerializeToString()).run(list(OUTPUTS[1:]), feeds)
    maps = onnxruntime.InferenceSession(str(path)).run(None, feeds)
    # Of the network of masses its maps are not needed.
    with tempfile.TemporaryDirectory() as folder:
        onnx.save(given, Path(folder) / 'given.onnx')
        onnx.utils.extract_model(
            str(Path(folder) / 'given.onnx'),
            str(Path(folder) / 'masses.onnx'),
            ['picture'],
            list(OUTPUTS[1:]),
        )
        model_of_both = with_masses(onnx.load(path), onnx.load(Path(folder) / 'masses.onnx'))
    answers = onnxruntime.InferenceSession(model_of_both.SerializeToString()).run(list(OUTPUTS), feeds)
    assert all(
        np.allclose(one, two, atol=1e-5) for one, two in zip(answers, [*maps, *wanted], strict=True)
    ), 'both must answer as alone'
    onnx.save(model_of_both, path)
    print(path, f'{path.stat().st_size / 2**20:.2f} MiB with masses')


def heads_of(weights: Path, model: str) -> SpotNetwork:
    states = torch.load(weights / 'spot-heads.pt')[model]['heads']
    heads = []
    for state in states:
        head = SpotHead(len(state['mean']))
        head.load_state_dict(state)
        heads.append(head)
    return SpotNetwork(heads).eval()


def export_spots(weights: Path, model: str, out: Path, line: tuple[float, float]) -> None:
    network = loaded(SpotNet(), weights / 'spot-weights.npz', model)
    example = (torch.randn(2, 1, SIDE, SIDE), torch.rand(2, FACTS))
    export(
        Spot(network, heads_of(weights, model), *line),
        example,
        (['patch', 'facts'], ['probability']),
        out / 'spot.onnx',
    )
    rng = np.random.default_rng(1)
    halve(
        out / 'spot.onnx',
        {
            'patch': rng.normal(size=(4, 1, SIDE, SIDE)).astype(np.float32),
            'facts': rng.random((4, FACTS)).astype(np.float32),
        },
    )


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--weights', type=Path, required=True)
    parser.add_argument('--model', default='ship')
    parser.add_argument('--masses', type=Path)
    parser.add_argument('--line', type=Path, help='what joint/calibrate.py wrote')
    parser.add_argument('--only', choices=['slices', 'spots'])
    parser.add_argument('--out', type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    if args.only != 'spots':
        export_slices(args.weights, args.model, args.out, args.masses)
    if args.only != 'slices':
        line = json.loads(args.line.read_text()) if args.line else {'slope': 1.0, 'offset': 0.0}
        export_spots(args.weights, args.model, args.out, (line['slope'], line['offset']))
