"""Trains the heads of the gate on cached features: one for each fold, left out, and the one that ships.

    python -m training.modality.train training/modality/cache/learnt.npz training/modality/checkpoints

`fold-0.pt` to `fold-4.pt` never saw their fold, nor the gallery; `without-*.pt` never saw one data set, nor
the gallery; `all.pt` learnt from everything.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import nn

from training.modality.network import KINDS, Head

BATCH = 256
PASSES = 25
RATE = 2e-3
# Code of the gallery in `learnt.npz`.
GALLERY = 9


def fit(features: torch.Tensor, kinds: torch.Tensor) -> Head:
    torch.manual_seed(11)
    head = Head()
    head.fit_scale(features)
    weights = len(kinds) / (len(KINDS) * torch.bincount(kinds, minlength=len(KINDS)).clamp(min=1))
    weights[KINDS.index('other')] *= 2
    loss_of = nn.CrossEntropyLoss(weight=weights, label_smoothing=0.02)
    steps = PASSES * (len(kinds) // BATCH)
    optimiser = torch.optim.AdamW(head.parameters(), RATE, weight_decay=0.05)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps)
    head.train()
    order = torch.randperm(len(kinds))
    for step in range(steps):
        start = step % (len(kinds) // BATCH) * BATCH
        if start == 0:
            order = torch.randperm(len(kinds))
        rows = order[start : start + BATCH]
        loss = loss_of(head(features[rows]), kinds[rows])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
    return head.eval()


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('learnt', type=Path)
    parser.add_argument('out', type=Path)
    args = parser.parse_args()
    torch.set_num_threads(1)
    learnt = np.load(args.learnt)
    features, kinds = (
        torch.from_numpy(learnt['features'].astype(np.float32)),
        torch.from_numpy(learnt['kinds'].astype(np.int64)),
    )
    folds = learnt['folds']
    args.out.mkdir(parents=True, exist_ok=True)
    sources = learnt['sources']
    seen = folds != GALLERY
    trainings = {f'fold-{fold}': seen & (folds != fold) for fold in range(5)}
    for source in sorted(
        {
            name
            for name, kind in zip(sources, learnt['kinds'])
            if KINDS[kind] != 'other' and not name.startswith('gallery')
        }
    ):
        trainings[f'without-{source.replace("/", "-")}'] = seen & (sources != source)
    trainings['all'] = np.ones(len(folds), bool)
    for name, chosen in trainings.items():
        rows = torch.from_numpy(np.flatnonzero(chosen))
        torch.save(fit(features[rows], kinds[rows]).state_dict(), args.out / f'{name}.pt')
        print(name, len(rows), flush=True)
