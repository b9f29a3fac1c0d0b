"""Trains the cervix network: color view -> cervix, lesion, junction and three picture scores.

    python -m training.cervix.network.train --data ../shared/datasets/cervix --fold 0

A fold model never sees its fold of any set and is used only to measure; `--fold all` ships.
"""

import argparse
import copy
import math
from pathlib import Path

import numpy as np
import torch

from training.cervix.network.data import LOADERS, Pictures
from training.cervix.network.losses import SCORE_WEIGHT, mask_loss, score_loss
from training.cervix.network.network import CervixNet
from training.efficientnet_lite import FROZEN, load_imagenet

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
        self.views = {name: len(self.parts[name][0]) // len(s.names) for name, s in sets.items()}
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


def factor_of(progress: float) -> float:
    """Learning rate over its highest: a short climb, then half a cosine down to nothing."""
    if progress < CLIMB:
        return 0.05 + 0.95 * progress / CLIMB
    return (1 + math.cos(math.pi * (progress - CLIMB) / (1 - CLIMB))) / 2


def optimiser_of(model: CervixNet, rate: float):
    encoder = list(model.encoder._blocks[FROZEN:].parameters())
    rest = [p for name, p in model.named_parameters() if not name.startswith('encoder.')]
    optimiser = torch.optim.AdamW([{'params': encoder}, {'params': rest}], lr=rate, weight_decay=2e-2)
    return optimiser, [rate * ENCODER_RATE, rate]


@torch.no_grad()
def remember(mean: CervixNet, model: CervixNet, memory: float) -> None:
    for old, new in zip(mean.state_dict().values(), model.state_dict().values(), strict=True):
        old.lerp_(new, 1 - memory) if old.is_floating_point() else old.copy_(new)


def learn(model: CervixNet, views: Views, steps: int, generator: torch.Generator) -> CervixNet:
    """The running mean of the weights."""
    model = model.to(memory_format=torch.channels_last).train()
    mean = copy.deepcopy(model)
    optimiser, rates = optimiser_of(model, RATE)
    total = 0.0
    for step in range(1, steps + 1):
        for group, rate in zip(optimiser.param_groups, rates, strict=True):
            group['lr'] = rate * factor_of((step - 1) / steps)
        quarter, eighth, target, known, scores, score_known = views.batch(generator)
        map_logits, score_logits, _ = model.read(quarter, eighth)
        told = score_loss(score_logits, scores, score_known)
        loss = mask_loss(map_logits, target, known) + SCORE_WEIGHT * told
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_((p for group in optimiser.param_groups for p in group['params']), 2.0)
        optimiser.step()
        remember(mean, model, min(MEMORY, 1 - 1 / (1 + step / 10)))
        total += loss.item()
        if step % 25 == 0:
            print(f'step {step} loss {total / 25:.4f}', flush=True)
            total = 0.0
    return mean


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', type=Path, required=True, help='folder that holds a folder per source')
    parser.add_argument('--fold', default='all')
    parser.add_argument('--cache', type=Path, default=Path('training/cervix/cache'))
    parser.add_argument('--out', type=Path, default=Path('training/cervix/checkpoints'))
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(3)
    sets = {name: load(args.data / name) for name, load in LOADERS.items()}
    model = CervixNet()
    load_imagenet(model.encoder)
    views = Views(sets, args.fold, args.cache)
    mean = learn(model, views, STEPS, torch.Generator().manual_seed(5))
    torch.save(mean.state_dict(), args.out / f'cervix-{args.fold}.pt')


if __name__ == '__main__':
    main()
