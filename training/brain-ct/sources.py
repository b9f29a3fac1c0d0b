"""The sources of head CT beyond CT-ICH, and what a reading of them is worth: `sources.py CACHE DATA READING OUT`.

CACHE/SOURCE is what prepare.ts wrote, DATA holds the sets, READING/SOURCE.npz what a network that never saw the source said (row,
probability (n, 6), position). Writes OUT (JSON): per source and level the AUC, what the report names, and what it puts up for review.
"""
import csv
import json
import sys
from pathlib import Path

import numpy as np
from sklearn.metrics import roc_auc_score

SOURCES = ['phe_sich', 'roboflow_ich', 'mbh25', 'aisd', 'cpaisd', 'rsna_dicom', 'aisd_dicom']
LEVELS = ['face', 'posterior fossa', 'basal cisterns', 'lateral ventricles', 'convexity']
CANVAS = 256 * 256


class Source:
    """The prepared slices of one set; `known`: somebody said whether it bleeds, `visible`: outlined, boxed and not doubtful."""

    def __init__(self, cache, data, name):
        self.name = name
        labels = {row['file']: row for row in csv.DictReader(open(data / name / 'labels.csv'))}
        self.found = list(csv.DictReader(open(cache / name / 'index.csv')))
        self.rows = [labels[row['file']] for row in self.found]
        self.missed = len(labels) - len(self.rows)
        self.canvas = np.memmap(cache / name / 'canvas.bin', np.uint8, 'r').reshape(-1, 2, 256, 256)
        self.any = np.array([int(row['any_ich'] or -1) for row in self.rows])
        self.visible = np.array([visible(row) for row in self.rows])
        self.inside = np.array([int(row['inside']) / CANVAS for row in self.found])
        self.case = np.array([row['case'] for row in self.rows])
        # The slice beside a bleeding may show its edge: neither one nor the other.
        self.any[np.array([row.get('near_positive') == '1' for row in self.rows])] = -1

    def plain(self, row):
        grey, region = self.canvas[row]
        return grey.astype(np.float32) / 255, (region & 3 == 1).astype(np.uint8)


def is_unlike(found, inside, level):
    """As analyses/brain-ct/engine/window/domain.ts does it: whether a slice is put up for review where nothing is named."""
    if level == 0 or inside < 0.06 or float(found['closure']) < 0.93:
        return True
    if found['width'] == '':
        return False
    width, centre, spread = (float(found[key]) for key in ('width', 'centre', 'spread'))
    return not 50 <= width <= 300 or centre + width / 2 < 65 or spread > 0.3


def visible(row):
    if row['any_ich'] != '1':
        return False
    if 'haemorrhage_pseudo' in row:
        return row['haemorrhage_pseudo'] != ''
    return row.get('box_doubtful', '0') != '1' and row.get('label_source', 'boxes') != 'by_eye'


def level_of(position, inside):
    """As analyses/brain-ct/engine/measure/level.ts does it."""
    level = np.digitize(position, [0.2, 0.36, 0.48, 0.72])
    return np.where((inside < 0.06) & (level < 4), 0, level)


def auc(label, score):
    return round(float(roc_auc_score(label, score)), 4) if 0 < label.sum() < len(label) else None


def share(values):
    return round(float(np.mean(values)), 4) if len(values) else None


def figures(any_ich, visible_ich, score, named, level, review=None):
    """The figures of some slices; `named` (n): the report suspects a bleeding; `review`: put up for review instead of a plain answer."""
    known = any_ich >= 0
    clear = known & ~named & (~review if review is not None else True)
    found = {
        'slices': int(known.sum()), 'bleeding': int((any_ich == 1).sum()), 'visible': int(visible_ich.sum()),
        'auc': auc(any_ich[known], score[known]),
        'sensitivity_visible': share(named[visible_ich]), 'sensitivity': share(named[any_ich == 1]),
        'specificity': share(~named[any_ich == 0]),
        'plain_no_among_visible': share(clear[visible_ich]),
        'sorted_as_face': share(level == 0),
    }
    if review is not None:
        found['put_up_for_review'] = share((review & ~named)[known])
        passed = ~review
        found['passed'] = {'sensitivity_visible': share(named[visible_ich & passed]), 'visible': int((visible_ich & passed).sum()),
                           'specificity': share(~named[(any_ich == 0) & passed]), 'clear': int(((any_ich == 0) & passed).sum())}
    return found


def by_level(any_ich, visible_ich, score, named, level):
    found = {}
    for number, name in enumerate(LEVELS):
        own = level == number
        if own.any():
            part = figures(any_ich[own], visible_ich[own], score[own], named[own], level[own])
            found[name] = {key: part[key] for key in ('slices', 'bleeding', 'visible', 'auc', 'sensitivity_visible', 'specificity')}
    return found


def main():
    cache, data, reading, out = map(Path, sys.argv[1:5])
    thresholds = np.array([float(v) for v in sys.argv[5].split(',')]) if len(sys.argv) > 5 else np.full(5, 0.1734)
    result = {}
    for name in SOURCES:
        if not (reading / f'{name}.npz').exists():
            continue
        source, read = Source(cache, data, name), np.load(reading / f'{name}.npz')
        rows, score = read['row'], read['probability'][:, 0]
        level = level_of(read['position'], source.inside[rows])
        arguments = source.any[rows], source.visible[rows], score, score >= thresholds[level], level
        unlike = np.array([is_unlike(source.found[row], source.inside[row], at) for row, at in zip(rows, level, strict=True)])
        result[name] = {**figures(*arguments, unlike), 'no_head': source.missed, 'levels': by_level(*arguments)}
        print(name, {k: v for k, v in result[name].items() if k != 'levels'})
    out.write_text(json.dumps(result, indent=2) + '\n')


if __name__ == '__main__':
    main()
