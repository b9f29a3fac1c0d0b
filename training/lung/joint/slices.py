"""Trains the network that sees whole slices end to end, one model after another: lungs, opacities and masses on one encoder.

    python -m training.lung.joint.slices --pack training/lung/cache/joint --out training/lung/checkpoints --device cuda

Views are drawn on the device: turned, stretched, in any window, with masses laid at hilum, mediastinum and wall, the same texture in solid
tissue without a mark, dense lung along a wall, and lung that is white throughout. Writes slices-weights.npz.
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

from training.lung.opacity.network import ChestDecoder, OpacityNet
from training.lung.joint.draw import blurred, chance, dilated, eroded, kernels, lobed, noise, place_in, uniform
from training.lung.joint.store import Mean, decoded, is_seen, load, load_encoder, packed, rate_at

# Longest side of what is kept of a slice, of the body as the engine reads it, and of a view; a view is drawn
# twice as fine.
KEPT, SIDE, VIEW = 384, 256, 224
PLANES = ("lung", "mass", "mass_known", "opacity", "dense", "opacity_known")
SHARES = {"luna_slices": 0.4, "covid_infnet": 0.26, "luna_normal": 0.12, "msd_tumour": 0.08, "lidc_series": 0.07, "petct_dx": 0.07}
MODELS = {"ship": 1.3, "0": 1.0, "1": 1.0, "2": 1.0, "3": 1.0, "4": 1.0}
OPACITY_WEIGHTS, CHEST_WEIGHTS = (0.5, 1.0, 0.7), (0.6, 1.0)


class ChestNet(nn.Module):
    """Picture (n, 1, h, w) → logits at half its size: lung, opacity, consolidation; and twice lung, mass: of lung windows, and of windows that show air black."""

    def __init__(self) -> None:
        super().__init__()
        self.opacity, self.chest, self.chest_soft = OpacityNet(), ChestDecoder(), ChestDecoder()

    def forward(self, picture: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        kept = self.opacity.encoder(picture.expand(-1, 3, -1, -1))
        return self.opacity.decode(kept), self.chest(*kept), self.chest_soft(*kept)


def fitted(plane: np.ndarray, how: int) -> np.ndarray:
    """Reduced to KEPT, in the middle of a square."""
    scale = KEPT / max(plane.shape)
    size = max(1, round(plane.shape[1] * scale)), max(1, round(plane.shape[0] * scale))
    small = cv2.resize(plane, size, interpolation=how)
    out = np.zeros((KEPT, KEPT), np.uint8)
    top, left = (KEPT - size[1]) // 2, (KEPT - size[0]) // 2
    out[top : top + size[1], left : left + size[0]] = small
    return out


def planes_of(record: dict) -> tuple[np.ndarray, np.ndarray, dict]:
    """Picture, planes as bits (the seventh bit: within the picture), and what is known of it."""
    picture, lung = decoded(record["picture"]), decoded(record["lung"]) > 0
    nothing = np.zeros(picture.shape, bool)
    if record["kind"] == "covid":
        opacity, dense = decoded(record["opacity"]) > 0, decoded(record["dense"]) > 0
        planes, box, mm = (lung, nothing, ~opacity, opacity, dense, ~nothing), (slice(None), slice(None)), 300 / max(picture.shape)
    else:
        mass, known = decoded(record["mass"]) > 0, decoded(record["known"]) > 0
        rows0, rows1, columns0, columns1 = record["body"]
        box, mm = (slice(rows0, rows1), slice(columns0, columns1)), record["mm"]
        # Whether there are opacities beside the nodules is known of series that were looked through.
        planes = (lung, mass, known, nothing, nothing, (~nothing if record["source"] != "msd_tumour" else nothing))
    body = picture[box]
    limits = np.percentile(body, [1, 99])
    dark = float(np.median(picture[lung])) if lung.sum() > 200 else 85.0
    dense_grey = body[body > dark + 40]
    soft = float(np.percentile(dense_grey, 50)) if dense_grey.size > 100 else dark + 140
    kept = fitted(body, cv2.INTER_AREA)
    bits = np.zeros((KEPT, KEPT), np.uint8)
    for number, plane in enumerate((*planes, ~nothing)):
        bits |= (fitted(plane[box].astype(np.uint8), cv2.INTER_NEAREST) > 0).astype(np.uint8) << number
    facts = {"limits": limits, "levels": (dark, soft), "mm": mm * max(body.shape) / SIDE, "shape": np.array(body.shape) * SIDE / max(body.shape)}
    return kept, bits, facts


class Slices:
    def __init__(self, pack: Path, device):
        self.records, pictures, bits, facts = [], [], [], []
        with ThreadPoolExecutor(3) as pool:
            for record, (kept, planes, known) in pool.map(lambda record: (record, planes_of(record)), load(pack, ("slice", "covid"))):
                self.records.append({key: record[key] for key in ("source", "case", "fold", "file", "kind")})
                pictures.append(kept)
                bits.append(planes)
                facts.append(known)
        to = lambda values, kind=np.float32: torch.from_numpy(np.asarray(values, kind)).to(device)
        self.pictures, self.bits = to(np.stack(pictures), np.uint8), to(np.stack(bits), np.uint8)
        self.limits, self.levels = to([f["limits"] for f in facts]), to([f["levels"] for f in facts])
        # A pixel's side in mm where the body's longest side is SIDE; height and width there.
        self.mm, self.shape = to([f["mm"] for f in facts]), to([f["shape"] for f in facts])
        self.is_covid = to([r["kind"] == "covid" for r in self.records])


def theta_of(shape: torch.Tensor, device) -> tuple[torch.Tensor, torch.Tensor]:
    """Random views: from places in the view to places in the kept square, and how much they enlarge."""
    count = len(shape)
    flat = lambda low, high: uniform(count, low, high, device).flatten()
    scale = torch.exp(flat(-0.4, 0.28))
    stretch = torch.exp(flat(-0.12, 0.12))
    turn = flat(-0.3, 0.3) + (flat(0, 1) < 0.15).float() * torch.floor(flat(0, 4)) * math.pi / 2
    mirror = torch.where(flat(0, 1) < 0.1, -1.0, 1.0)
    flip = torch.where(flat(0, 1) < 0.05, -1.0, 1.0)
    # From pixels of the body at SIDE to pixels of the view.
    a = turn.cos() * scale * stretch * mirror
    b = -turn.sin() * scale / stretch * flip
    c = turn.sin() * scale * stretch * mirror
    d = turn.cos() * scale / stretch * flip
    reach_x = ((a.abs() * shape[:, 1] + b.abs() * shape[:, 0] - VIEW).clamp(min=20)) / 2
    reach_y = ((c.abs() * shape[:, 1] + d.abs() * shape[:, 0] - VIEW).clamp(min=20)) / 2
    shift_x, shift_y = flat(-1, 1) * reach_x, flat(-1, 1) * reach_y
    det = a * d - b * c
    inverse = (d / det, -b / det, -c / det, a / det)
    ratio = VIEW / SIDE
    theta = torch.stack(
        [
            torch.stack([inverse[0] * ratio, inverse[1] * ratio, (inverse[0] * -shift_x + inverse[1] * -shift_y) / (SIDE / 2)], 1),
            torch.stack([inverse[2] * ratio, inverse[3] * ratio, (inverse[2] * -shift_x + inverse[3] * -shift_y) / (SIDE / 2)], 1),
        ],
        1,
    )
    return theta, scale


def views_of(data: Slices, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Grey (n, 1, VIEW, VIEW), planes with the picture's extent (n, 7, …), and mm per pixel (n)."""
    device = rows.device
    theta, scale = theta_of(data.shape[rows], device)
    grid = F.affine_grid(theta, [len(rows), 1, 2 * VIEW, 2 * VIEW], align_corners=False)
    picture = F.grid_sample(data.pictures[rows][:, None].float(), grid, align_corners=False)
    bits = data.bits[rows][:, None]
    planes = torch.cat([(bits >> number) & 1 for number in range(7)], 1).float()
    drawn = F.grid_sample(planes, grid, align_corners=False)
    return F.avg_pool2d(picture, 2), F.avg_pool2d(drawn, 2), data.mm[rows] / scale


def laid(grey: torch.Tensor, planes: torch.Tensor, mm: torch.Tensor, levels: torch.Tensor, share: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Masses where the lung meets solid tissue; and the same texture in solid tissue, which is nothing."""
    count, _, side, _ = grey.shape
    device = grey.device
    lung = (planes[:, :1] > 0.5).float()
    dark, soft = levels[:, 0].view(-1, 1, 1, 1), levels[:, 1].view(-1, 1, 1, 1)
    near = dilated(lung, 5)
    edge = near * (1 - eroded(lung, 4))
    inner = lung * chance(count, 0.2, device)
    x_axis = torch.arange(side, device=device).view(1, 1, 1, -1).float()
    middle = (lung.sum((2,), keepdim=True) * x_axis).sum((3,), keepdim=True) / lung.sum((2, 3), keepdim=True).clamp(min=1)
    central = 1 + 3 * torch.exp(-(((x_axis - middle) / 28) ** 2)) * chance(count, 0.6, device)
    x, y, is_any = place_in(edge * central + inner)
    radius = torch.exp(uniform(count, math.log(9), math.log(45), device).flatten()) / mm
    # What lies between the lungs or in the wall is room too, as far as masses grow.
    hull = eroded(dilated(lung, 16), 12)
    mass = lobed(count, side, x, y, radius) * hull
    in_lung = (mass * lung).sum((1, 2, 3)) / mass.sum((1, 2, 3)).clamp(min=1)
    fits = share.flatten() * is_any * (in_lung > 0.12) * (mass.sum((1, 2, 3)) > 25) * (lung.sum((1, 2, 3)) > 600)
    mass = mass * fits.view(-1, 1, 1, 1)
    texture = soft + uniform(count, -14, 10, device) + uniform(count, 1, 8, device) * noise(count, side, 2, device) + uniform(count, 0, 6, device) * noise(count, side, 8, device)
    # Now and then with dead, darker parts.
    texture = texture - (noise(count, side, 8, device) - 0.8).clamp(0, 2) * uniform(count, 10, 60, device) * chance(count, 0.3, device)
    rays = (noise(count, side, 4, device) > 1.2).float() * (dilated(mass, 4) - mass) * lung * chance(count, 0.4, device)
    weight = blurred((mass + rays).clamp(max=1), float(torch.empty(1).uniform_(0.5, 1.1)))
    out = grey * (1 - weight) + torch.maximum(grey, texture) * weight
    solid = (grey > (dark + soft) / 2).float() * (1 - dilated(lung, 3)) * planes[:, 6:]
    x, y, is_any = place_in(solid)
    decoy = lobed(count, side, x, y, uniform(count, 8, 35, device).flatten() / mm) * solid * (1 - mass)
    weight = blurred(decoy, 0.8) * chance(count, 0.35, device) * is_any.view(-1, 1, 1, 1)
    out = out * (1 - weight) + texture * weight
    lung, was, known, opacity, dense, told, inside = planes.split(1, 1)
    mass = mass * inside
    planes = torch.cat([torch.maximum(lung, mass), torch.maximum(was, mass), torch.maximum(known, mass), opacity, dense, told * (1 - 0.7 * mass), inside], 1)
    return out, planes


def filled(grey: torch.Tensor, planes: torch.Tensor, levels: torch.Tensor, share: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Denser lung along a wall, or all through a part: lung it remains; what it is otherwise is left open."""
    count, _, side, _ = grey.shape
    device = grey.device
    lung = (planes[:, :1] > 0.5).float()
    turn = uniform(count, 0, 2 * math.pi, device)
    turn = torch.where(chance(count, 0.6, device) > 0, torch.full_like(turn, math.pi / 2), turn)
    rows = torch.arange(side, device=device).view(1, 1, -1, 1).float()
    columns = torch.arange(side, device=device).view(1, 1, 1, -1).float()
    along = columns * turn.cos() + rows * turn.sin()
    top = torch.where(lung > 0, along, torch.full_like(along, -1e4)).amax((2, 3), keepdim=True)
    depth = torch.exp(uniform(count, math.log(5), math.log(110), device))
    band = torch.sigmoid((along - top + depth + 5 * noise(count, side, 14, device)) / 3)
    # One side alone, in half of the cases.
    middle = (lung.sum((2,), keepdim=True) * columns).sum((3,), keepdim=True) / lung.sum((2, 3), keepdim=True).clamp(min=1)
    one = torch.where(chance(count, 0.5, device) > 0, (columns > middle).float(), (columns <= middle).float())
    band = torch.where(chance(count, 0.5, device) > 0, band * one, band)
    weight = (band * uniform(count, 0.4, 1.0, device) * (1 + 0.2 * noise(count, side, 5, device))).clamp(0, 1)
    weight = weight * blurred(lung, 0.6) * share
    soft = levels[:, 1].view(-1, 1, 1, 1)
    texture = soft - uniform(count, 0, 25, device) + 4 * noise(count, side, 2, device)
    out = grey * (1 - weight) + torch.maximum(grey, texture) * weight
    open_ = 1 - (weight > 0.15).float()
    lung, mass, known, opacity, dense, told, inside = planes.split(1, 1)
    return out, torch.cat([lung, mass, known * open_, opacity, dense, told * open_, inside], 1)


def windowed(grey: torch.Tensor, limits: torch.Tensor, levels: torch.Tensor, is_free: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Other windows: lung is taken for -850 HU and soft tissue for 40. Grey 0 to 1, limits in it, and the window's lower end in HU."""
    count, device = len(grey), grey.device
    view = lambda values: values.view(-1, 1, 1, 1)
    dark, soft = view(levels[:, 0]), view(levels[:, 1])
    hu = -850 + (grey - dark) / (soft - dark).clamp(min=20) * 890
    ends = -850 + (limits.view(-1, 2, 1, 1) - dark) / (soft - dark).clamp(min=20) * 890
    plain_low, plain_high = -850 + (0 - dark) / (soft - dark).clamp(min=20) * 890, -850 + (255 - dark) / (soft - dark).clamp(min=20) * 890
    lungs_low, lungs_high = uniform(count, -1400, -950, device), uniform(count, 0, 500, device)
    usual_low, usual_high = uniform(count, -260, -90, device), uniform(count, 160, 300, device)
    wide_low, wide_high = uniform(count, -900, -120, device), uniform(count, 90, 350, device)
    draw = uniform(count, 0, 1, device)
    draw = torch.where(is_free > 0, draw, torch.zeros_like(draw))
    low = torch.where(draw < 0.2, plain_low, torch.where(draw < 0.5, lungs_low, torch.where(draw < 0.75, usual_low, wide_low)))
    high = torch.where(draw < 0.2, plain_high, torch.where(draw < 0.5, lungs_high, torch.where(draw < 0.75, usual_high, wide_high)))
    # A lung window holds one gray for some 6 HU, and hides the noise that a soft window shows.
    grainy = hu + (torch.rand_like(hu) - 0.5) * 6 + uniform(count, 0, 28, device) * (low > -900).float() * torch.where(chance(count, 0.5, device) > 0, torch.randn_like(hu), noise(count, hu.shape[-1], 2.0, device))
    span = (high - low).clamp(min=50)
    # Air around the body lies at the lowest percentile in any window.
    return ((grainy - low) / span).clamp(0, 1), ((ends - low) / span).clamp(0, 1), low.flatten()


def shown(grey: torch.Tensor, ends: torch.Tensor, inside: torch.Tensor) -> torch.Tensor:
    """As screenshots differ, then scaled by the percentiles as the engine does."""
    count, device = len(grey), grey.device
    low, gain, power = uniform(count, -0.06, 0.1, device), torch.exp(uniform(count, -0.15, 0.3, device)), torch.exp(uniform(count, -0.35, 0.35, device))
    light = lambda values: ((values - low) * gain).clamp(1e-4, 1) ** power
    grey, ends = light(grey), light(ends)
    picture = (grey - ends[:, :1]) / (ends[:, 1:] - ends[:, :1]).clamp(min=0.05) * 2 - 1
    picture = kernels(picture).clamp(-1.2, 1.2)
    return torch.where(inside > 0.5, picture, torch.full_like(picture, -1.0))


class Drawer:
    def __init__(self, data: Slices, model: str, device):
        self.data, self.device, self.parts = data, device, []
        seen = np.array([is_seen(record, model) for record in data.records])
        source = np.array([record["source"] for record in data.records])
        present = {name: np.flatnonzero(seen & (source == name)) for name in SHARES}
        total = sum(share for name, share in SHARES.items() if len(present[name]))
        self.parts = [(torch.from_numpy(rows).to(device), SHARES[name] / total) for name, rows in present.items() if len(rows)]

    @torch.no_grad()
    def batch(self, size: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Picture, planes at half its size, and the lower end of each window in HU."""
        data, device = self.data, self.device
        rows = torch.cat([part[torch.randint(len(part), (max(1, round(size * share)),), device=device)] for part, share in self.parts])
        grey, planes, mm = views_of(data, rows)
        free = 1 - data.is_covid[rows].view(-1, 1, 1, 1)
        levels = data.levels[rows]
        draw = uniform(len(rows), 0, 1, device)
        grey, planes = filled(grey, planes, levels, (draw < 0.2).float() * free)
        grey, planes = laid(grey, planes, mm, levels, ((draw >= 0.15) & (draw < 0.7)).float() * free)
        grey, ends, low = windowed(grey, data.limits[rows], levels, free)
        picture = shown(grey, ends, planes[:, 6:])
        return picture, F.avg_pool2d(planes[:, :6] * planes[:, 6:], 2), low


def weighed(logits: torch.Tensor, target: torch.Tensor, known: torch.Tensor, weights: tuple[float, ...], extra: float) -> torch.Tensor:
    """Cross-entropy and soft Dice over the batch and per picture, of what is known."""
    factor = known * (1 + extra * target)
    entropy = (F.binary_cross_entropy_with_logits(logits, target, reduction="none") * factor).mean((0, 2, 3))
    p = torch.sigmoid(logits) * known
    t = target * known
    by_batch = 1 - (2 * (p * t).sum((0, 2, 3)) + 20) / (p.sum((0, 2, 3)) + t.sum((0, 2, 3)) + 20)
    by_picture = 1 - (2 * (p * t).sum((2, 3)) + 20) / (p.sum((2, 3)) + t.sum((2, 3)) + 20)
    return ((entropy + 0.4 * by_batch + 0.3 * by_picture.mean(0)) * torch.tensor(weights, device=logits.device)).sum()


def loss_of(outputs: tuple[torch.Tensor, ...], planes: torch.Tensor, low: torch.Tensor) -> torch.Tensor:
    opacity, chest, soft = (output.float() for output in outputs)
    lung, mass, mass_known, opaque, dense, opaque_known = planes.split(1, 1)
    ones = torch.ones_like(lung)
    loss = weighed(opacity, torch.cat([lung, opaque, dense], 1), torch.cat([ones, opaque_known, opaque_known], 1), OPACITY_WEIGHTS, 0.0)
    whole = torch.cat([lung, mass], 1)
    known = torch.cat([ones, (mass_known > 0.5).float()], 1)
    # Which decoder is asked depends on whether the window shows air black.
    for output, own in ((chest, (low < -500).float()), (soft, (low > -800).float())):
        part = own.view(-1, 1, 1, 1)
        loss = loss + weighed(output, whole * part, known * part, CHEST_WEIGHTS, 2.0)
    return loss


def train(data: Slices, model: str, args: argparse.Namespace, seconds: float) -> ChestNet:
    device = torch.device(args.device)
    torch.manual_seed(19)
    drawer, network = Drawer(data, model, device), ChestNet()
    load_encoder(network.opacity.encoder, args.encoder)
    network = network.to(device).to(memory_format=torch.channels_last).train()
    mean = Mean(network, 0.99)
    encoder = list(network.opacity.encoder.parameters())
    others = [p for name, p in network.named_parameters() if not name.startswith("opacity.encoder.")]
    highest = (args.rate, args.rate * 4)
    optimiser = torch.optim.AdamW([{"params": encoder, "lr": 0.0}, {"params": others, "lr": 0.0}], weight_decay=0.03, fused=device.type == "cuda")
    started, step, told = time.time(), 0, time.time()
    while (share := (time.time() - started) / seconds) < 1:
        for group, rate in zip(optimiser.param_groups, highest, strict=True):
            group["lr"] = rate_at(share, rate)
        picture, planes, low = drawer.batch(args.batch)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            outputs = network(picture.contiguous(memory_format=torch.channels_last))
        loss = loss_of(outputs, planes, low)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 3.0)
        optimiser.step()
        mean.add(network)
        step += 1
        if time.time() - told > 10:
            told = time.time()
            print(f"slices {model} {told - started:.0f} s step {step} loss {loss.item():.4f}", flush=True)
    network.load_state_dict(mean.values)
    print(f"slices {model} {step} steps of {args.batch}", flush=True)
    return network.eval()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pack", type=Path, required=True)
    parser.add_argument("--encoder", type=Path, help="ImageNet weights; by default of the installed package")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--seconds", type=float, default=640, help="of all models together")
    parser.add_argument("--batch", type=int, default=48)
    parser.add_argument("--rate", type=float, default=8e-4)
    parser.add_argument("--models", nargs="*", default=list(MODELS))
    args = parser.parse_args()
    cv2.setNumThreads(1)
    torch.backends.cudnn.benchmark = True
    started = time.time()
    data = Slices(args.pack, torch.device(args.device))
    print(f"slices: {len(data.records)}, {time.time() - started:.0f} s", flush=True)
    args.out.mkdir(parents=True, exist_ok=True)
    total, weights = sum(MODELS[name] for name in args.models), {}
    for name in args.models:
        try:
            network = train(data, name, args, args.seconds * MODELS[name] / total)
            weights |= {f"{name}/{key}": value for key, value in packed(network.state_dict(), name == "ship").items()}
        except Exception as problem:  # the other models go on
            print(f"slices {name} failed: {problem!r}", flush=True)
        np.savez_compressed(args.out / "slices-weights.npz", **weights)


if __name__ == "__main__":
    main()
