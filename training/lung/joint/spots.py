"""Trains the network that tells nodules and masses from other spots end to end, one model after another.

    python -m training.lung.joint.spots --pack training/lung/cache/joint --out training/lung/checkpoints --device cuda

A batch mixes spots that the engine found in whole slices, spots of LIDC-IDRI crops, and nodules of the crops laid into lungs of the slices.
Negatives are drawn the more often the higher the network last scored them. Writes spot-weights.npz, and spot-logits.npz: of each model
for the spots that it never saw.
"""

import argparse
import math
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from training.efficientnet_lite import Encoder
from training.lung.joint.draw import chance, kernels, uniform
from training.lung.joint.store import Mean, decoded, is_seen, load, load_encoder, packed, rate_at

# Side of the network's input, of what it shows at the spot's scale, and of what is kept around a spot.
SIDE, SHOWN, KEPT = 96, 64, 128
FACTS = 4
HIDDEN = 64
LONGEST = 512
# Share of each source in a batch; what a model does not see leaves its share to the others.
SHARES = {"luna_slices": 0.42, "lidc_nodules": 0.22, "luna_normal": 0.12, "msd_tumour": 0.08, "lidc_series": 0.04, "petct_dx": 0.04}
LAID = 0.08
# Of a source's share, where it has both.
POSITIVE = 0.4
MODELS = {"ship": 1.5, "1": 1.0, "2": 1.0, "3": 1.0, "4": 1.0, "without_luna": 0.5}
GROUNDS = 3


class SpotNet(nn.Module):
    """Patch (n, 1, 96, 96), facts (n, 4) → logit. The centre at strides 4, 8 and 16, the whole at strides 8, 16 and 32."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder = Encoder()
        width = 24 + 40 + 112 + 40 + 112 + 192
        self.norm = nn.BatchNorm1d(width)
        self.hidden, self.last, self.facts = nn.Linear(width, HIDDEN), nn.Linear(HIDDEN, 1), nn.Linear(FACTS, 1)
        for name in ("facts_mean", "facts_scale"):
            self.register_buffer(name, torch.ones(FACTS))

    def seen(self, patch: torch.Tensor) -> torch.Tensor:
        _, fourth, eighth, sixteenth, deepest = self.encoder(patch.expand(-1, 3, -1, -1))
        centres = [x[:, :, a : a + 2, a : a + 2] for x, a in ((fourth, 11), (eighth, 5), (sixteenth, 2))]
        return torch.cat([x.mean((2, 3)) for x in (*centres, eighth, sixteenth, deepest)], 1)

    def forward(self, patch: torch.Tensor, facts: torch.Tensor, known: torch.Tensor | None = None) -> torch.Tensor:
        x = self.norm(self.seen(patch))
        hidden = F.relu(self.hidden(F.dropout(x, 0.3, self.training)))
        told = ((facts - self.facts_mean) / self.facts_scale).clamp(-3, 3)
        if known is not None:
            told = told * known
        return (self.last(F.dropout(hidden, 0.3, self.training)) + self.facts(told))[:, 0]


def padded_by_half(plane: np.ndarray, border: int) -> np.ndarray:
    half = KEPT // 2
    return cv2.copyMakeBorder(plane, half, half, half, half, border)


def window_at(padded: np.ndarray, x: float, y: float) -> np.ndarray:
    """KEPT pixels around a place of a plane that was padded by half of it."""
    half = KEPT // 2
    left, top = int(round(x - half)) + half, int(round(y - half)) + half
    left, top = min(max(left, 0), padded.shape[1] - KEPT), min(max(top, 0), padded.shape[0] - KEPT)
    return padded[top : top + KEPT, left : left + KEPT]


def levels_of(plane: np.ndarray, lung: np.ndarray) -> tuple[float, float]:
    """Grey of lung and of soft tissue."""
    dark = float(np.median(plane[lung])) if lung.sum() > 200 else 20.0
    dense = plane[plane > dark + 40]
    return dark, float(np.percentile(dense, 50)) if dense.size > 100 else dark + 150


class Windows:
    """Rows of spots with their surroundings; and grounds on which nodules are laid."""

    def __init__(self) -> None:
        self.pixels, self.facts, self.limits, self.boxes, self.labels, self.records = [], [], [], [], [], []
        self.grounds, self.ground_levels, self.ground_limits, self.ground_records = [], [], [], []
        self.nodules, self.nodule_shares, self.nodule_records = [], [], []

    def add_slice(self, record: dict, picture: np.ndarray, lung: np.ndarray, rng: np.random.Generator) -> None:
        scale, lung = record["scale"], lung > 0
        size = round(picture.shape[1] / scale), round(picture.shape[0] / scale)
        how = cv2.INTER_AREA if scale > 1 else cv2.INTER_LINEAR
        whole = picture if scale == 1 else cv2.resize(picture, size, interpolation=how)
        top, bottom, left, right = (edge / scale for edge in record["body"])
        top, left, bottom, right = max(0, top), max(0, left), min(size[1], bottom), min(size[0], right)
        half = cv2.resize(whole, (size[0] // 2, size[1] // 2), interpolation=cv2.INTER_AREA)
        planes, limits = {1: whole, 2: half}, {}
        for step, plane in list(planes.items()):
            part = plane[int(top / step) : int(bottom / step), int(left / step) : int(right / step)]
            limits[step] = np.percentile(part, [1, 99])
            planes[step] = padded_by_half(plane, cv2.BORDER_CONSTANT)
        for spot, label in zip(record["spots"], record["labels"], strict=True):
            step = int(spot[3])
            x, y = ((spot[4] + spot[6]) / 2 / scale / step, (spot[5] + spot[7]) / 2 / scale / step)
            self.pixels.append(window_at(planes[step], x, y))
            self.facts.append(spot[:4])
            self.limits.append(limits[step])
            self.boxes.append([left / step - x, top / step - y, right / step - x, bottom / step - y])
            self.labels.append(label)
            self.records.append(record)
        inside = np.argwhere(cv2.erode(lung.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0)
        if len(inside) > 500:
            levels = levels_of(picture, lung)
            for _ in range(GROUNDS if record["source"] != "luna_slices" else 1):
                y, x = inside[rng.integers(len(inside))] / scale
                self.grounds.append(window_at(planes[1], x, y))
                self.ground_levels.append(levels)
                self.ground_limits.append(limits[1])
                self.ground_records.append(record)

    def add_crop(self, record: dict, picture: np.ndarray, agreement: np.ndarray) -> None:
        limits = np.percentile(picture, [1, 99])
        half = cv2.resize(picture, (64, 64), interpolation=cv2.INTER_AREA)
        planes = {1: padded_by_half(picture, cv2.BORDER_REFLECT_101), 2: cv2.copyMakeBorder(half, 64, 64, 64, 64, cv2.BORDER_REFLECT_101)}
        for spot, label in zip(record["spots"], record["labels"], strict=True):
            step = int(spot[3])
            self.pixels.append(window_at(planes[step], spot[4] / step, spot[5] / step))
            self.facts.append(spot[:4])
            self.limits.append(limits)
            self.boxes.append([-999, -999, 999, 999])
            self.labels.append(label)
            self.records.append(record)
        if (agreement >= 120).sum() >= 12:
            cut, _ = cv2.threshold(picture, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
            soft, lung = np.median(picture[picture > cut]), np.median(picture[picture <= cut])
            self.nodules.append((picture.astype(np.float32) - lung) / max(soft - lung, 1))
            self.nodule_shares.append(agreement.astype(np.float32) / 240)
            self.nodule_records.append(record)

    def on(self, device) -> "Windows":
        to = lambda values, kind: torch.from_numpy(np.asarray(values, kind)).to(device)
        self.pixels, self.facts = to(np.stack(self.pixels), np.uint8), to(self.facts, np.float32)
        self.limits, self.boxes = to(self.limits, np.float32), to(self.boxes, np.float32)
        self.labels = np.array(self.labels)
        self.truth = to(self.labels, np.float32)
        self.grounds, self.ground_levels = to(np.stack(self.grounds), np.uint8), to(self.ground_levels, np.float32)
        self.ground_limits = to(self.ground_limits, np.float32)
        self.nodules, self.nodule_shares = to(np.stack(self.nodules), np.float16), to(np.stack(self.nodule_shares), np.float16)
        return self


def grid_of(count: int, device, turn: torch.Tensor, zoom: torch.Tensor, shift: torch.Tensor, mirror: torch.Tensor) -> torch.Tensor:
    """Where each pixel of a SIDE view lies in the KEPT window, -1 to 1; shift in pixels of the window."""
    base = SHOWN / KEPT / zoom
    theta = torch.stack(
        [
            torch.stack([base * turn.cos() * mirror, -base * turn.sin(), shift[:, 0] / (KEPT / 2)], 1),
            torch.stack([base * turn.sin() * mirror, base * turn.cos(), shift[:, 1] / (KEPT / 2)], 1),
        ],
        1,
    )
    return F.affine_grid(theta, [count, 1, SIDE, SIDE], align_corners=False)


def plain_grid(count: int, device) -> torch.Tensor:
    zero = torch.zeros(count, device=device)
    return grid_of(count, device, zero, zero + 1, torch.zeros(count, 2, device=device), zero + 1)


def random_grid(count: int, device, reach: float) -> torch.Tensor:
    flat = lambda low, high: uniform(count, low, high, device).flatten()
    mirror = torch.where(flat(0, 1) < 0.5, -1.0, 1.0)
    shift = torch.stack([flat(-reach, reach), flat(-reach, reach)], 1)
    return grid_of(count, device, flat(-math.pi, math.pi), torch.exp(flat(-0.25, 0.25)), shift, mirror)


def scaled(view: torch.Tensor, limits: torch.Tensor) -> torch.Tensor:
    low, high = limits[:, 0].view(-1, 1, 1, 1), limits[:, 1].view(-1, 1, 1, 1)
    return (view - low) / (high - low).clamp(min=1) * 2 - 1


def cut_to(view: torch.Tensor, grid: torch.Tensor, boxes: torch.Tensor) -> torch.Tensor:
    """Beyond the body nothing is shown."""
    x, y = grid[..., 0] * KEPT / 2, grid[..., 1] * KEPT / 2
    left, top, right, bottom = (boxes[:, k].view(-1, 1, 1) for k in range(4))
    inside = (x >= left) & (x < right) & (y >= top) & (y < bottom)
    return torch.where(inside[:, None], view, torch.full_like(view, -1.0))


def plain(data: Windows, rows: torch.Tensor) -> torch.Tensor:
    """As the engine shows a spot."""
    grid = plain_grid(len(rows), rows.device)
    view = F.grid_sample(data.pixels[rows][:, None].float(), grid, align_corners=False)
    return cut_to(scaled(view, data.limits[rows]).clamp(-1.5, 1.5), grid, data.boxes[rows])


def lit(view: torch.Tensor) -> torch.Tensor:
    """Another window, kernel, noise."""
    count, device = len(view), view.device
    view = kernels(view)
    unit = (view + 1) / 2
    # Windows in which the lungs are dark or black.
    soft = chance(count, 0.15, device)
    unit = torch.where(soft > 0, (unit - uniform(count, 0.1, 0.6, device)) * uniform(count, 1.0, 1.6, device), unit)
    gamma = torch.exp(uniform(count, -0.35, 0.35, device))
    unit = torch.where(unit > 0, unit.clamp(min=1e-4) ** gamma, unit)
    unit = unit * uniform(count, 0.75, 1.25, device) + uniform(count, -0.08, 0.08, device)
    floor = torch.where(soft > 0, torch.zeros_like(soft), torch.full_like(soft, -0.25))
    return (torch.maximum(unit, floor) * 2 - 1).clamp(-1.5, 1.5)


def hollow(view: torch.Tensor, share: float) -> torch.Tensor:
    """Now and then air in the middle."""
    count, _, side, _ = view.shape
    device = view.device
    y = torch.arange(side, device=device).view(1, 1, -1, 1) - side / 2 - uniform(count, -2, 2, device)
    x = torch.arange(side, device=device).view(1, 1, 1, -1) - side / 2 - uniform(count, -2, 2, device)
    hole = torch.sigmoid((uniform(count, 1.5, 5, device) - torch.hypot(x.float(), y.float())) * 1.5) * chance(count, share, device)
    dark = view.amin((2, 3), keepdim=True)
    return view * (1 - hole) + (dark + 0.2) * hole


def laid(data: Windows, grounds: torch.Tensor, nodules: torch.Tensor) -> torch.Tensor:
    """Nodules of crops in lungs of slices."""
    count, device = len(grounds), grounds.device
    grid = random_grid(count, device, 10.0)
    ground = F.grid_sample(data.grounds[grounds][:, None].float(), grid, align_corners=False)
    grid = random_grid(count, device, 2.5)
    nodule = F.grid_sample(data.nodules[nodules][:, None].float(), grid, align_corners=False, padding_mode="border")
    share = F.grid_sample(data.nodule_shares[nodules][:, None].float(), grid, align_corners=False)
    near = F.max_pool2d((share > 0.1).float(), 7, 1, 3)
    weight = F.avg_pool2d(F.avg_pool2d(near, 5, 1, 2), 5, 1, 2)
    lung, soft = (data.ground_levels[grounds][:, k].view(-1, 1, 1, 1) for k in (0, 1))
    grey = (lung + nodule * (soft - lung)).clamp(0, 255)
    view = ground * (1 - weight) + torch.maximum(ground, grey) * weight
    return scaled(view, data.ground_limits[grounds])


class Drawer:
    """Rows for batches of a model."""

    def __init__(self, data: Windows, model: str, device):
        self.data, self.device = data, device
        seen = np.array([is_seen(record, model) for record in data.records])
        source = np.array([record["source"] for record in data.records])
        self.parts = []
        total = sum(share for name, share in SHARES.items() if (seen & (source == name)).any())
        for name, share in SHARES.items():
            rows = {label: np.flatnonzero(seen & (source == name) & (data.labels == label)) for label in (0, 1)}
            if len(rows[0]) + len(rows[1]) == 0:
                continue
            positive = POSITIVE if len(rows[1]) > 0 else 0.0
            for label, part in ((1, positive), (0, 1 - positive)):
                if part > 0 and len(rows[label]) > 0:
                    self.parts.append((torch.from_numpy(rows[label]).to(device), label, share / total * part))
        usable = lambda records: torch.tensor([i for i, r in enumerate(records) if is_seen(r, model)], device=device)
        self.grounds, self.nodules = usable(data.ground_records), usable(data.nodule_records)
        # How often a negative was scored high, by its row.
        self.hard = torch.full((len(data.labels),), 0.5, device=device)

    def batch(self, size: int) -> tuple[torch.Tensor, ...]:
        count = round(size * LAID)
        chosen = []
        for rows, label, share in self.parts:
            wanted = max(1, round((size - count) * share))
            if label == 1:
                chosen.append(rows[torch.randint(len(rows), (wanted,), device=self.device)])
            else:
                chosen.append(rows[torch.multinomial(self.hard[rows] + 0.08, wanted, replacement=True)])
        rows = torch.cat(chosen)
        grid = random_grid(len(rows), self.device, 4.0)
        view = F.grid_sample(self.data.pixels[rows][:, None].float(), grid, align_corners=False)
        truth = self.data.truth[rows]
        view = scaled(view, self.data.limits[rows])
        is_large = (self.data.facts[rows, 2] > 4.2) & (truth > 0)
        view = torch.where(is_large.view(-1, 1, 1, 1), hollow(view, 0.12), view)
        view = cut_to(view, grid, self.data.boxes[rows])
        pick = lambda part: part[torch.randint(len(part), (count,), device=self.device)]
        view = torch.cat([view, laid(self.data, pick(self.grounds), pick(self.nodules))])
        facts = self.data.facts[rows]
        noisy = facts + torch.randn_like(facts) * torch.tensor([0.12, 0.06, 0.3, 0.0], device=self.device)
        known = (torch.rand(len(rows), 1, device=self.device) > 0.3).float()
        facts = torch.cat([noisy, torch.zeros(count, FACTS, device=self.device)])
        known = torch.cat([known, torch.zeros(count, 1, device=self.device)])
        return lit(view), facts, known, torch.cat([truth, torch.ones(count, device=self.device)]), rows


@torch.no_grad()
def logits_of(network: SpotNet, data: Windows, rows: np.ndarray, device, batch: int = 512) -> np.ndarray:
    network.eval()
    result = []
    for part in torch.from_numpy(rows).to(device).split(batch):
        result.append(network(plain(data, part), data.facts[part]).float().cpu().numpy())
    return np.concatenate(result) if result else np.zeros(0, np.float32)


def train(data: Windows, model: str, args: argparse.Namespace, seconds: float) -> SpotNet:
    device = torch.device(args.device)
    torch.manual_seed(13)
    drawer = Drawer(data, model, device)
    network = SpotNet()
    load_encoder(network.encoder, args.encoder)
    own = np.array([is_seen(record, model) for record in data.records])
    facts = data.facts[torch.from_numpy(np.flatnonzero(own)).to(device)]
    network = network.to(device)
    network.facts_mean.copy_(facts.mean(0))
    network.facts_scale.copy_(facts.std(0).clamp(min=1e-3))
    network = network.to(memory_format=torch.channels_last).train()
    mean = Mean(network, 0.995)
    encoder = list(network.encoder.parameters())
    others = [p for name, p in network.named_parameters() if not name.startswith("encoder.")]
    highest = (args.rate, args.rate * 3)
    optimiser = torch.optim.AdamW([{"params": encoder, "lr": 0.0}, {"params": others, "lr": 0.0}], weight_decay=0.05, fused=device.type == "cuda")
    started, step, told = time.time(), 0, time.time()
    while (share := (time.time() - started) / seconds) < 1:
        for group, rate in zip(optimiser.param_groups, highest, strict=True):
            group["lr"] = rate_at(share, rate)
        patch, facts, known, truth, rows = drawer.batch(args.batch)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            logits = network(patch.contiguous(memory_format=torch.channels_last), facts, known)
        logits = logits.float()
        loss = F.binary_cross_entropy_with_logits(logits, truth * 0.97 + 0.01)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 3.0)
        optimiser.step()
        mean.add(network)
        drawer.hard[rows] = 0.7 * drawer.hard[rows] + 0.3 * logits.detach().sigmoid()[: len(rows)]
        step += 1
        if time.time() - told > 10:
            told = time.time()
            print(f"spot {model} {told - started:.0f} s step {step} loss {loss.item():.4f}", flush=True)
    network.load_state_dict(mean.values)
    print(f"spot {model} {step} steps of {args.batch}", flush=True)
    return network.eval()


def auc(scores: np.ndarray, labels: np.ndarray) -> float:
    order = scores.argsort().argsort()
    positives = labels == 1
    count = positives.sum()
    return float((order[positives].sum() - count * (count - 1) / 2) / max(1, count * (~positives).sum()))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pack", type=Path, required=True)
    parser.add_argument("--encoder", type=Path, help="ImageNet weights; by default of the installed package")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--seconds", type=float, default=640, help="of all models together")
    parser.add_argument("--batch", type=int, default=384)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--models", nargs="*", default=list(MODELS))
    args = parser.parse_args()
    cv2.setNumThreads(1)
    torch.backends.cudnn.benchmark = True
    rng, data = np.random.default_rng(3), Windows()
    started = time.time()
    with ThreadPoolExecutor(3) as pool:
        outlined = {"slice": "lung", "crop": "agreement"}
        for record, pixels in pool.map(lambda r: (r, (decoded(r["picture"]), decoded(r[outlined[r["kind"]]]))), load(args.pack, ("slice", "crop"))):
            data.add_slice(record, *pixels, rng) if record["kind"] == "slice" else data.add_crop(record, *pixels)
    data.on(torch.device(args.device))
    print(f"spots: {len(data.labels)}, on nodules {(data.labels == 1).sum()}, grounds {len(data.grounds)}, {time.time() - started:.0f} s", flush=True)
    args.out.mkdir(parents=True, exist_ok=True)
    total, result, weights = sum(MODELS[name] for name in args.models), {}, {}
    for name in args.models:
        try:
            network = train(data, name, args, args.seconds * MODELS[name] / total)
            unseen = np.array([not is_seen(r, name) and r["kind"] == "slice" for r in data.records])
            rows = np.flatnonzero(unseen)
            result[name] = (rows, logits_of(network, data, rows, torch.device(args.device)))
            keys = np.array([f"{data.records[i]['source']}/{data.records[i]['file']}" for i in rows])
            for source in sorted({key.split("/")[0] for key in keys}):
                own = np.array([key.startswith(f"{source}/") for key in keys]) & (data.labels[rows] >= 0)
                if own.any():
                    print(f"spot {name} never saw {source}: auc {auc(result[name][1][own], data.labels[rows][own]):.4f} of {own.sum()}", flush=True)
            weights[name] = packed(network.state_dict(), name == "ship")
        except Exception as problem:  # the other models go on
            print(f"spot {name} failed: {problem!r}", flush=True)
        first = {}
        for i, record in enumerate(data.records):
            first.setdefault(id(record), i)
        stored = {}
        for model, (rows, logits) in result.items():
            stored[f"{model}/logits"] = logits.astype(np.float32)
            stored[f"{model}/files"] = np.array([f"{data.records[i]['source']}/{data.records[i]['file']}" for i in rows])
            stored[f"{model}/spot"] = np.array([i - first[id(data.records[i])] for i in rows], np.int16)
        np.savez_compressed(args.out / "spot-logits.npz", **stored)
        np.savez_compressed(args.out / "spot-weights.npz", **{f"{model}/{key}": value for model, state in weights.items() for key, value in state.items()})


if __name__ == "__main__":
    main()
