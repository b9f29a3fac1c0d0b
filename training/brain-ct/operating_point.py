"""Chooses for each level from which probability the report names a bleeding: `operating_point.py CACHE DATA READING ENGINE`.

READING/SOURCE.npz was read by networks that never saw the source. The thresholds are those with which the worst source is best: the
least of every source's specificity and sensitivity for visible bleedings, where it has enough slices for one; then the mean of them
all; then the lower ones. Found level by level, in rounds. Writes ENGINE/operating-point.ts.
"""
import sys
from pathlib import Path

import numpy as np

from sources import LEVELS, SOURCES, Source, level_of

# Fewest slices of a source on which a share is believed.
LEAST_CLEAR, LEAST_VISIBLE = 5, 5
CANDIDATES = np.round(np.arange(0.1, 0.61, 0.01), 2)
START, ROUNDS = 0.3, 3


def readings(cache, data, folder):
    """{source: (any, visible, probability, level)}, slices where nobody said left out."""
    found = {}
    for name in SOURCES:
        if (folder / f'{name}.npz').exists():
            source, read = Source(cache, data, name), np.load(folder / f'{name}.npz')
            rows = read['row']
            level = level_of(read['position'], source.inside[rows])
            found[name] = source.any[rows], source.visible[rows], read['probability'][:, 0], level
    return found


def shares(read, thresholds):
    """({source: specificity}, {source: sensitivity for visible bleedings}) over all levels."""
    clear, seen = {}, {}
    for name, (any_ich, visible, probability, level) in read.items():
        named = probability >= thresholds[level]
        if (any_ich == 0).sum() >= LEAST_CLEAR:
            clear[name] = (~named[any_ich == 0]).mean()
        if visible.sum() >= LEAST_VISIBLE:
            seen[name] = named[visible].mean()
    return clear, seen


def worth(read, thresholds):
    clear, seen = (list(part.values()) for part in shares(read, thresholds))
    return round(min(clear + seen), 3), round(float(np.mean(clear + seen)), 3)


def chosen(read):
    thresholds = np.full(len(LEVELS), START)
    for _ in range(ROUNDS):
        for level in range(len(LEVELS)):
            tried = [np.where(np.arange(len(LEVELS)) == level, candidate, thresholds) for candidate in CANDIDATES]
            # The first of the best: the lowest.
            thresholds = max(tried, key=lambda each: worth(read, each))
    return thresholds


def main():
    cache, data, folder, engine = map(Path, sys.argv[1:5])
    read = readings(cache, data, folder)
    thresholds = chosen(read)
    print(*({name: round(float(value), 3) for name, value in part.items()} for part in shares(read, thresholds)))
    thresholds = [round(float(value), 2) for value in thresholds]
    keys = [name if name.isalpha() else f"'{name}'" for name in LEVELS]
    lines = ''.join(f'  {key}: {threshold},\n' for key, threshold in zip(keys, thresholds, strict=True))
    (engine / 'operating-point.ts').write_text(
        "import type { SliceLevel } from './level.ts';\n\n"
        '/** Written by training/brain-ct/operating_point.py from sources that the networks never saw; see the README. */\n'
        f'export const haemorrhageFrom: Readonly<Record<SliceLevel, number>> = {{\n{lines}}};\n')
    print(','.join(map(str, thresholds)))


if __name__ == '__main__':
    main()
