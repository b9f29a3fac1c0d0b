"""Trains a second decoder on the encoder of the opacity network: whole slice → lung with its disease,
nodules and masses.

    python -m training.lung.chest.views --data ../shared/datasets/lung --source luna_slices
    python -m training.lung.chest.train --without msd_tumour

Learns from all sources stored; `--without` leaves some out, to measure on them. Shipped is what luna_slices
and covid_infnet taught (fold 0 of luna_slices and petct_dx are in no view): 600 steps on views in lung
windows, then 400 more from there (`--start`, rate 2e-3) on 844 views, half of them in other windows. The
decoder for windows that show air black went on from that one (1,000 steps, rate 3e-3) on 1,347 views of
luna_slices as chest/views.py draws them now, and on 255 of two whole series, of which it learnt the lungs
alone.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from training.lung.chest.start import started
from training.lung.opacity.data import VIEW
from training.lung.opacity.fit import add_options, fit
from training.lung.opacity.network import ChestDecoder
from training.lung.opacity.views import FEATURES

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


def train(args: argparse.Namespace) -> None:
    torch.set_num_threads(1)
    torch.manual_seed(19)
    views = Views(args.store, args.without, seed=37)
    model = ChestDecoder()
    if args.start:
        several = [views.batch()[1] for _ in range(5)]
        started(model, args.start, [torch.cat(parts) for parts in zip(*several, strict=True)])
    model = model.to(memory_format=torch.channels_last).train()

    def loss_of_batch() -> torch.Tensor:
        target, kept = views.batch()
        return loss_of(model(*kept), target[:, :2], (target[:, 2:] > 0.5).float())

    path = args.out / f'{"-".join(["chest", *args.without])}.pt'
    fit(model, model, loss_of_batch, path, steps=args.steps, rate=args.rate, averaged=AVERAGED, every=25)


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--without', nargs='*', default=[])
    parser.add_argument('--start', type=Path, help='an opacity.onnx with a decoder to go on from')
    add_options(parser, steps=600, store=Path('training/lung/cache/chest'))
    train(parser.parse_args())
