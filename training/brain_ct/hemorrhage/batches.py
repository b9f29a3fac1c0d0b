"""Which slices a batch of the hemorrhage network holds, and what is known of each."""

import numpy as np
import torch

from training.brain_ct.hemorrhage.placement import bent, nudged, placed, placement
from training.brain_ct.hemorrhage.rendered import degraded, map_target, misjudged, planes_of
from training.brain_ct.hemorrhage.scenes import (
    LAID,
    LEARNED,
    MIMIC,
    NONE,
    PAINTED,
    SAID,
    SEEN,
    UNKNOWN,
    WINDOW,
)

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
