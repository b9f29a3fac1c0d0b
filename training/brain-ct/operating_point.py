"""Chooses for each level from which probability the report names a bleeding: `operating_point.py CACHE DATA READING ENGINE`.

READING/SOURCE.npz was read by networks that never saw the source. At each level the threshold is taken at which the worst source is
best: the least of every source's specificity and sensitivity for visible bleedings, where it has enough slices for one, and of the
sensitivity on all together. Where there are no bleedings at all, the one that leaves 95 % of the slices unnamed. Writes ENGINE/operating-point.ts.
"""
import sys
from pathlib import Path

import numpy as np

from sources import LEVELS, SOURCES, Source, level_of

# Fewest slices of a source on which a share is believed.
LEAST_CLEAR, LEAST_VISIBLE = 5, 3
WANTED_SPECIFICITY = 0.95
CANDIDATES = np.round(np.arange(0.1, 0.71, 0.01), 2)
# Of the candidates that are as good as the best to within this, the middle one: few slices make steps.
ALIKE = 0.02


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


def shares_at(read, level, threshold):
    clear, seen = [], []
    for any_ich, visible, probability, levels in read.values():
        negative, positive = (any_ich == 0) & (levels == level), visible & (levels == level)
        if negative.sum() >= LEAST_CLEAR:
            clear.append((probability[negative] < threshold).mean())
        if positive.sum() >= LEAST_VISIBLE:
            seen.append((probability[positive] >= threshold).mean())
    together = np.concatenate([p[v & (l == level)] for _, v, p, l in read.values()])
    if together.size >= LEAST_VISIBLE:
        seen.append((together >= threshold).mean())
    return clear, seen


def chosen(read, level):
    worst = []
    for threshold in CANDIDATES:
        clear, seen = shares_at(read, level, threshold)
        if not seen or not clear:
            negatives = np.concatenate([p[(a == 0) & (l == level)] for a, _, p, l in read.values()])
            return round(float(np.clip(np.quantile(negatives, WANTED_SPECIFICITY), CANDIDATES[0], CANDIDATES[-1])), 2)
        worst.append(min(clear + seen))
    good = CANDIDATES[np.array(worst) >= max(worst) - ALIKE]
    return float(good[len(good) // 2])


def main():
    cache, data, folder, engine = map(Path, sys.argv[1:5])
    read = readings(cache, data, folder)
    thresholds = [chosen(read, level) for level in range(len(LEVELS))]
    for name, threshold, level in zip(LEVELS, thresholds, range(len(LEVELS)), strict=True):
        clear, seen = shares_at(read, level, threshold)
        print(name, threshold, 'specificity by source', np.round(clear, 2), 'sensitivity by source', np.round(seen, 2))
    keys = [name if name.isalpha() else f"'{name}'" for name in LEVELS]
    lines = ''.join(f'  {key}: {threshold},\n' for key, threshold in zip(keys, thresholds, strict=True))
    (engine / 'operating-point.ts').write_text(
        "import type { SliceLevel } from './level.ts';\n\n"
        '/** Written by training/brain-ct/operating_point.py from sources that the networks never saw; see the README. */\n'
        f'export const haemorrhageFrom: Readonly<Record<SliceLevel, number>> = {{\n{lines}}};\n')
    print(','.join(map(str, thresholds)))


if __name__ == '__main__':
    main()
