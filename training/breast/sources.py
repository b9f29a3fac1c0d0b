"""Figures of the engine by source from `engine/evaluate-sources.ts`: the part `masses_by_source` of
metrics.json and its table in the card.

    python -m training.breast.sources training/breast/cache/sources.jsonl [--points]

--points first chooses the operating point and the second one for masses and writes them to
calibration.json; measure again then. Hit: the centre of the mark lies in the outlined lesion's box (MIAS:
circle). Lesions under LEAST pixels across are neither.
"""

import json
import sys
from datetime import date

import pandas as pd

from training.breast.evaluate import CARD, LIMITS, MODEL, sensitivity_at
from training.breast.truth import DATA, MASS_CLASSES, mias
from training.metrics import interval, mean

# Spots and fragments of outlines, in pixels of the 512 rows of these pictures (about 10 mm).
LEAST = {'cesm_dm_test': 25, 'mammogram_mastery': 22, 'exams': 0}
NAMES = {
    'cesm_dm_test': 'contrast mammograms, low energy',
    'mammogram_mastery': 'Mastery, digital',
    'exams': 'film exam, other scanner',
    'mias': 'MIAS, networks that never saw the film',
}
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
# Masses are named from the least point at which so many of the normal films have one named; marks begin at
# half of it.
NORMAL_NAMED, MARKS = 0.2, 0.5


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


def source_figures(films, point):
    cases = [t['case'] for _, t in films]
    masses = [marked(t, [c for c in f['candidates'] if c['type'] == 'mass']) for f, t in films]
    named = [marked(t, at(f, point)['places']) for f, t in films]
    lesions = sum(r[0] for r in masses)
    figures = {
        f'sensitivity_at_{x}_per_image': {
            **interval(masses, cases, lambda r, x=x: sensitivity_at(r, x)),
            'n': lesions,
        }
        for x in LIMITS
    }
    figures |= {
        'named': {**interval(named, cases, share), 'n': lesions},
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


def at(film, point):
    return min(film['named'], key=lambda n: abs(n['mass'] - point))


def choose(by_source):
    """The least point at which at most NORMAL_NAMED of the normal films have a named mass; MIAS alone has
    normal ones.
    """
    normal = [f for f, t in by_source['mias'] if t['normal']]
    points = [n['mass'] for n in normal[0]['named']]
    return min(
        p for p in points if mean([float(len(at(f, p)['places']) > 0) for f in normal]) <= NORMAL_NAMED
    )


def write_kinds(kinds):
    begin, end = '<!-- kinds: written by training/breast/sources.py -->', '<!-- end of kinds -->'
    rows = ['| MIAS | lesions | found at 0.5 | 1 | 2 false marks per film |', '|---|---|---|---|---|']
    for words, f in sorted(kinds.items(), key=lambda pair: pair[1]['found_at_1']['value']):
        one = f['found_at_1']
        other = [f'{f[f"found_at_{x}"]["value"]:.2f}' for x in (0.5, 2)]
        rows.append(
            f'| {words} | {one["n"]} | {other[0]} | {one["value"]:.2f} ({one["low"]:.2f} to {one["high"]:.2f}) | {other[1]} |'
        )
    head, rest = CARD.read_text().split(begin)
    CARD.write_text(f'{head}{begin}\n' + '\n'.join(rows) + f'\n{end}{rest.split(end)[1]}')
    print('\n'.join(rows))


def write_card(by_source):
    text = CARD.read_text()
    begin, end = '<!-- sources: written by training/breast/sources.py -->', '<!-- end of sources -->'
    rows = [
        '| source | lesions | found at 0.5 | 1 | 2 | 4 false marks per picture | named | false named per picture | refused |',
        '|---|---|---|---|---|---|---|---|---|',
    ]
    for source, f in sorted(
        by_source.items(), key=lambda pair: pair[1]['sensitivity_at_1_per_image']['value']
    ):
        s = [f'{f[f"sensitivity_at_{x}_per_image"]["value"]:.2f}' for x in (0.5, 1, 2, 4)]
        ends = f['sensitivity_at_1_per_image']
        s[1] += f' ({ends["low"]:.2f} to {ends["high"]:.2f})'
        rows.append(
            f'| {NAMES[source]} | {ends["n"]} | {" | ".join(s)} | {f["named"]["value"]:.2f} | {f["false_named_per_image"]["value"]:.2f} | {f["refused"]["value"]:.2f} |'
        )
    head, rest = text.split(begin)
    CARD.write_text(f'{head}{begin}\n' + '\n'.join(rows) + f'\n{end}{rest.split(end)[1]}')
    print('\n'.join(rows))


def main():
    known = truths()
    by_source = {}
    for film in map(json.loads, open(sys.argv[1])):
        if (film['source'], film['file']) in known:
            by_source.setdefault(film['source'], []).append((film, known[film['source'], film['file']]))
    path = MODEL / 'calibration.json'
    calibration = json.loads(path.read_text())
    if '--points' in sys.argv:
        point = choose(by_source)
        calibration['operating']['mass'], calibration['marks']['mass'] = point, point * MARKS
        path.write_text(json.dumps(calibration) + '\n')
    figures = json.loads((MODEL / 'metrics.json').read_text())
    measured = {s: source_figures(films, calibration['operating']['mass']) for s, films in by_source.items()}
    note = (
        'The contrast mammograms, Mastery and the film exam taught neither networks nor logistic models; the order of the marks, the operating point and the limits '
        'of a negative view were chosen on these films. MIAS: {films} films of three folds, each read by the shipped fold network that never saw it; the logistic models saw all.'
    ).format(films=len(by_source['mias']))
    kinds = kind_figures(by_source['mias'])
    figures['masses_by_kind'] = {'date': date.today().isoformat(), **kinds}
    figures['masses_by_source'] = {'date': date.today().isoformat(), 'note': note, **measured}
    (MODEL / 'metrics.json').write_text(json.dumps(figures, indent=2) + '\n')
    write_card(measured)
    write_kinds(kinds)


if __name__ == '__main__':
    main()
