"""Trains the midline network, one thread.

    python -m training.brain_ct.midline.midline_train CACHE DATASET OUT --fold 0-4|all

A fold network never sees the patients of its fold, which it is measured on.
"""

import argparse
import copy
import random
from pathlib import Path

import numpy as np
import torch

from training.brain_ct.midline.midline_network import MidlineNetwork
from training.brain_ct.hemorrhage.slices import Slices

BATCH, RATE, WEIGHT_DECAY = 32, 3e-3, 0.02
# The one that ships has more to learn from.
STEPS, STEPS_OF_ALL = 1100, 1300
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


def learn(network, planes, truth, rows, steps):
    """The network with the running mean of its weights; `rows` of the samples are drawn."""
    network = network.to(memory_format=torch.channels_last).train()
    mean = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=WEIGHT_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, steps, pct_start=0.15)
    recent = []
    for step in range(1, steps + 1):
        pick = np.sort(np.random.choice(rows, min(BATCH, len(rows)), replace=False))
        moved = network(crops(planes[pick]).contiguous(memory_format=torch.channels_last))
        loss, error = loss_of(moved, truth[pick])
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
            print(f'{step} steps, error {np.mean(recent):.4f}', flush=True)
    return mean


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('cache', type=Path)
    parser.add_argument('dataset', type=Path)
    parser.add_argument('out', type=Path)
    parser.add_argument('--fold', required=True)
    options = parser.parse_args()
    torch.set_num_threads(1)
    fold = -1 if options.fold == 'all' else int(options.fold)
    seed = 60 + fold
    random.seed(seed), np.random.seed(seed), torch.manual_seed(seed)
    planes, truth, row = (
        np.load(options.cache / 'midline' / f'{name}.npy', mmap_mode='r')
        for name in ('planes', 'truth', 'row')
    )
    rows = np.nonzero(Slices(options.cache, options.dataset).fold[row] != fold)[0]
    steps = STEPS_OF_ALL if fold < 0 else STEPS
    network = learn(MidlineNetwork(), planes, torch.from_numpy(np.array(truth)), rows, steps)
    torch.save(network.state_dict(), options.out)


if __name__ == '__main__':
    main()
