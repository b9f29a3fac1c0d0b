"""Trains the midline network. A fold network never sees the patients of its fold, which it is measured on."""

import random
from pathlib import Path

import numpy as np
import torch

from training.brain_ct.midline.midline_network import MidlineNetwork
from training.brain_ct.hemorrhage.slices import Slices
from training.learning import adamw, one_cycle, trained

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
    return (error * torch.exp(-spread) + spread).mean() + 10 * error[:, CENTRAL].mean()


def learn(network, planes, truth, rows, steps):
    """The network with the running mean of its weights; `rows` of the samples are drawn."""

    def loss_of_batch(_):
        pick = np.sort(np.random.choice(rows, min(BATCH, len(rows)), replace=False))
        return loss_of(
            network(crops(planes[pick]).contiguous(memory_format=torch.channels_last)), truth[pick]
        )

    schedule = one_cycle(adamw(network, RATE, WEIGHT_DECAY), RATE, steps)
    return trained(network, schedule, loss_of_batch, steps, MEMORY)


def train_midline(cache: Path, dataset: Path, out: Path, fold: int | str) -> None:
    fold = -1 if fold == 'all' else fold
    random.seed(60 + fold), np.random.seed(60 + fold), torch.manual_seed(60 + fold)
    planes, truth, row = (
        np.load(cache / 'midline' / f'{name}.npy', mmap_mode='r') for name in ('planes', 'truth', 'row')
    )
    rows = np.nonzero(Slices(cache, dataset).fold[row] != fold)[0]
    steps = STEPS_OF_ALL if fold < 0 else STEPS
    network = learn(MidlineNetwork(), planes, torch.from_numpy(np.array(truth)), rows, steps)
    torch.save(network.state_dict(), out)
