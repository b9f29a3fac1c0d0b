"""Trains one hemorrhage network end to end on packed slices and scenes: `train.py ROWS OUT --fold 0-4|all
--without SOURCE --seconds N`.

ROWS is the folder that jobs.py writes. A network never learns from the patients of its fold of CT-ICH, nor
from the source named, which it is measured on. Every slice of a batch is seen twice, the second time in
another window and quality, and what is said of both must agree. Writes OUT/NAME.pt (running mean of the
weights, half precision) and OUT/NAME.npz (what it says of the slices that it did not learn from).
"""

import argparse
import copy
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional

from efficientnet_lite import load_imagenet
from network import HaemorrhageNetwork, peak_of
from rendered import bent, degraded, map_target, misjudged, nudged, placed, placement, planes_of
from scenes import LAID, LEARNED, MIMIC, NONE, PAINTED, SAID, SEEN, UNKNOWN, WINDOW

# Slices of a batch, each in two views.
SLICES = 64
LEVELED = -1
# Shares of the kinds of rows in a batch; LEVELED: any row whose level is known.
SHARES = {
    SEEN: 0.24,
    SAID: 0.05,
    PAINTED: 0.09,
    LAID: 0.19,
    NONE: 0.24,
    MIMIC: 0.07,
    WINDOW: 0.07,
    LEVELED: 0.05,
}
# How often a source is drawn for a kind of row, where it has such rows; scenes are drawn alike.
SOURCE_SHARES = {
    'ct_ich': 0.42,
    'rewindowed': 1,
    'phe_sich': 0.21,
    'roboflow_ich': 0.13,
    'mbh25': 0.2,
    'cpaisd': 0.13,
}
# Region bits: bleeding, box in which it lies, place of which nothing is known.
OUTLINED, BOXED, OPEN = 4, 8, 16
# How much a slice counts whose bleeding nobody outlined, and one where a box holds it.
SAID_WEIGHT, BOXED_WEIGHT = 0.4, 0.7
RATE, ENCODER_RATE, WEIGHT_DECAY, WARM = 2e-3, 0.5, 2e-2, 0.06
# Weights that ship are a running mean over the last steps.
MEMORY = 0.995
# From this share of the time on both views must agree in full.
AGREE_FROM = 0.3


class Batches:
    """Rows outside one fold and one source, on the device; sources and patients are drawn alike, however
    many slices they have.
    """

    def __init__(self, folder, fold, without, device):
        read = lambda name: np.load(folder / f'{name}.npy', mmap_mode='r')
        self.device, self.facts = device, np.load(folder / 'facts.npz')
        self.facts = {name: self.facts[name] for name in self.facts.files}
        source, row = self.facts['source'], self.facts['row']
        out = lambda at: (
            (source[at] == without)
            | ((source[at] == 'ct_ich') & (self.facts['fold'][at].astype(str) == fold))
        )
        base = np.where(self.facts['pair'] >= 0, self.facts['pair'], row[:, 0])
        self.is_out = (
            ~np.isin(source[base], LEARNED) | out(base) | ((row[:, 1] >= 0) & out(np.maximum(row[:, 1], 0)))
        )
        self.grey, self.region = (
            torch.from_numpy(np.array(read(name))).to(device) for name in ('grey', 'region')
        )
        self.marks = torch.from_numpy(np.array(read('marks'))).to(device)
        self.open_regions()
        self.draws = {kind: self.drawn_from(self.pool(kind)) for kind in SHARES}
        self.draws = {kind: draw for kind, draw in self.draws.items() if draw is not None}

    def open_regions(self):
        """Marks the places of which nothing is known: within the box or the skull, where a bleeding is said
        but not outlined.
        """
        kind, label = self.facts['kind'], self.facts['any']
        boxed = ((self.region & BOXED).amax((1, 2)) > 0).cpu().numpy()
        self.boxed = boxed & (kind == SAID)
        self.said = (kind == SAID) | (
            (kind == WINDOW) & (label == 1) & (kind[np.maximum(self.facts['pair'], 0)] == SAID)
        )
        for row in np.nonzero((kind == SAID) | (kind == UNKNOWN) | ((kind == WINDOW) & (label != 0)))[0]:
            place = self.region[row]
            unknown = (place & BOXED > 0) if self.boxed[row] else (place & 3) == 1
            self.region[row] = place | OPEN * unknown.to(torch.uint8)

    def pool(self, kind):
        own = ~self.is_out
        if kind == LEVELED:
            return np.nonzero(own & (self.facts['level'] >= 0) & (self.facts['kind'] != WINDOW))[0]
        return np.nonzero(own & (self.facts['kind'] == kind))[0]

    def drawn_from(self, rows):
        """(rows, cumulative chances): sources by their share, then patients alike."""
        if len(rows) == 0:
            return None
        source, case, kind = (self.facts[name][rows] for name in ('source', 'case', 'kind'))
        weight = np.ones(len(rows))
        if not np.isin(kind, [PAINTED, LAID, MIMIC]).all():
            for name in np.unique(source):
                own = source == name
                _, at, count = np.unique(case[own], return_inverse=True, return_counts=True)
                weight[own] = SOURCE_SHARES[name] / len(count) / count[at]
        return rows, np.cumsum(weight / weight.sum())

    def rows(self, count):
        kinds = list(self.draws)
        shares = np.array([SHARES[kind] for kind in kinds])
        numbers = np.random.multinomial(count, shares / shares.sum())
        parts = [
            rows[np.minimum(np.searchsorted(chances, np.random.rand(number)), len(rows) - 1)]
            for (rows, chances), number in zip(self.draws.values(), numbers, strict=True)
        ]
        return np.concatenate(parts)

    def on_device(self, values, kind=torch.float32):
        return torch.as_tensor(np.ascontiguousarray(values)).to(self.device, kind)

    def batch(self, count=SLICES):
        """Planes of both views (2 count, 3, 224, 224), map targets, labels."""
        rows = self.rows(count)
        other = self.facts['kind'][rows] == WINDOW
        first = np.where(other, self.facts['pair'][rows], rows)
        place, bend = placement(count, self.device), bent(count, self.device)
        again = torch.where(self.on_device(other)[:, None, None] > 0, place, nudged(place))
        views = [self.view(first, place, bend, 0.25), self.view(rows, again, bend, 0.75)]
        # The first view of a pair is of the outlined slice, the second of the same without outline.
        planes, target = (torch.cat(parts) for parts in zip(*views, strict=True))
        return (
            planes,
            target,
            {name: part.repeat(2, *[1] * (part.dim() - 1)) for name, part in self.labels(rows).items()},
        )

    def view(self, rows, place, bend, windows):
        at = self.on_device(rows, torch.long)
        grey, region = placed(place, bend, self.grey[at].float() / 255, self.region[at])
        inside = misjudged(((region & 3) == 1).float())
        target = map_target((region & OUTLINED) > 0, (region & OPEN) > 0)
        return planes_of(degraded(grey, inside, self.marks, windows), inside), target

    def labels(self, rows):
        facts = {name: values[rows] for name, values in self.facts.items()}
        said = self.said[rows]
        weight = np.where(self.boxed[rows], BOXED_WEIGHT, np.where(said, SAID_WEIGHT, 1.0)) * (
            facts['any'] >= 0
        )
        found = np.where(self.boxed[rows], 0.5, np.where(said, 0.0, 1.0)) * (facts['any'] >= 0)
        return {
            'any': self.on_device(facts['any'] > 0),
            'weight': self.on_device(weight),
            'found': self.on_device(found),
            'types': self.on_device(facts['types']),
            'position': self.on_device(facts['position']),
            'level': self.on_device(facts['level'], torch.long),
        }


def mean_of(values, weight):
    return (values * weight).sum() / weight.sum().clamp(min=1)


def loss_of(outputs, target, labels, agree):
    logits, slice_logits, position, levels = (part.float() for part in outputs)
    entropy = lambda given, wanted: functional.binary_cross_entropy_with_logits(
        given, wanted, reduction='none'
    )
    known, wanted = (~torch.isnan(target)).float(), torch.nan_to_num(target)
    pixel = mean_of(entropy(logits[:, 0], wanted), known * (1 + 6 * wanted))
    instance = mean_of(entropy(peak_of(logits), labels['any']), labels['found'])
    whole = mean_of(entropy(slice_logits[:, 0], labels['any'] * 0.98 + 0.01), labels['weight'])
    told = (~torch.isnan(labels['types'])).float() * labels['weight'][:, None]
    types = mean_of(entropy(slice_logits[:, 1:], torch.nan_to_num(labels['types'])), told)
    placed_known = (~torch.isnan(labels['position'])).float()
    place = mean_of(
        functional.smooth_l1_loss(
            position[:, 0], torch.nan_to_num(labels['position']), beta=0.1, reduction='none'
        ),
        placed_known,
    )
    leveled = (labels['level'] >= 0).float()
    level = mean_of(
        functional.cross_entropy(
            levels, labels['level'].clamp(min=0), reduction='none', label_smoothing=0.05
        ),
        leveled,
    )
    total = whole + 0.5 * instance + 0.8 * pixel + 0.6 * types + 0.5 * place + 0.25 * level
    apart = disagreement(slice_logits, levels)
    return total + agree * apart, whole, apart


def disagreement(slice_logits, levels):
    """Of both views of every slice: of the logits, of the probability, of the level."""
    first, second = slice_logits.chunk(2)
    odds = functional.smooth_l1_loss(first, second, reduction='none').mean(0)
    chances = (first[:, 0].sigmoid() - second[:, 0].sigmoid()) ** 2
    one, other = levels.softmax(1).chunk(2)
    return 0.15 * odds[0] + 0.05 * odds[1:].mean() + chances.mean() + 0.3 * ((one - other) ** 2).sum(1).mean()


@torch.no_grad()
def remember(mean, network, memory):
    for old, new in zip(mean.state_dict().values(), network.state_dict().values(), strict=True):
        old.lerp_(new, 1 - memory) if old.is_floating_point() else old.copy_(new)


def rate_at(share):
    """Of the highest rate, at a share of the time: a short rise, then half a cosine."""
    return (
        share / WARM if share < WARM else 0.5 * (1 + math.cos(math.pi * (share - WARM) / (1 - WARM))) + 1e-3
    )


def started(device, imagenet):
    network = HaemorrhageNetwork()
    if imagenet:
        network.encoder.load_state_dict(torch.load(imagenet))
    else:
        load_imagenet(network.encoder)
    return network.to(device, memory_format=torch.channels_last).train()


def learn(batches, options, log):
    device, seconds, count = options.device, options.seconds, options.slices
    network = started(device, options.imagenet)
    mean = copy.deepcopy(network).eval()
    encoder = list(network.encoder.parameters())
    rest = [value for name, value in network.named_parameters() if not name.startswith('encoder.')]
    optimiser = torch.optim.AdamW(
        [{'params': encoder, 'scale': ENCODER_RATE}, {'params': rest, 'scale': 1.0}],
        lr=RATE,
        weight_decay=WEIGHT_DECAY,
    )
    began, step, told, recent = time.time(), 0, time.time(), []
    while (share := (time.time() - began) / seconds) < 1:
        for group in optimiser.param_groups:
            group['lr'] = RATE * group['scale'] * rate_at(share)
        planes, target, labels = batches.batch(count)
        with torch.autocast(device, torch.bfloat16, enabled=device == 'cuda'):
            outputs = network(planes.contiguous(memory_format=torch.channels_last))
        loss, *parts = loss_of(outputs, target, labels, min(1.0, share / AGREE_FROM))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 3.0)
        optimiser.step()
        step += 1
        remember(mean, network, min(MEMORY, 1 - 1 / (1 + step / 10)))
        recent.append(torch.stack([loss.detach(), *(part.detach() for part in parts)]))
        if time.time() - told > 20 or step == 20:
            told = time.time()
            log(
                f'{step} steps {told - began:.0f} s',
                *torch.stack(recent[-100:]).mean(0).cpu().numpy().round(3),
            )
        if step % 8 == 0 and device == 'cuda':
            torch.cuda.synchronize()
    log(f'{step} steps, {step * count / seconds:.0f} slices a second')
    return mean


@torch.no_grad()
def said_of(network, batches, rows, device, size=64):
    """Logits (n, 6), map's probabilities (n, 28, 28), position (n) and levels (n, 5) of rows as they are:
    slice and mirror image.
    """
    parts = []
    for start in range(0, len(rows), size):
        at = torch.from_numpy(rows[start : start + size]).to(device)
        planes = planes_of(batches.grey[at].float() / 255, ((batches.region[at] & 3) == 1).float())
        straight, turned = network(planes), network(planes.flip(3))
        both = [(a + b) / 2 for a, b in zip(straight[1:3], turned[1:3], strict=True)]
        place = (straight[0][:, 0].sigmoid() + turned[0][:, 0].flip(2).sigmoid()) / 2
        level = (straight[3].softmax(1) + turned[3].softmax(1)) / 2
        parts.append([part.float().cpu().numpy() for part in (both[0], place, both[1][:, 0], level)])
    logits, place, position, level = (np.concatenate(column) for column in zip(*parts, strict=True))
    return {
        'row': rows,
        'logits': logits,
        'place': np.round(place * 255).astype(np.uint8),
        'position': position,
        'levels': level,
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('rows', type=Path)
    parser.add_argument('out', type=Path)
    parser.add_argument(
        '--fold', default='all', help='0-4: without the patients of this fold, to measure; all: ships'
    )
    parser.add_argument('--without', default='', help='without this source, to measure')
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--seconds', type=float, default=120)
    parser.add_argument('--slices', type=int, default=SLICES)
    parser.add_argument('--name', required=True)
    parser.add_argument(
        '--imagenet',
        type=Path,
        help="the encoder's weights, where the package that holds them is not installed",
    )
    parser.add_argument('--device', default='cuda' if torch.cuda.is_available() else 'cpu')
    options = parser.parse_args()
    torch.set_num_threads(1), cv2.setNumThreads(1)
    torch.manual_seed(options.seed), np.random.seed(options.seed)
    log = lambda *words: print(time.strftime('%H:%M:%S'), options.name, *words, flush=True)
    batches = Batches(options.rows, options.fold, options.without, options.device)
    log(*(f'{kind}: {len(rows)}' for kind, (rows, _) in batches.draws.items()))
    network = learn(batches, options, log).eval()
    torch.save(
        {
            name: value.half() if value.is_floating_point() else value
            for name, value in network.cpu().state_dict().items()
        },
        options.out / f'{options.name}.pt',
    )
    network = network.to(options.device)
    found = said_of(
        network,
        batches,
        np.nonzero(
            batches.is_out
            & (batches.facts['row'][:, 1] < 0)
            & ~np.isin(batches.facts['kind'], [PAINTED, MIMIC])
        )[0],
        options.device,
    )
    np.savez_compressed(options.out / f'{options.name}.npz', **found)
    log('done', len(found['row']))


if __name__ == '__main__':
    main()
