"""Figures of the engine by source from `engine/evaluate-sources.ts`: the parts `masses_by_source` and
`masses_by_kind` of metrics.json; and the operating point of clusters, the least at which at most CLUSTERS of
the normal MIAS films have one: four views of a woman add up.

Hit: the centre of the mark lies in the outlined lesion's box (MIAS: circle). Lesions under LEAST pixels
across are neither.
"""

import json
from datetime import date
from pathlib import Path

import pandas as pd

from training.breast.evaluate import sensitivities
from training.breast.truth import CALIBRATION, DATA, MASS_CLASSES, mias
from training.datasets import lines_of
from training.metrics import interval, mean, write_figures

# Spots and fragments of outlines, in pixels of the 512 rows of these pictures (about 10 mm).
LEAST = {'cesm_dm_test': 25, 'mammogram_mastery': 22, 'exams': 0}
# Of a pixel of MIAS; what MIAS calls its lesions; sizes in millimeters up to which a row goes.
MIAS_MM = 0.2
KINDS = {
    'CIRC': 'circumscribed',
    'SPIC': 'spiculated',
    'MISC': 'other, ill-defined',
    'ARCH': 'architectural distortion',
    'ASYM': 'asymmetry',
}
SIZES = {'up to 15 mm': (0, 15), '15 to 25 mm': (15, 25), 'over 25 mm': (25, 1e9)}

# One of 20 women with four views.
CLUSTERS = 0.0125


def truths():
    """(source, file) → case, places of lesions and of what is neither: boxes (x0, y0, x1, y1) or circles
    (x, y, r).
    """
    found = {}
    for source, least in LEAST.items():
        for _, row in pd.read_csv(DATA / 'breast' / source / 'labels.csv').iterrows():
            boxes = [tuple(map(float, b.split(','))) for b in str(row['lesion_boxes']).split('|') if ',' in b]
            large = [b for b in boxes if min(b[2] - b[0], b[3] - b[1]) >= least]
            found[source, row['file']] = {
                'case': str(row['case']),
                'lesions': large,
                'neither': [b for b in boxes if b not in large],
            }
    for file, film in mias().items():
        masses = [c[:3] for c in film['circles'] if c[3] in MASS_CLASSES]
        if not film['unplaced'] & MASS_CLASSES:
            kinds = [(c[3], 2 * c[2] * MIAS_MM) for c in film['circles'] if c[3] in MASS_CLASSES]
            found['mias', file] = {
                'case': film['case'],
                'lesions': masses,
                'kinds': kinds,
                'normal': not film['abnormal'],
                'malignant': film['malignant'],
                'neither': [c[:3] for c in film['circles'] if c[3] not in MASS_CLASSES],
            }
    return found


def holds(place, x, y):
    if len(place) == 3:
        return (x - place[0]) ** 2 + (y - place[1]) ** 2 < place[2] ** 2
    return place[0] <= x <= place[2] and place[1] <= y <= place[3]


def marked(truth, marks):
    """As `froc` in evaluate.py: (lesions, [(score, hit)]), one hit for each lesion."""
    events, seen = [], set()
    for m in sorted(marks, key=lambda m: -m.get('score', 1)):
        x, y = m['x'] + m['width'] / 2, m['y'] + m['height'] / 2
        k = next((k for k, place in enumerate(truth['lesions']) if holds(place, x, y)), -1)
        if k < 0 and not any(holds(place, x, y) for place in truth['neither']):
            events.append((m.get('score', 1), 0))
        elif k >= 0 and k not in seen:
            seen.add(k)
            events.append((m.get('score', 1), 1))
    return len(truth['lesions']), events


def share(rows):
    lesions = sum(r[0] for r in rows)
    return sum(good for r in rows for _, good in r[1]) / lesions if lesions else float('nan')


def false_ones(rows):
    return mean([sum(1 - good for _, good in r[1]) for r in rows])


def source_figures(films):
    cases = [t['case'] for _, t in films]
    masses = [marked(t, [c for c in f['candidates'] if c['type'] == 'mass']) for f, t in films]
    named = [marked(t, f['named']) for f, t in films]
    figures = sensitivities(masses, cases) | {
        'named': {**interval(named, cases, share), 'n': sum(r[0] for r in masses)},
        'false_named_per_image': interval(named, cases, false_ones),
        'refused': interval([float(not f['accepted']) for f, _ in films], cases, mean),
        'called_negative': interval([float(f['scores']['birads'] == 1) for f, _ in films], cases, mean),
    }
    normal = [(f, t) for f, t in films if t.get('normal')]
    if normal:

        def of(group, wanted):
            return interval([float(wanted(f)) for f, _ in group], [t['case'] for _, t in group], mean)

        negative = [(f, t) for f, t in films if f['scores']['birads'] == 1]
        figures |= {
            'normal_films_with_a_named_mass': of(normal, lambda f: f['found']['masses'] > 0),
            'normal_films_from_4': of(normal, lambda f: f['scores']['birads'] >= 4),
            'normal_films_called_negative': of(normal, lambda f: f['scores']['birads'] == 1),
            'malignant_films_from_4': of(
                [(f, t) for f, t in films if t['malignant']], lambda f: f['scores']['birads'] >= 4
            ),
            'malignant_among_called_negative': interval(
                [float(t['malignant']) for _, t in negative], [t['case'] for _, t in negative], mean
            ),
        }
    return figures


def limit_score(rows, limit):
    """The score above which there are so many false marks per picture."""
    false = sorted((score for r in rows for score, good in r[1] if not good), reverse=True)
    allowed = int(limit * len(rows))
    return false[allowed] if allowed < len(false) else float('-inf')


def kind_figures(films):
    """MIAS by kind and size of its lesions: found above the score with so many false marks per film."""
    marks = [[c for c in f['candidates'] if c['type'] == 'mass'] for f, _ in films]
    events = [marked(t, m) for (_, t), m in zip(films, marks)]
    figures = {}
    for limit in (0.5, 1, 2):
        least = limit_score(events, limit)
        rows = []
        for (_, t), m in zip(films, marks):
            for place, (kind, mm) in zip(t['lesions'], t['kinds']):
                on = any(
                    c['score'] > least and holds(place, c['x'] + c['width'] / 2, c['y'] + c['height'] / 2)
                    for c in m
                )
                rows.append((t['case'], kind, mm, float(on)))
        groups = {words: [r for r in rows if r[1] == kind] for kind, words in KINDS.items()} | {
            words: [r for r in rows if low <= r[2] < high] for words, (low, high) in SIZES.items()
        }
        for words, group in groups.items():
            figures.setdefault(words, {})[f'found_at_{limit}'] = interval(
                [r[3] for r in group], [r[0] for r in group], mean
            )
    return figures


def by_source(path):
    """{source: [(what the engine says, the truth)]} of the films whose lesions are placed."""
    known, found = truths(), {}
    for film in lines_of(path):
        if (film['source'], film['file']) in known:
            found.setdefault(film['source'], []).append((film, known[film['source'], film['file']]))
    return found


def choose_cluster_point(sources: Path) -> None:
    best = sorted(
        (
            max((c['score'] for c in f['candidates'] if c['type'] == 'calcification'), default=0)
            for f, t in by_source(sources)['mias']
            if t['normal']
        ),
        reverse=True,
    )
    calibration = json.loads(CALIBRATION.read_text())
    calibration['operating']['calcification'] = round(best[int(CLUSTERS * len(best))] + 5e-4, 3)
    CALIBRATION.write_text(json.dumps(calibration) + '\n')


def write_alarms(sources: Path, alarms: Path) -> None:
    """The rows of engine/alarm-curve.ts: films of MIAS that the gate accepts. The other sources, which taught
    nothing, show a lesion in every picture: they tell no false alarm.
    """
    known = mias()
    films = [(f, known[f['file']]) for f in lines_of(sources) if f['source'] == 'mias' and f['accepted']]
    rows = [
        {'source': 'mias', 'case': t['case'], 'isWith': t['malignant'] == 1, 'score': f['malignant']}
        for f, t in films
        if f['malignant'] is not None
    ]
    alarms.write_text(json.dumps(rows))


def write_sources(sources: Path) -> None:
    films = by_source(sources)
    note = (
        'The contrast mammograms, Mastery and the film exam taught neither networks nor logistic models; the order of the marks was chosen on them. MIAS: {films} films of three folds, each read by the shipped fold network that never saw it; the logistic models saw all.'
    ).format(films=len(films['mias']))
    today = date.today().isoformat()
    figures = {
        'masses_by_kind': {'date': today, **kind_figures(films['mias'])},
        'masses_by_source': {
            'date': today,
            'note': note,
            **{source: source_figures(own) for source, own in films.items()},
        },
    }
    write_figures('breast', figures)
