"""Weights of the trainings end to end → networks as the engine loads them.

    python -m training.lung.joint.export --weights training/lung/checkpoints --model ship --out analyses/lung/model

Writes opacity.onnx: `picture` (n, 1, h, w) → `maps` (lung, opacity, consolidation), `chest` and `chest_soft` (lung, mass), 0 to 1, at half its size;
and spot.onnx: `patch`, `facts` → `probability`. The line from logit to probability is joint/calibrate.py's.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch

from training.export import export
from training.half import halved
from training.lung.joint.slices import ChestNet
from training.lung.joint.spots import FACTS, SIDE, SpotNet
from training.lung.joint.store import unpacked


class Tissue(torch.nn.Module):
    def __init__(self, network: ChestNet):
        super().__init__()
        self.network = network

    def forward(self, picture: torch.Tensor) -> tuple[torch.Tensor, ...]:
        return tuple(output.sigmoid() for output in self.network(picture))


class Spot(torch.nn.Module):
    def __init__(self, network: SpotNet, slope: float, offset: float):
        super().__init__()
        self.network, self.slope, self.offset = network, slope, offset

    def forward(self, patch: torch.Tensor, facts: torch.Tensor) -> torch.Tensor:
        return (self.network(patch, facts) * self.slope + self.offset).sigmoid()


def loaded(network: torch.nn.Module, file: Path, model: str) -> torch.nn.Module:
    weights = unpacked(np.load(file), f"{model}/")
    state = network.state_dict()
    network.load_state_dict({name: weights[name].to(state[name].dtype).reshape(state[name].shape) for name in state})
    return network.eval()


def halve(path: Path, feeds: dict[str, np.ndarray]) -> None:
    """Weights in half precision; the answers must hardly change."""
    wanted = onnxruntime.InferenceSession(str(path)).run(None, feeds)
    onnx.save(halved(onnx.load(path)), path)
    given = onnxruntime.InferenceSession(str(path)).run(None, feeds)
    print(path, f"{path.stat().st_size / 2**20:.2f} MiB, changed by", max(float(np.abs(a - b).max()) for a, b in zip(wanted, given, strict=True)))


def export_slices(weights: Path, model: str, out: Path) -> None:
    network = loaded(ChestNet(), weights / "slices-weights.npz", model)
    export(Tissue(network), torch.randn(1, 1, 256, 256), ("picture", ["maps", "chest", "chest_soft"]), out / "opacity.onnx", free_size=True)
    halve(out / "opacity.onnx", {"picture": np.random.default_rng(1).normal(size=(1, 1, 256, 224)).astype(np.float32)})


def export_spots(weights: Path, model: str, out: Path, line: tuple[float, float]) -> None:
    network = loaded(SpotNet(), weights / "spot-weights.npz", model)
    example = (torch.randn(2, 1, SIDE, SIDE), torch.rand(2, FACTS))
    export(Spot(network, *line), example, (["patch", "facts"], ["probability"]), out / "spot.onnx")
    rng = np.random.default_rng(1)
    halve(out / "spot.onnx", {"patch": rng.normal(size=(4, 1, SIDE, SIDE)).astype(np.float32), "facts": rng.random((4, FACTS)).astype(np.float32)})


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--model", default="ship")
    parser.add_argument("--line", type=Path, help="what joint/calibrate.py wrote")
    parser.add_argument("--only", choices=["slices", "spots"])
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    if args.only != "spots":
        export_slices(args.weights, args.model, args.out)
    if args.only != "slices":
        line = json.loads(args.line.read_text()) if args.line else {"slope": 1.0, "offset": 0.0}
        export_spots(args.weights, args.model, args.out, (line["slope"], line["offset"]))
