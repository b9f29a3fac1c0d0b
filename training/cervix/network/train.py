"""Trains the cervix network: colour view -> cervix, lesion, junction and three picture scores.

    python -m training.cervix.network.train --data ../shared/datasets/cervix --fold 0

A fold model never sees its fold of any set and is used only to measure; so is one trained on all sets but one
(`--sets annocerv atlas puskesmas --fold all --name without-via`); `--fold all` ships.
"""

import argparse
import copy
import math
import time
from pathlib import Path

import numpy as np
import torch

from training.cervix.network.cervix_outlines import outlined
from training.cervix.network.data import LOADERS, Pictures, with_presence
from training.cervix.network.losses import SCORE_WEIGHT, mask_loss, score_loss
from training.cervix.network.network import CervixNet
from training.cervix.network.watch import watch
from training.efficientnet_lite import FROZEN, load_imagenet

BATCH = 8
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

    def __init__(self, sets: dict[str, Pictures], fold: str, cache: Path, presence: bool) -> None:
        self.parts = {
            name: [np.load(cache / f'{name}-{part}.npy', mmap_mode='r') for part in PARTS] for name in sets
        }
        self.sets = sets
        self.presence = presence
        self.views = {name: len(self.parts[name][0]) // len(s.names) for name, s in sets.items()}
        self.pictures = [
            (name, i) for name, s in sets.items() for i, f in enumerate(s.folds) if fold == 'all' or f != fold
        ]
        self.chances = torch.tensor([self._chance(name, i) for name, i in self.pictures])
        self.turn = [0] * len(self.pictures)

    def _chance(self, name: str, i: int) -> float:
        pictures = self.sets[name]
        if self.presence:
            # Sources and classes come closer to the same share without the few normal ones of one being
            # learnt by heart.
            same = (pictures.scores[:, 0] == pictures.scores[i, 0]) & (
                pictures.score_known[:, 0] == pictures.score_known[i, 0]
            )
            return float(same.sum()) ** -0.5
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


def train(args: argparse.Namespace) -> None:
    torch.set_num_threads(1)
    torch.manual_seed(3)
    generator = torch.Generator().manual_seed(5)
    sets = {name: LOADERS[name](args.data / name) for name in args.sets}
    if args.presence:
        sets = {
            name: with_presence(name, outlined(s, args.cache / f'{name}-cervix.npy'))
            for name, s in sets.items()
        }
    views = Views(sets, args.fold, args.cache, args.presence)
    model = CervixNet()
    load_imagenet(model.encoder)
    model = model.to(memory_format=torch.channels_last).train()
    mean = copy.deepcopy(model)
    optimiser, rates = optimiser_of(model, args.rate)
    args.out.mkdir(parents=True, exist_ok=True)
    kept = args.out / f'cervix-{args.name or args.fold}.pt'
    started, total, step, progress = time.time(), 0.0, 0, 0.0
    while progress < 1:
        for group, rate in zip(optimiser.param_groups, rates, strict=True):
            group['lr'] = rate * factor_of(progress)
        step += 1
        progress = max(
            step / args.steps, (time.time() - started) / 60 / args.minutes if args.minutes else 0.0
        )
        quarter, eighth, target, known, scores, score_known = views.batch(generator)
        map_logits, score_logits, _ = model.read(quarter, eighth)
        loss = mask_loss(map_logits, target, known) + SCORE_WEIGHT * score_loss(
            score_logits, scores, score_known
        )
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_((p for group in optimiser.param_groups for p in group['params']), 2.0)
        optimiser.step()
        remember(mean, model, min(MEMORY, 1 - 1 / (1 + step / 10)))
        total += loss.item()
        if step % 25 == 0:
            torch.save(mean.state_dict(), kept.with_suffix('.part.pt'))
            print(
                f'fold {args.fold} step {step} loss {total / 25:.4f} {time.time() - started:.0f}s', flush=True
            )
            total = 0.0
        if args.watch and step % args.watch == 0 and args.fold != 'all':
            print(f'fold {args.fold} step {step} {watch(mean.eval(), sets, args.fold)}', flush=True)
    kept.with_suffix('.part.pt').unlink(missing_ok=True)
    torch.save(mean.state_dict(), kept)


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', type=Path, required=True, help='folder that holds a folder per source')
    parser.add_argument('--sets', nargs='+', choices=tuple(LOADERS), default=['via', 'annocerv'])
    parser.add_argument('--fold', default='all')
    parser.add_argument('--name', help='of the checkpoint; by default the fold')
    parser.add_argument('--steps', type=int, default=700)
    parser.add_argument(
        '--minutes', type=float, help='ends earlier, with the learning rate brought down by then'
    )
    parser.add_argument(
        '--watch',
        type=int,
        default=0,
        help='steps between figures of the fold left out, to choose the length by',
    )
    parser.add_argument(
        '--presence',
        action='store_true',
        help="the first score is a lesion's presence in every source, all with alike weight",
    )
    parser.add_argument('--rate', type=float, default=2.5e-3)
    parser.add_argument('--cache', type=Path, default=Path('training/cervix/cache'))
    parser.add_argument('--out', type=Path, default=Path('training/cervix/checkpoints'))
    train(parser.parse_args())
