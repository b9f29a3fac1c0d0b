"""The sources of head CT beyond CT-ICH, and what the engine's reading of them is worth.

DATA holds the sets, FACTS is the `-facts.json` of engine/alarm-rows.ts. Writes into metrics.json, per source
and level, the AUC and what the report names. A slice without a bleeding that is put up for review, or that
gets no report, counts as wrong.
"""

import json
import re
from pathlib import Path

import numpy as np
from sklearn.metrics import roc_auc_score

from training.datasets import rows_of
from training.metrics import write_figures
from training.pipeline import ANALYSES

SOURCES = ['phe_sich', 'roboflow_ich', 'mbh25', 'aisd', 'cpaisd', 'rsna_dicom', 'aisd_dicom']
LEVELS = ['face', 'posterior fossa', 'basal cisterns', 'lateral ventricles', 'convexity']


def visible(row):
    if row['any_ich'] != '1':
        return False
    if 'haemorrhage_pseudo' in row:
        return row['haemorrhage_pseudo'] != ''
    return row.get('box_doubtful', '0') != '1' and row.get('label_source', 'boxes') != 'by_eye'


def read_facts(data, facts):
    """{source: (any, visible, probability, level, unlike)} of the slices that got a report, and {source: how
    many got none}.
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
        labels = {row['file']: row for row in rows_of(data / name)}
        rows = [labels[fact['file']] for fact in facts]
        found[name] = (
            np.array([int(row['any_ich']) for row in rows]),
            np.array([visible(row) for row in rows]),
            np.array([fact['probability'] for fact in facts]),
            np.array([LEVELS.index(fact['level']) for fact in facts]),
            np.array([fact['unlike'] is not None for fact in facts]),
        )
    return found, refused


def auc(label, score):
    return round(float(roc_auc_score(label, score)), 4) if 0 < label.sum() < len(label) else None


def share(values):
    return round(float(np.mean(values)), 4) if len(values) else None


def figures(any_ich, visible_ich, score, named, level, review):
    """The figures of some slices; `named` (n): the report suspects a bleeding; `review` (n): it gives no plain
    answer.
    """
    known = any_ich >= 0
    clear = ~named & ~review
    return {
        'slices': int(known.sum()),
        'bleeding': int((any_ich == 1).sum()),
        'visible': int(visible_ich.sum()),
        'auc': auc(any_ich[known], score[known]),
        'sensitivity_visible': share(named[visible_ich]),
        'sensitivity': share(named[any_ich == 1]),
        'specificity': share(clear[any_ich == 0]),
        'sorted_as_face': share(level == 0),
        'put_up_for_review': share((review & ~named)[known]),
    }


def by_level(any_ich, visible_ich, score, named, level, review):
    found = {}
    for number, name in enumerate(LEVELS):
        own = level == number
        if own.any():
            part = figures(*(of[own] for of in (any_ich, visible_ich, score, named, level, review)))
            found[name] = {
                key: part[key]
                for key in ('slices', 'bleeding', 'visible', 'auc', 'sensitivity_visible', 'specificity')
            }
    return found


def together(found):
    """Of all sources: how many bleedings, visible or not, are named, and of how many slices without one."""
    any_ich, score = (np.concatenate([part[at] for part in found.values()]) for at in (0, 2))
    named = score >= threshold()
    return {
        'bleeding': int((any_ich == 1).sum()),
        'clear': int((any_ich == 0).sum()),
        'named': share(named[any_ich == 1]),
        'falsely_named': share(named[any_ich == 0]),
    }


def threshold():
    """As the engine has it."""
    return float(
        re.search(r'= ([0-9.]+);', (ANALYSES / 'brain-ct/engine/measure/operating-point.ts').read_text())[1]
    )


def write_sources(data: Path, facts: Path) -> None:
    found, refused = read_facts(data, json.loads(facts.read_text()))
    result = {}
    for name in (name for name in SOURCES if name in found):
        any_ich, visible_ich, score, level, unlike = found[name]
        arguments = any_ich, visible_ich, score, score >= threshold(), level, unlike
        result[name] = {
            **figures(*arguments),
            'no_head': refused.get(name, 0),
            'levels': by_level(*arguments),
        }
    write_figures('brain-ct', {'haemorrhage': {'other_sources': result, 'together': together(found)}})
