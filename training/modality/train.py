"""Trains the heads of the gate on cached features: one for each fold, left out, and the one that ships.

`fold-0.pt` to `fold-4.pt` never saw their fold, nor the gallery; `without-*.pt` never saw one data set, nor
the gallery; `all.pt` learned from everything.
"""

from pathlib import Path

import numpy as np
import torch
from torch import nn

from training.learning import descend, one_cycle
from training.modality.network import KINDS, Head
from training.pipeline import FOLDS

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
    schedule = one_cycle(optimiser, RATE, steps, 0.3)
    head.train()
    order = torch.randperm(len(kinds))
    for step in range(steps):
        start = step % (len(kinds) // BATCH) * BATCH
        if start == 0:
            order = torch.randperm(len(kinds))
        rows = order[start : start + BATCH]
        loss = loss_of(head(features[rows]), kinds[rows])
        descend(loss, schedule)
    return head.eval()


def train_heads(path: Path, out: Path) -> None:
    learnt = np.load(path)
    folds, sources, kinds = learnt['folds'], learnt['sources'], learnt['kinds']
    seen = folds != GALLERY
    trainings = {f'fold-{fold}': seen & (folds != fold) for fold in FOLDS}
    is_own = (kinds != KINDS.index('other')) & ~np.char.startswith(sources, 'gallery')
    for source in np.unique(sources[is_own]):
        trainings[f'without-{source.replace("/", "-")}'] = seen & (sources != source)
    trainings['all'] = np.ones(len(folds), bool)
    features = torch.from_numpy(learnt['features'].astype(np.float32))
    for name, chosen in trainings.items():
        head = fit(features[chosen], torch.from_numpy(kinds[chosen].astype(np.int64)))
        torch.save(head.state_dict(), out / f'{name}.pt')
