"""Trains the opacity network on the stored views: chest slice → lung, opacity, consolidation.

    python -m training.lung.opacity.views --data ../shared/datasets/lung
    python -m training.lung.opacity.train --fold 0

A fold model never sees its fold and is used only to measure; `--fold all` ships.
"""

import argparse
import csv
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from training.efficientnet_lite import load_imagenet
from training.lung.opacity.fit import add_options, fit
from training.lung.opacity.network import OpacityNet
from training.lung.opacity.views import FEATURES

BATCH = 8
# Of each batch: slices without infection.
WITHOUT = 2
AVERAGED = 0.98
# Lung, opacity, consolidation.
WEIGHTS = torch.tensor([0.5, 1.0, 0.7])


def loss_of(logits: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
    """Cross-entropy, soft Dice over the batch, and soft Dice per picture, in which a small opacity counts
    too.
    """
    entropy = F.binary_cross_entropy_with_logits(logits, target, reduction='none').mean((0, 2, 3))
    p = torch.sigmoid(logits)
    by_batch = 1 - (2 * (p * target).sum((0, 2, 3)) + 20) / (p.sum((0, 2, 3)) + target.sum((0, 2, 3)) + 20)
    sizes = target.sum((2, 3))
    by_picture = 1 - (2 * (p * target).sum((2, 3)) + 20) / (p.sum((2, 3)) + sizes + 20)
    return ((entropy + 0.4 * by_batch + 0.4 * by_picture.mean(0)) * WEIGHTS).sum()


class Views:
    """The stored views a model of `fold` may see, drawn in turn."""

    def __init__(self, store: Path, fold: str, seed: int):
        self.rng = np.random.default_rng(seed)
        with open(store / 'opacity-views.csv', newline='') as file:
            rows = list(csv.DictReader(file))
        self.left: dict[str, list[int]] = {'covid': [], 'without': []}
        self.usable = {
            k: [i for i, r in enumerate(rows) if r['kind'] == k and fold not in r['folds'].split('|')]
            for k in self.left
        }
        names = ['target', *(f'features-{stride}' for _, stride in FEATURES)]
        self.stores = [np.load(store / f'opacity-{name}.npy', mmap_mode='r') for name in names]

    def _draw(self, kind: str, count: int) -> list[int]:
        while len(self.left[kind]) < count:
            self.left[kind] += list(self.rng.permutation(self.usable[kind]))
        drawn, self.left[kind] = self.left[kind][:count], self.left[kind][count:]
        return drawn

    def batch(self) -> tuple[torch.Tensor, list[torch.Tensor]]:
        places = self._draw('covid', BATCH - WITHOUT) + self._draw('without', WITHOUT)
        target, *kept = (
            torch.from_numpy(np.stack([store[i] for i in places]).astype(np.float32)) for store in self.stores
        )
        return F.avg_pool2d(target / 255, 2), [k.contiguous(memory_format=torch.channels_last) for k in kept]


def train(args: argparse.Namespace) -> None:
    torch.set_num_threads(1)
    torch.manual_seed(17)
    views = Views(args.store, args.fold, seed=29)
    model = OpacityNet()
    load_imagenet(model.encoder)
    model.encoder.eval().requires_grad_(False)
    decoder = model.decoder().to(memory_format=torch.channels_last).train()

    def loss_of_batch() -> torch.Tensor:
        target, kept = views.batch()
        return loss_of(model.decode(kept), target)

    path = args.out / f'opacity-{args.fold}.pt'
    fit(model, decoder, loss_of_batch, path, steps=args.steps, rate=args.rate, averaged=AVERAGED, every=20)


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--fold', default='all')
    add_options(parser, steps=160, store=Path('training/lung/cache'))
    train(parser.parse_args())
