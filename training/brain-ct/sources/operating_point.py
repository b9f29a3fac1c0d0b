"""Chooses for each level from which probability the report names a bleeding: `operating_point.py DATA FACTS
HOME ENGINE`.

FACTS is the `-facts.json` of engine/alarm-rows.ts: sources that the hemorrhage networks never saw; HOME
(home.npz of evaluate.py): CT-ICH, by networks that never saw the patient. The thresholds are those with
which the worst source is best: the least of every source's specificity and sensitivity for visible
bleedings, where it has enough slices for one; then the mean of them all; of the equally good ones the
middle, so that no single slice decides. Found level by level, in rounds. Writes ENGINE/operating-point.ts.
"""

import json
import sys
from pathlib import Path

import numpy as np

from sources import LEVELS, read_facts

# Fewest slices of a source on which a share is believed.
LEAST_CLEAR, LEAST_VISIBLE = 5, 5
CANDIDATES = np.round(np.arange(0.05, 0.81, 0.01), 2)
START, ROUNDS = 0.3, 3


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
            tried = [
                np.where(np.arange(len(LEVELS)) == level, candidate, thresholds) for candidate in CANDIDATES
            ]
            values = [worth(read, each) for each in tried]
            best = [each for each, value in zip(tried, values, strict=True) if value == max(values)]
            thresholds = best[len(best) // 2]
    return thresholds


def with_home(read, path):
    """The sources and CT-ICH, whose patients are judged by networks that never saw them."""
    home = np.load(path)
    return {**read, 'ct_ich': tuple(home[name] for name in ('any', 'visible', 'probability', 'level'))}


def main():
    data, facts, home, engine = map(Path, sys.argv[1:5])
    read = with_home(
        {name: part[:4] for name, part in read_facts(data, json.loads(facts.read_text()))[0].items()}, home
    )
    thresholds = chosen(read)
    print(
        *({name: round(float(value), 3) for name, value in part.items()} for part in shares(read, thresholds))
    )
    thresholds = [round(float(value), 2) for value in thresholds]
    keys = [name if name.isalpha() else f"'{name}'" for name in LEVELS]
    lines = ''.join(f'  {key}: {threshold},\n' for key, threshold in zip(keys, thresholds, strict=True))
    (engine / 'operating-point.ts').write_text(
        "import type { SliceLevel } from '../../reading/codes.ts';\n\n"
        '/**\n * By the level of the slice. Written by training/brain-ct/sources/operating_point.py from sources and\n'
        ' * patients that the networks never saw; see the README.\n */\n'
        f'export const haemorrhageFrom: Readonly<Record<SliceLevel, number>> = {{\n{lines}}};\n'
    )
    print(','.join(map(str, thresholds)))


if __name__ == '__main__':
    main()
