"""Trains the midline network: `midline_train.py CACHE DATASET OUT --fold 0-4 (or -1: on all) --steps N`.
One thread.

A fold network never sees the patients of its fold, which it is measured on.
"""

import argparse
import copy
import random
import time
from pathlib import Path

import numpy as np
import torch

from midline_network import MidlineNetwork
from slices import Slices

BATCH = 32
# Weights that ship are a running mean over the last steps.
MEMORY = 0.99
# Bands of the middle half of the head, where the shift is read off.
CENTRAL = slice(8, 23)


def crops(bytes_):
    return torch.from_numpy(bytes_.astype(np.float32) / 127.5 - 1)


def loss_of(outputs, truth):
    """Laplace likelihood of every band, and the error of the middle ones."""
    moved, spread = outputs
    error = (moved - truth).abs()
    return (error * torch.exp(-spread) + spread).mean() + 10 * error[:, CENTRAL].mean(), error[
        :, CENTRAL
    ].mean()


@torch.no_grad()
def validate(network, planes, truth):
    network.eval()
    moved = torch.cat([network(crops(planes[start : start + 64]))[0] for start in range(0, len(planes), 64)])
    largest = lambda rows: torch.gather(rows[:, CENTRAL], 1, rows[:, CENTRAL].abs().argmax(1, keepdim=True))[
        :, 0
    ]
    error, still = (largest(moved) - largest(truth)).abs(), largest(truth).abs() < 0.003
    network.train()
    return error.mean().item(), error[still].mean().item()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('cache', type=Path)
    parser.add_argument('dataset', type=Path)
    parser.add_argument('out', type=Path)
    parser.add_argument('--fold', type=int, required=True)
    parser.add_argument('--steps', type=int, default=450)
    parser.add_argument('--rate', type=float, default=3e-3)
    options = parser.parse_args()
    torch.set_num_threads(1)
    seed = 60 + options.fold
    random.seed(seed), np.random.seed(seed), torch.manual_seed(seed)
    planes, truth, row = (
        np.load(options.cache / 'midline' / f'{name}.npy', mmap_mode='r')
        for name in ('planes', 'truth', 'row')
    )
    truth = torch.from_numpy(np.array(truth))
    fold = Slices(options.cache, options.dataset).fold[row]
    own, held = np.nonzero(fold != options.fold)[0], np.nonzero(fold == options.fold)[0][:600]
    network = MidlineNetwork().to(memory_format=torch.channels_last).train()
    mean = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), options.rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, options.rate, options.steps, pct_start=0.15)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    recent = []
    for step in range(1, options.steps + 1):
        pick = np.sort(np.random.choice(own, BATCH, replace=False))
        loss, error = loss_of(
            network(crops(planes[pick]).contiguous(memory_format=torch.channels_last)), truth[pick]
        )
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 3.0)
        optimiser.step()
        schedule.step()
        with torch.no_grad():
            memory = min(MEMORY, 1 - 1 / (1 + step / 10))
            for old, new in zip(mean.state_dict().values(), network.state_dict().values(), strict=True):
                old.lerp_(new, 1 - memory) if old.is_floating_point() else old.copy_(new)
        recent = (recent + [error.item()])[-100:]
        if step % 100 == 0:
            held_error = validate(mean, planes[held], truth[held]) if len(held) and step % 300 == 0 else ''
            print(
                f'fold {options.fold} {step} steps {time.process_time():.0f} s of processor, error {np.mean(recent):.4f}',
                held_error,
                flush=True,
            )
    torch.save(mean.state_dict(), options.out)


if __name__ == '__main__':
    main()
