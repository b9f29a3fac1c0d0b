"""Trains a decoder of masses on the frozen encoder: whole slice → lung with its disease, nodules and masses.

Learns from the views that chest/views.py stored, but for the sources left out; fold 0 of luna_slices and
petct_dx are in no view. The second decoder, for windows that show air black, goes on from the first.
"""

from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from training.learning import adamw, one_cycle, trained
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


def learn(model: ChestDecoder, views: Views, steps: int, rate: float) -> ChestDecoder:
    """The decoder with the running mean of its weights after one cycle."""

    def loss_of_batch(_: float) -> torch.Tensor:
        target, kept = views.batch()
        return loss_of(model(*kept), target[:, :2], (target[:, 2:] > 0.5).float())

    return trained(model, one_cycle(adamw(model, rate, 2e-2), rate, steps), loss_of_batch, steps, AVERAGED)


def train_decoder(
    store: Path,
    out: Path,
    without: list[str],
    start: Path | None = None,
    steps: int = 600,
    rate: float = 4e-3,
) -> None:
    """`start`: the decoder to go on from."""
    torch.manual_seed(19)
    model = ChestDecoder()
    if start:
        model.load_state_dict(torch.load(start))
    torch.save(learn(model, Views(store, without, seed=37), steps, rate).state_dict(), out)
