"""The packed slices in memory, and scenes made of them: bleedings painted and laid in, mimics drawn.

Scenes name the slice below and the slice a bleeding comes from, so that a training without a source or a
fold draws none of either.
"""

import random
from multiprocessing import get_context

import cv2
import numpy as np

from training.brain_ct.hemorrhage.lesions import paint
from training.brain_ct.hemorrhage.mimics import with_mimics
from training.brain_ct.hemorrhage.network import TYPES
from training.brain_ct.hemorrhage.transplants import transplant

# Kinds of rows: a bleeding outlined, one only said to be there, one painted, one of another head, none,
# mimics alone, another window of a slice of CT-ICH, nothing known but the level.
KINDS = SEEN, SAID, PAINTED, LAID, NONE, MIMIC, WINDOW, UNKNOWN = range(8)
# How many scenes of each kind are made.
MADE = {PAINTED: 2400, LAID: 4800, MIMIC: 1500}
# What is learned from; the other sources measure alone, as their licences ask for.
LEARNED = ['ct_ich', 'phe_sich', 'roboflow_ich', 'mbh25', 'cpaisd']
# How often the slices of a source lie below a scene, and how often its bleedings are laid in.
BELOW = {'ct_ich': 0.45, 'phe_sich': 0.25, 'roboflow_ich': 0.15, 'cpaisd': 0.15}
DONORS = {'ct_ich': 0.5, 'phe_sich': 0.15, 'roboflow_ich': 0.1, 'mbh25': 0.25}
# Below this place in the scan a slice shows a face: nothing is laid into it.
FACE_BELOW = 0.15
# The rows of the parent process and what scenes are drawn from.
ROWS, POOLS = None, None


# What is known of every slice.
FACTS = ('source', 'picture', 'case', 'fold', 'any', 'visible', 'types', 'position', 'level', 'pair')


class Rows:
    """Pictures (n, 256, 256), regions alike and facts of the packed slices, then of scenes."""

    def __init__(self, path):
        packed = np.load(path)
        self.facts = {name: packed[name] for name in FACTS}
        self.grey, self.region = (
            decoded(packed[name], packed[f'{name}_length']) for name in ('grey', 'region')
        )
        outlined = (self.region & 4).any((1, 2))
        label, count = self.facts['any'], len(self.grey)
        self.facts['kind'] = np.select(
            [self.facts['source'] == 'rewindowed', label < 0, label == 0, outlined],
            [WINDOW, UNKNOWN, NONE, SEEN],
            SAID,
        )
        self.facts['types'][label == 0] = 0
        self.facts['row'] = np.stack([np.arange(count), np.full(count, -1)], 1)

    def __len__(self):
        return len(self.grey)

    def plain(self, row):
        return self.grey[row].astype(np.float32) / 255, (self.region[row] & 3 == 1).astype(np.uint8)

    def extend(self, scenes):
        """Adds (grey, region, kind, row, donor, any, types) of made scenes."""
        grey, region, kind, row, donor, label, types = (np.array(part) for part in zip(*scenes, strict=True))
        count = len(grey)
        own = {name: values[row] for name, values in self.facts.items()}
        own.update(
            kind=kind,
            row=np.stack([row, donor], 1),
            any=label,
            types=types.astype(np.float32),
            pair=np.full(count, -1),
        )
        self.facts = {name: np.concatenate([values, own[name]]) for name, values in self.facts.items()}
        self.grey, self.region = np.concatenate([self.grey, grey]), np.concatenate([self.region, region])


def decoded(data, lengths):
    ends = np.cumsum(lengths)
    return np.stack(
        [
            cv2.imdecode(data[end - length : end], cv2.IMREAD_GRAYSCALE)
            for end, length in zip(ends, lengths, strict=True)
        ]
    )


def drawn(shares, pools):
    """A slice by source, then by patient."""
    source = random.choices(list(shares), list(shares.values()))[0]
    return random.choice(random.choice(pools[source]))


def pools_of(rows, kept):
    """{source: [[row of a patient]]} of the rows `kept` (n)."""
    found = {}
    for source in LEARNED:
        own = np.nonzero(kept & (rows.facts['source'] == source))[0]
        found[source] = [
            own[rows.facts['case'][own] == case].tolist() for case in np.unique(rows.facts['case'][own])
        ]
    return found


def donors_by_type(rows):
    """{type: {source: [[row]]}}: scarce types are laid in as often as common ones."""
    own = rows.facts['kind'] == SEEN
    found = {
        number: pools_of(rows, own & (rows.facts['types'][:, number] == 1)) for number in range(len(TYPES))
    }
    return {
        number: {source: pool for source, pool in pools.items() if pool} for number, pools in found.items()
    }


def begin(seed):
    """Sources to draw from, in a process forked with the rows."""
    global POOLS
    cv2.setNumThreads(1)
    random.seed(seed), np.random.seed(seed)
    below = pools_of(ROWS, (ROWS.facts['kind'] == NONE) & ~(ROWS.facts['position'] < FACE_BELOW))
    POOLS = below, donors_by_type(ROWS)


def scene(kind):
    """(grey, region, kind, row, donor, any, types), or None where the bleeding found no place."""
    below, donors = POOLS
    row, donor = drawn(BELOW, below), -1
    grey, inside = ROWS.plain(row)
    mask, types, label = np.zeros((256, 256), np.uint8), np.zeros(len(TYPES), np.float32), 0
    if kind == PAINTED:
        if (made := paint(grey, inside)) is None:
            return None
        grey, bleeding, number = made
        mask, label, types = bleeding.astype(np.uint8), 1, np.eye(len(TYPES), dtype=np.float32)[number]
    if kind == LAID:
        pools = donors[random.choice(list(donors))]
        donor = drawn({source: DONORS[source] for source in pools}, pools)
        outline = (ROWS.region[donor] >> 2) & 1
        if inside.sum() < 2500 or (made := transplant(grey, inside, *ROWS.plain(donor), outline)) is None:
            return None
        (grey, mask), label, types = made, 1, ROWS.facts['types'][donor].copy()
    grey = with_mimics(grey, inside, 2.5 if kind == MIMIC else 0.7)
    region = (ROWS.region[row] & 3) | 4 * mask
    return (
        np.round(np.clip(grey, 0, 1) * 255).astype(np.uint8),
        region.astype(np.uint8),
        kind,
        row,
        donor,
        label,
        types,
    )


def work(order):
    kinds, seed = order
    begin(seed)
    return [made for made in map(scene, kinds) if made is not None]


def add_scenes(rows, share, processes, seed=3):
    """Makes `share` of the usual scenes in parallel and adds them to the rows."""
    global ROWS
    ROWS = rows
    kinds = [kind for kind, count in MADE.items() for _ in range(int(count * share))]
    random.Random(seed).shuffle(kinds)
    orders = [(kinds[start::processes], seed * 1000 + start) for start in range(processes)]
    with get_context('fork').Pool(processes) as pool:
        rows.extend([made for part in pool.imap(work, orders) for made in part])
