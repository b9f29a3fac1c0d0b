"""Trains a decoder of masses on the frozen encoder: whole slice → lung with its disease, nodules and masses.

    python -m training.lung.chest.train --out training/lung/checkpoints/chest.pt
    python -m training.lung.chest.train --start … --without covid_infnet --steps 1000 --rate 3e-3 --out …

Learns from the views that chest/views.py stored, but for the sources of `--without`; fold 0 of luna_slices
and petct_dx are in no view. The second decoder, for windows that show air black, goes on from the first.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from training.lung.opacity.data import VIEW
from training.lung.opacity.network import FEATURES, ChestDecoder

# Of a stored target: the maps, and where a mass is known.
PLANES = 3
BATCH = 8
AVERAGED = 0.99
WEIGHTS = torch.tensor([0.5, 1.0])


def loss_of(logits: torch.Tensor, target: torch.Tensor, known: torch.Tensor) -> torch.Tensor:
    """Cross-entropy and soft Dice over the batch; a mass counts where it is known."""
    counts = torch.cat([torch.ones_like(known), known], 1)
    # A mass takes little of a slice, but decides.
    weight = counts * torch.cat([torch.ones_like(known), 1 + 4 * target[:, 1:]], 1)
    entropy = (F.binary_cross_entropy_with_logits(logits, target, reduction='none') * weight).mean((0, 2, 3))
    p = torch.sigmoid(logits) * counts
    dice = 1 - (2 * (p * target).sum((0, 2, 3)) + 20) / (
        p.sum((0, 2, 3)) + (target * counts).sum((0, 2, 3)) + 20
    )
    return ((entropy * torch.tensor([1.0, 3.0]) + 0.4 * dice) * WEIGHTS).sum()


class Views:
    """The stored views of all sources but those left out, drawn in turn."""

    def __init__(self, store: Path, without: list[str], seed: int):
        self.rng = np.random.default_rng(seed)
        folders = [folder for folder in sorted(store.iterdir()) if folder.name not in without]
        self.stores = [stored(folder) for folder in folders]
        self.usable = [(n, i) for n, store in enumerate(self.stores) for i in range(len(store[0]))]
        self.left: list[tuple[int, int]] = []

    def batch(self) -> tuple[torch.Tensor, list[torch.Tensor]]:
        if len(self.left) < BATCH:
            self.left += [self.usable[i] for i in self.rng.permutation(len(self.usable))]
        places, self.left = self.left[:BATCH], self.left[BATCH:]
        parts = [
            np.stack([self.stores[n][part][i] for n, i in places]).astype(np.float32)
            for part in range(1 + len(FEATURES))
        ]
        target, *kept = (torch.from_numpy(part) for part in parts)
        return F.avg_pool2d(target / 255, 2), [k.contiguous(memory_format=torch.channels_last) for k in kept]


def stored(folder: Path) -> list[np.ndarray]:
    """Targets and features of one source."""
    shapes = [('target', (PLANES, VIEW, VIEW), np.uint8)]
    shapes += [
        (f'features-{stride}', (width, VIEW // stride, VIEW // stride), np.float16)
        for width, stride in FEATURES
    ]
    return [np.memmap(folder / f'{name}.bin', kind, 'r').reshape(-1, *shape) for name, shape, kind in shapes]


def learn(model: ChestDecoder, views: Views, steps: int, rate: float) -> dict[str, torch.Tensor]:
    """The running mean of the weights after one cycle."""
    model = model.to(memory_format=torch.channels_last).train()
    mean = {name: value.clone() for name, value in model.state_dict().items()}
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=2e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.15)
    total = 0.0
    for step in range(1, steps + 1):
        target, kept = views.batch()
        loss = loss_of(model(*kept), target[:, :2], (target[:, 2:] > 0.5).float())
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 3.0)
        optimiser.step()
        schedule.step()
        total += loss.item()
        keep = min(AVERAGED, step / (step + 10))
        for name, value in model.state_dict().items():
            mean[name] = (
                mean[name] * keep + value * (1 - keep) if value.is_floating_point() else value.clone()
            )
        if step % 25 == 0:
            print(f'step {step} loss {total / 25:.4f}', flush=True)
            total = 0.0
    return mean


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('--without', nargs='*', default=[])
    parser.add_argument('--start', type=Path, help='the decoder to go on from')
    parser.add_argument('--steps', type=int, default=600)
    parser.add_argument('--rate', type=float, default=4e-3)
    parser.add_argument('--store', type=Path, default=Path('training/lung/cache/chest'))
    parser.add_argument('--out', type=Path, required=True)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(19)
    model = ChestDecoder()
    if args.start:
        model.load_state_dict(torch.load(args.start))
    views = Views(args.store, args.without, seed=37)
    torch.save(learn(model, views, args.steps, args.rate), args.out)


if __name__ == '__main__':
    main()
