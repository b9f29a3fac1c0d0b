"""Trains the nodule network: 128 x 128 crop -> share of four readers who would outline each pixel.

Fold 0 is never seen and measures the network that ships.
"""

from pathlib import Path

import torch
from torch.nn import functional as F

from training.datasets import rows_of
from training.learning import descend, one_cycle
from training.lung.crops.data import load_crops, random_views
from training.lung.nodule.network import UNet

WINDOW = 80
BATCH, EPOCHS, RATE, LEFT_OUT = 32, 24, 2e-3, '0'


def loss_of(logits: torch.Tensor, share: torch.Tensor) -> torch.Tensor:
    """Cross-entropy against the share keeps it calibrated; soft Dice keeps small nodules from vanishing."""
    entropy = F.binary_cross_entropy_with_logits(logits, share, reduction='none')
    weight = 1 + 6 * (F.max_pool2d(share, 9, stride=1, padding=4) > 0)
    p = torch.sigmoid(logits)
    overlap = (p * share).sum((1, 2, 3))
    size = (p * p).sum((1, 2, 3)) + (share * share).sum((1, 2, 3))
    dice = 1 - (2 * overlap + 8) / (size + 8)
    return (entropy * weight).mean() * 4 + 0.3 * dice.mean()


def learn(model: UNet, pictures: torch.Tensor, shares: torch.Tensor, epochs: int, batch: int = BATCH) -> UNet:
    generator = torch.Generator().manual_seed(11)
    model = model.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=1e-4)
    steps = epochs * (len(pictures) // batch)
    schedule = one_cycle(optimiser, RATE, steps)
    for epoch in range(epochs):
        total = 0.0
        order = torch.randperm(len(pictures), generator=generator)
        for start in range(0, len(pictures) - batch + 1, batch):
            chosen = order[start : start + batch]
            view, target = random_views(pictures[chosen], shares[chosen], WINDOW, generator)
            with torch.autocast('cpu', dtype=torch.bfloat16):
                logits = model(view.contiguous(memory_format=torch.channels_last))
            loss = loss_of(logits.float(), target)
            descend(loss, schedule)
            total += loss.item()
        print(f'epoch {epoch} loss {total / (len(pictures) // batch):.4f}', flush=True)
    return model


def train_nodule(data: Path, out: Path) -> None:
    torch.manual_seed(7)
    learnt = [row for row in rows_of(data) if row['fold'] != LEFT_OUT]
    torch.save(learn(UNet(), *load_crops(data, learnt), EPOCHS).state_dict(), out)
