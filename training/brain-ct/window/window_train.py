"""Trains and exports the network that tells a picture's window: `window_train.py LEARN TEST[,TEST...]
TARGET`.

LEARN and TEST hold what rewindow.py and window-facts.ts wrote. Facts → log of the width of the picture's
whole scale in Hounsfield units, and the log of its expected error. Three networks from three starts are
averaged. TEST is never learnt from.
"""

import csv
import sys
from pathlib import Path

import numpy as np
import torch
from torch import nn

HIDDEN, STEPS, STARTS = 32, 1500, 3
# How far the facts are jittered while learning, in their own spreads: other scanners differ from the one
# learnt from.
JITTER = 0.2


def load(folder):
    width = {row['file']: float(row['effective']) for row in csv.DictReader(open(folder / 'labels.csv'))}
    fold = {row['file']: int(row['fold']) for row in csv.DictReader(open(folder / 'labels.csv'))}
    rows = [line.strip().split(',') for line in open(folder / 'facts.csv')]
    facts = np.array([[float(v) for v in row[1:]] for row in rows], np.float32)
    return (
        [row[0] for row in rows],
        facts,
        np.log([width[row[0]] for row in rows]).astype(np.float32),
        np.array([fold[row[0]] for row in rows]),
    )


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


def trained(facts, width, seed):
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    network = One(facts.mean(0), facts.std(0) + 1e-4)
    nn.init.zeros_(network.body[-1].weight)
    network.body[-1].bias.data = torch.tensor([float(width.mean()), -1.0])
    optimiser = torch.optim.AdamW(network.parameters(), lr=4e-3, weight_decay=0.1)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, STEPS)
    x, y = torch.from_numpy(facts), torch.from_numpy(width)
    for _ in range(STEPS):
        pick = rng.integers(0, len(facts), 256)
        noise = torch.randn(256, facts.shape[1]) * JITTER * network.spread
        out = network(x[pick] + noise)
        sure = out[:, 1].clamp(-4, 1)
        # Laplace: wrong skulls must not rule the rest.
        loss = ((out[:, 0] - y[pick]).abs() / sure.exp() + sure).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
    return network.eval()


def report(name, network, facts, width):
    with torch.no_grad():
        found, spread = (part.numpy() for part in network(torch.from_numpy(facts)))
    error = np.abs(np.log(found) - width)
    sure = spread < 0.25
    print(
        f'{name}: {len(width)} pictures, error of the width {np.median(error):.1%} median, {np.quantile(error, 0.9):.1%} 90th; '
        f'sure on {sure.mean():.0%}: {np.quantile(error[sure], 0.9):.1%}'
    )
    return found, spread, error


def main():
    torch.set_num_threads(1)
    learn, tests, target = (
        Path(sys.argv[1]),
        [Path(path) for path in sys.argv[2].split(',')],
        Path(sys.argv[3]),
    )
    files, facts, width, fold = load(learn)
    held = fold == 0
    network = Window([trained(facts[~held], width[~held], 0)])
    report('patients never seen', network, facts[held], width[held])
    network = Window([trained(facts, width, seed) for seed in range(STARTS)]).eval()
    for test in tests:
        names, given, true, _ = load(test)
        found, spread, error = report(test.name, network, given, true)
        for w in sorted(set(np.round(np.exp(true)))):
            own = np.round(np.exp(true)) == w
            print(
                '   width',
                int(w),
                'found',
                np.quantile(found[own], (0.1, 0.5, 0.9)).round(0),
                'expected error',
                np.median(spread[own]).round(2),
            )
    example = torch.from_numpy(facts[:1])
    torch.onnx.export(
        network,
        (example,),
        str(target),
        input_names=['facts'],
        output_names=['width', 'spread'],
        opset_version=17,
        dynamo=False,
    )
    print(target, f'{target.stat().st_size / 1e3:.0f} kB')


if __name__ == '__main__':
    main()
