"""Trains and exports the network that tells a picture's window.

SET holds what rewindow.py and window-facts.ts wrote. Facts → width of the picture's whole scale in
Hounsfield units, and its expected error (of the logarithm). Three networks from three starts are averaged.
"""

from pathlib import Path

import numpy as np
import torch
from torch import nn

from training.datasets import rows_of
from training.export import export
from training.learning import descend

HIDDEN, STEPS, STARTS = 48, 1500, 3
# How far the facts are jittered while learning, in their own spreads: other scanners differ from the one
# learned from.
JITTER = 0.2


def load(folder):
    width = {row['file']: float(row['effective']) for row in rows_of(folder)}
    rows = [line.split(',') for line in (folder / 'facts.csv').read_text().splitlines()]
    facts = np.array([[float(v) for v in row[1:]] for row in rows], np.float32)
    return facts, np.log([width[row[0]] for row in rows]).astype(np.float32)


class One(nn.Module):
    def __init__(self, mean, spread):
        super().__init__()
        self.register_buffer('mean', torch.from_numpy(mean))
        self.register_buffer('spread', torch.from_numpy(spread))
        self.body = nn.Sequential(
            nn.Linear(len(mean), HIDDEN),
            nn.GELU(),
            nn.Linear(HIDDEN, HIDDEN),
            nn.GELU(),
            nn.Linear(HIDDEN, 2),
        )

    def forward(self, facts):
        return self.body(((facts - self.mean) / self.spread).clamp(-4, 4))


class Window(nn.Module):
    def __init__(self, networks):
        super().__init__()
        self.networks = nn.ModuleList(networks)

    def forward(self, facts):
        each = torch.stack([network(facts) for network in self.networks])
        width = each[..., 0].mean(0)
        # What the networks expect to be wrong by, and what they differ by.
        spread = (each[..., 1].exp().square().mean(0) + each[..., 0].var(0, unbiased=False)).sqrt()
        return width.exp().reshape(-1), spread.reshape(-1)


def trained(facts, width, seed, steps=STEPS):
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    network = One(facts.mean(0), facts.std(0) + 1e-4)
    nn.init.zeros_(network.body[-1].weight)
    network.body[-1].bias.data = torch.tensor([float(width.mean()), -1.0])
    optimiser = torch.optim.AdamW(network.parameters(), lr=4e-3, weight_decay=0.1)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    x, y = torch.from_numpy(facts), torch.from_numpy(width)
    for _ in range(steps):
        pick = rng.integers(0, len(facts), 256)
        noise = torch.randn(256, facts.shape[1]) * JITTER * network.spread
        out = network(x[pick] + noise)
        sure = out[:, 1].clamp(-4, 1)
        # Laplace: wrong skulls must not rule the rest.
        loss = ((out[:, 0] - y[pick]).abs() / sure.exp() + sure).mean()
        descend(loss, schedule)
    return network.eval()


def write(network, example, target):
    export(network.eval(), torch.from_numpy(example), ('facts', ['width', 'spread']), target, free='nothing')


def train_window(folder: Path, target: Path) -> None:
    facts, width = load(folder)
    write(Window([trained(facts, width, seed) for seed in range(STARTS)]), facts[:1], target)
