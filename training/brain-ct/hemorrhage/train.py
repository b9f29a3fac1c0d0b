"""Trains the haemorrhage network on the cached views. `train.py CACHE DATA OUT --fold 0-4|all --without SOURCE --steps N --from NETWORK`.
One thread.

A fold network never sees the patients of its fold of CT-ICH, nor the source named, which it is measured on.
"""
import argparse
import copy
import random
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from network import FROZEN, HaemorrhageNetwork, peak_of
from slices import LAID, NONE, PAINTED, SAID, SEEN
from views import learnt

BATCH = 16
# Shares of the kinds of views in a batch, and how much a slice counts whose bleeding nobody found.
SHARES = {SEEN: 0.3, SAID: 0.06, PAINTED: 0.08, LAID: 0.16, NONE: 0.4}
# How often a source is drawn for a kind of view, where it has such views.
SOURCE_SHARES = {'ct_ich': 0.45, 'phe_sich': 0.2, 'roboflow_ich': 0.14, 'mbh25': 0.12, 'cpaisd': 0.09}
SAID_WEIGHT = 0.4
# The encoder comes trained and moves slower than the rest.
ENCODER_RATE = 0.3
# Weights that ship are a running mean over the last steps.
MEMORY = 0.98


class Views:
    """The cached views outside one fold and one source; sources and patients are drawn alike, however many slices they have."""

    def __init__(self, cache, slices, fold, without):
        folder = cache / 'views'
        count = int(np.load(folder / 'done.npy'))
        self.eighth, self.place, self.target = (np.load(folder / f'{name}.npy', mmap_mode='r') for name in ('eighth', 'place', 'target'))
        self.kind, self.row, self.position = np.load(folder / 'kind.npy'), np.load(folder / 'row.npy'), slices.position
        is_out = lambda row: slices.source[row] == without or (slices.source[row] == 'ct_ich' and str(slices.fold[row]) == fold)
        self.groups = {kind: {} for kind in SHARES}
        for view, (row, donor) in enumerate(self.row[:count]):
            if is_out(row) or (donor >= 0 and is_out(donor)):
                continue
            kind = int(self.kind[view])
            # A bleeding laid in is drawn by the patient whom it comes from.
            owner = donor if kind == LAID else row
            source = 'ct_ich' if kind == LAID else slices.source[row]
            self.groups[kind].setdefault(source, {}).setdefault(slices.case[owner], []).append(view)

    def drawn(self, kind):
        by_source = self.groups[kind]
        source = random.choices(list(by_source), [SOURCE_SHARES[name] for name in by_source])[0]
        return random.choice(by_source[source][random.choice(list(by_source[source]))])

    def batch(self):
        kinds = random.choices(list(SHARES), list(SHARES.values()), k=BATCH)
        views = [self.drawn(kind) for kind in kinds]
        eighth, place, target = (torch.from_numpy(np.stack([part[view] for view in views]).astype(np.float32)) for part in (self.eighth, self.place, self.target))
        said = torch.tensor([kind == SAID for kind in kinds])
        return eighth.contiguous(memory_format=torch.channels_last), place, target, said, torch.from_numpy(self.position[self.row[views, 0]])


def loss_of(outputs, place, target, said, position):
    logits, slice_logits, where = outputs
    known = ~torch.isnan(place)
    weight = 1 + 6 * torch.nan_to_num(place)
    pixel = functional.binary_cross_entropy_with_logits(logits[:, 0][known], place[known], weight=weight[known])
    # The brightest places of the map must answer for the slice; where nobody found the bleeding, nothing is
    # asked of them.
    sure = 1 - said.float() * (1 - SAID_WEIGHT)
    instance = functional.binary_cross_entropy_with_logits(peak_of(logits), target[:, 0], weight=1 - said.float())
    whole = functional.binary_cross_entropy_with_logits(slice_logits[:, 0], target[:, 0], weight=sure)
    told = ~torch.isnan(target[:, 1:])
    types = functional.binary_cross_entropy_with_logits(slice_logits[:, 1:][told], target[:, 1:][told], weight=sure[:, None].expand_as(told)[told])
    placed = ~torch.isnan(position)
    level = functional.smooth_l1_loss(where[placed, 0], position[placed], beta=0.1) if placed.any() else 0
    return whole + 0.5 * instance + 0.8 * pixel + 0.6 * types + 0.5 * level, whole


def optimiser_of(network, rate, steps):
    encoder = list(network.encoder._blocks[FROZEN:].parameters())
    rest = [p for name, p in network.named_parameters() if not name.startswith('encoder.')]
    optimiser = torch.optim.AdamW([{'params': encoder}, {'params': rest}], lr=rate, weight_decay=2e-2)
    return optimiser, torch.optim.lr_scheduler.OneCycleLR(optimiser, [rate * ENCODER_RATE, rate], total_steps=steps, pct_start=0.12)


@torch.no_grad()
def remember(mean, network, memory):
    for old, new in zip(mean.state_dict().values(), network.state_dict().values(), strict=True):
        old.lerp_(new, 1 - memory) if old.is_floating_point() else old.copy_(new)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('cache', type=Path)
    parser.add_argument('data', type=Path)
    parser.add_argument('out', type=Path)
    parser.add_argument('--fold', default='all', help='0-4: without the patients of this fold, to measure; all: ships')
    parser.add_argument('--without', default='', help='without this source, to measure')
    parser.add_argument('--from', dest='start', type=Path, help='goes on from this network (recover.py), its normalisation left as it is')
    parser.add_argument('--seed', type=int, default=0, help='networks of several seeds read a slice together')
    parser.add_argument('--steps', type=int, default=400)
    parser.add_argument('--rate', type=float, default=2e-3)
    options = parser.parse_args()
    torch.set_num_threads(1)
    seed = 40 + (9 if options.fold == 'all' else int(options.fold)) + 100 * options.seed
    random.seed(seed), np.random.seed(seed), torch.manual_seed(seed)
    views = Views(options.cache, learnt(options.cache, options.data), options.fold, options.without)
    network = HaemorrhageNetwork()
    network.load_state_dict(torch.load(options.start or options.cache / 'views' / 'network.pt'))
    network = network.to(memory_format=torch.channels_last).train()
    network.joined.train(options.start is None)
    mean = copy.deepcopy(network)
    optimiser, schedule = optimiser_of(network, options.rate, options.steps)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    began, recent = time.time(), []
    for step in range(1, options.steps + 1):
        eighth, *labels = views.batch()
        loss, whole = loss_of(network.read(eighth), *labels)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_((p for group in optimiser.param_groups for p in group['params']), 3.0)
        optimiser.step()
        schedule.step()
        remember(mean, network, min(MEMORY, 1 - 1 / (1 + step / 10)))
        recent = (recent + [(loss.item(), whole.item())])[-50:]
        if step % 50 == 0:
            torch.save(mean.state_dict(), options.out)
            print(f'fold {options.fold} {step} steps {time.time() - began:.0f} s loss {np.mean(recent, 0).round(4)}', flush=True)
    torch.save(mean.state_dict(), options.out)


if __name__ == '__main__':
    main()
