"""Trains the nodule network: 128 x 128 crop -> share of four readers who would outline each pixel.

    python -m training.lung.nodule.train --data ../shared/datasets/lung/lidc_nodules --fold 0
    python -m training.lung.nodule.train --data … --fold all

A fold model never sees its fold; that of fold 0 ships and is measured on it.
"""

import argparse
import time
from pathlib import Path

import torch
from torch.nn import functional as F

from training.lung.crops.data import crop_rows, load_crops, random_views
from training.unet import UNet

CHANNELS = (16, 32, 64, 128)
WINDOW = 80
BATCH = 32


def build() -> UNet:
    return UNet(1, 1, CHANNELS)


def loss_of(logits: torch.Tensor, share: torch.Tensor) -> torch.Tensor:
    """Cross-entropy against the share keeps it calibrated; soft Dice keeps small nodules from vanishing."""
    entropy = F.binary_cross_entropy_with_logits(logits, share, reduction='none')
    weight = 1 + 6 * (F.max_pool2d(share, 9, stride=1, padding=4) > 0)
    p = torch.sigmoid(logits)
    overlap = (p * share).sum((1, 2, 3))
    size = (p * p).sum((1, 2, 3)) + (share * share).sum((1, 2, 3))
    dice = 1 - (2 * overlap + 8) / (size + 8)
    return (entropy * weight).mean() * 4 + 0.3 * dice.mean()


def train(args: argparse.Namespace) -> None:
    torch.set_num_threads(1)
    torch.manual_seed(7)
    generator = torch.Generator().manual_seed(11)
    rows = [row for row in crop_rows(args.data) if args.fold == 'all' or row['fold'] != args.fold]
    pictures, shares = load_crops(args.data, rows)
    model = build().to(memory_format=torch.channels_last)
    if args.start:
        model.load_state_dict(torch.load(args.start))
    optimiser = torch.optim.AdamW(model.parameters(), lr=args.rate, weight_decay=1e-4)
    steps = args.epochs * (len(rows) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, args.rate, total_steps=steps, pct_start=0.15)
    args.out.mkdir(parents=True, exist_ok=True)
    for epoch in range(args.epochs):
        started, total = time.time(), 0.0
        order = torch.randperm(len(rows), generator=generator)
        for start in range(0, len(rows) - BATCH + 1, BATCH):
            chosen = order[start : start + BATCH]
            view, target = random_views(pictures[chosen], shares[chosen], WINDOW, generator)
            with torch.autocast('cpu', dtype=torch.bfloat16):
                logits = model(view.contiguous(memory_format=torch.channels_last))
            loss = loss_of(logits.float(), target)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            schedule.step()
            total += loss.item()
        torch.save(model.state_dict(), args.out / f'nodule-{args.fold}.pt')
        mean = total / max(1, len(rows) // BATCH)
        print(f'fold {args.fold} epoch {epoch} loss {mean:.4f} {time.time() - started:.0f}s', flush=True)


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', type=Path, required=True)
    parser.add_argument('--fold', default='all')
    parser.add_argument('--epochs', type=int, default=24)
    parser.add_argument('--rate', type=float, default=2e-3)
    parser.add_argument(
        '--start', type=Path, help="checkpoint to go on from, e.g. a fold's, with a lower rate"
    )
    parser.add_argument('--out', type=Path, default=Path('training/lung/checkpoints'))
    train(parser.parse_args())
