"""The sources of head CT beyond CT-ICH, and what the engine's reading of them is worth: `sources.py DATA
FACTS OUT THRESHOLDS`.

DATA holds the sets, FACTS is the `-facts.json` of engine/alarm-rows.ts, THRESHOLDS are those of
operating_point.py. Writes OUT (JSON): per source and level the AUC, what the report names, and what it puts
up for review.
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
    """The prepared slices of one set; `known`: somebody said whether it bleeds, `visible`: outlined, boxed
    and not doubtful.
    """

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


def visible(row):
    if row['any_ich'] != '1':
        return False
    if 'haemorrhage_pseudo' in row:
        return row['haemorrhage_pseudo'] != ''
    return row.get('box_doubtful', '0') != '1' and row.get('label_source', 'boxes') != 'by_eye'


def read_facts(data, facts):
    """{source: (any, visible, probability, level, unlike, taken for bone)} of the slices that got a report,
    and {source: how many got none}.
    """
    told, refused = {}, {}
    for fact in facts:
        name = fact['source']
        if 'level' not in fact:
            refused[name] = refused.get(name, 0) + 1
            continue
        told.setdefault(name, []).append(fact)
    found = {}
    for name, facts in told.items():
        labels = {row['file']: row for row in csv.DictReader(open(data / name / 'labels.csv'))}
        rows = [labels[fact['file']] for fact in facts]
        found[name] = (
            np.array([int(row['any_ich']) for row in rows]),
            np.array([visible(row) for row in rows]),
            np.array([fact['probability'] for fact in facts]),
            np.array([LEVELS.index(fact['level']) for fact in facts]),
            np.array([fact['unlike'] is not None for fact in facts]),
            np.array([fact['isBone'] for fact in facts]),
        )
    return found, refused


def auc(label, score):
    return round(float(roc_auc_score(label, score)), 4) if 0 < label.sum() < len(label) else None


def share(values):
    return round(float(np.mean(values)), 4) if len(values) else None


def figures(any_ich, visible_ich, score, named, level, review=None):
    """The figures of some slices; `named` (n): the report suspects a bleeding; `review`: put up for review
    instead of a plain answer.
    """
    known = any_ich >= 0
    clear = known & ~named & (~review if review is not None else True)
    found = {
        'slices': int(known.sum()),
        'bleeding': int((any_ich == 1).sum()),
        'visible': int(visible_ich.sum()),
        'auc': auc(any_ich[known], score[known]),
        'sensitivity_visible': share(named[visible_ich]),
        'sensitivity': share(named[any_ich == 1]),
        'specificity': share(~named[any_ich == 0]),
        'plain_no_among_visible': share(clear[visible_ich]),
        'sorted_as_face': share(level == 0),
    }
    if review is not None:
        found['put_up_for_review'] = share((review & ~named)[known])
        passed = ~review
        found['passed'] = {
            'sensitivity_visible': share(named[visible_ich & passed]),
            'visible': int((visible_ich & passed).sum()),
            'specificity': share(~named[(any_ich == 0) & passed]),
            'clear': int(((any_ich == 0) & passed).sum()),
        }
    return found


def by_level(any_ich, visible_ich, score, named, level):
    found = {}
    for number, name in enumerate(LEVELS):
        own = level == number
        if own.any():
            part = figures(any_ich[own], visible_ich[own], score[own], named[own], level[own])
            found[name] = {
                key: part[key]
                for key in ('slices', 'bleeding', 'visible', 'auc', 'sensitivity_visible', 'specificity')
            }
    return found


def main():
    data, facts, out = map(Path, sys.argv[1:4])
    thresholds = np.array([float(value) for value in sys.argv[4].split(',')])
    found, refused = read_facts(data, json.loads(facts.read_text()))
    result = {}
    for name in (name for name in SOURCES if name in found):
        any_ich, visible_ich, score, level, unlike, bone = found[name]
        arguments = any_ich, visible_ich, score, (score >= thresholds[level]) & ~bone, level
        result[name] = {
            **figures(*arguments, unlike),
            'no_head': refused.get(name, 0),
            'levels': by_level(*arguments),
        }
        print(name, {k: v for k, v in result[name].items() if k != 'levels'})
    out.write_text(json.dumps(result, indent=2) + '\n')


if __name__ == '__main__':
    main()
