"""Trains the cervix network: color view -> cervix, lesion, junction and three picture scores.

A fold model never sees its fold of any set and is used only to measure; `all` ships.
"""

from pathlib import Path

import numpy as np
import torch

from training.cervix.network.data import CACHE, CHECKPOINTS, LOADERS, Pictures
from training.cervix.network.losses import SCORE_WEIGHT, mask_loss, score_loss
from training.cervix.network.network import CervixNet
from training.efficientnet_lite import freeze_early, load_imagenet
from training.learning import adamw, cosine, trained
from training.pipeline import DATA

BATCH, STEPS, RATE = 8, 700, 2.5e-3
# The encoder comes trained and moves slower than the rest.
ENCODER_RATE = 0.25
# Weights that ship are a running mean over the last steps.
MEMORY = 0.99
# Share of the training in which the learning rate climbs.
CLIMB = 0.1
PARTS = ('quarter', 'eighth', 'target')


class Views:
    """The cached views of the pictures outside one fold; drawn by chance, most often where a lesion is
    outlined.
    """

    def __init__(self, sets: dict[str, Pictures], fold: str, cache: Path) -> None:
        self.parts = {
            name: [np.load(cache / f'{name}-{part}.npy', mmap_mode='r') for part in PARTS] for name in sets
        }
        self.sets = sets
        self.views = {name: len(self.parts[name][0]) // len(s.folds) for name, s in sets.items()}
        self.pictures = [
            (name, i) for name, s in sets.items() for i, f in enumerate(s.folds) if fold == 'all' or f != fold
        ]
        self.chances = torch.tensor([self._chance(name, i) for name, i in self.pictures])
        self.turn = [0] * len(self.pictures)

    def _chance(self, name: str, i: int) -> float:
        pictures = self.sets[name]
        if bool(pictures.masks[i, 1].any()):
            return 1.4
        return 1.0 if float(pictures.known[i, 0]) > 0 else 0.5

    def batch(self, generator: torch.Generator) -> tuple[torch.Tensor, ...]:
        rows: list[list] = []
        for k in torch.multinomial(self.chances, BATCH, replacement=False, generator=generator).tolist():
            name, i = self.pictures[k]
            view = i * self.views[name] + self.turn[k] % self.views[name]
            self.turn[k] += 1
            labels = [getattr(self.sets[name], label)[i] for label in ('known', 'scores', 'score_known')]
            rows.append(
                [torch.from_numpy(part[view].astype(np.float32)) for part in self.parts[name]] + labels
            )
        quarter, eighth, target, *labels = (torch.stack(column) for column in zip(*rows, strict=True))
        wide = [x.contiguous(memory_format=torch.channels_last) for x in (quarter, eighth)]
        return (*wide, target / 255, *labels)


def learn(model: CervixNet, views: Views, steps: int, generator: torch.Generator) -> CervixNet:
    """The network with the running mean of its weights."""

    def loss_of_batch(_: float) -> torch.Tensor:
        quarter, eighth, target, known, scores, score_known = views.batch(generator)
        map_logits, score_logits = model.read(quarter, eighth)
        return mask_loss(map_logits, target, known) + SCORE_WEIGHT * score_loss(
            score_logits, scores, score_known
        )

    freeze_early(model.encoder)
    schedule = cosine(adamw(model, RATE, 2e-2, ENCODER_RATE), steps, CLIMB, (0.05, 0.0))
    return trained(model, schedule, loss_of_batch, steps, MEMORY, clip=2.0)


def train_fold(fold: str) -> None:
    torch.manual_seed(3)
    sets = {name: load(DATA / 'cervix' / name) for name, load in LOADERS.items()}
    model = CervixNet()
    load_imagenet(model.encoder)
    model = learn(model, Views(sets, fold, CACHE), STEPS, torch.Generator().manual_seed(5))
    torch.save(model.state_dict(), CHECKPOINTS / f'cervix-{fold}.pt')
