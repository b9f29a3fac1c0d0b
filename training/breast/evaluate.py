"""Figures of the breast engine from `engine/evaluate.ts`: writes metrics.json."""

from datetime import date
from pathlib import Path

import numpy as np

from training.breast.truth import MASS_CLASSES, hit, mias
from training.datasets import lines_of
from training.metrics import auc, calibration_error, interval, mean, write_figures

LIMITS = (0.25, 0.5, 1, 2, 4)


def froc(films, kind, wanted):
    """Per film: (true lesions, [(score, index of the lesion or -1)]) with one hit per lesion."""
    rows = []
    for film, truth in films:
        circles = truth['circles']
        events, seen = [], set()
        for c in sorted(film['candidates'], key=lambda c: -c['score']):
            if c['type'] != kind:
                continue
            k = hit(circles, c['x'] + c['width'] / 2, c['y'] + c['height'] / 2)
            if k >= 0 and circles[k][3] in wanted:
                if k not in seen:
                    seen.add(k)
                    events.append((c['score'], 1))
            elif k < 0:
                events.append((c['score'], 0))
        rows.append((sum(c[3] in wanted for c in circles), events))
    return rows


def sensitivity_at(rows, limit):
    lesions = sum(r[0] for r in rows)
    events = sorted((e for r in rows for e in r[1]), reverse=True)
    found = false = 0
    for _, good in events:
        if not good:
            false += 1
            if false > limit * len(rows):
                break
        found += good
    return found / lesions if lesions else float('nan')


def sensitivities(rows, cases):
    lesions = sum(r[0] for r in rows)
    return {
        f'sensitivity_at_{x}_per_image': {
            **interval(rows, cases, lambda r, x=x: sensitivity_at(r, x)),
            'n': lesions,
        }
        for x in LIMITS
    }


def curve(rows):
    return [
        {'false_positives_per_image': x, 'sensitivity': round(sensitivity_at(rows, x), 4)}
        for x in (0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8)
    ]


def roc(pairs):
    labels, scores = np.array([p[0] for p in pairs]), np.array([p[1] for p in pairs])
    points = [
        {
            'false_positive_rate': round(float((scores[labels == 0] >= t).mean()), 4),
            'sensitivity': round(float((scores[labels == 1] >= t).mean()), 4),
        }
        for t in np.unique(np.quantile(scores, np.linspace(0, 1, 25)))[::-1]
    ]
    return [{'false_positive_rate': 0.0, 'sensitivity': 0.0}, *points]


def reliability(pairs):
    labels, scores = np.array([p[0] for p in pairs]), np.array([p[1] for p in pairs])
    order = np.argsort(scores)
    return [
        {'predicted': round(float(scores[i].mean()), 4), 'observed': round(float(labels[i].mean()), 4)}
        for i in np.array_split(order, 6)
    ]


def ece(pairs):
    return calibration_error(np.array([p[1] for p in pairs]), np.array([p[0] for p in pairs], float))


def dice_figures(lines, name, key):
    picked = [f for f in lines if f['set'] == name and f['dice'].get(key) is not None]
    return interval([f['dice'][key] for f in picked], [f['file'] for f in picked], mean)


def category_share(films, wanted, least):
    """Share of the wanted films with at least this BI-RADS category."""
    picked = [(f, t) for f, t in films if wanted(t)]
    return interval(
        [float(f['scores']['birads'] >= least) for f, _ in picked], [t['case'] for _, t in picked], mean
    )


def grade_of(density):
    return 'F' if density < 1.5 else 'G' if density < 2.5 else 'D'


def write_evaluation(evaluation: Path) -> None:
    lines = lines_of(evaluation)
    truths = mias()
    films = [(f, truths[f['file']]) for f in lines if f['set'] == 'mias']
    cases = [t['case'] for _, t in films]
    masses, clusters = froc(films, 'mass', MASS_CLASSES), froc(films, 'calcification', {'CALC'})
    abnormal = [(t['abnormal'], f['scores']['abnormal']) for f, t in films]
    malignant = [(t['malignant'], f['scores']['malignant']) for f, t in films]
    candidates = [(good, score) for row in masses for score, good in row[1]]
    normal = [(f, t) for f, t in films if not t['abnormal']]
    graded = [
        (
            float(grade_of(f['scores']['density']) == t['density']),
            f['found']['breast tissue']['confidence'] / 100,
        )
        for f, t in films
    ]
    figures = {
        'date': date.today().isoformat(),
        'protocol': 'Out of fold through the shipped engine: every film is read with two networks and the logistic models that never saw its fold '
        '(folds by patient); three networks ship. Intervals: 95 % bootstrap over patients. Mass hit: centre of the candidate inside the circle.',
        'data': [
            'MIAS (226 films here, 113 patients; 36 % abnormal, 16 % malignant) and DDSM tissue maps (52 films); research use only.',
        ],
        'caveat': 'Probabilities hold at the share of lesions in MIAS; in screening it is far lower. Nodes of the axilla are not validated.',
        'tissue_out_of_fold': {
            'breast_dice_ddsm': dice_figures(lines, 'ddsm_tissue', 'breast'),
            'pectoral_dice_ddsm': dice_figures(lines, 'ddsm_tissue', 'pectoral'),
            'fibroglandular_dice_ddsm': dice_figures(lines, 'ddsm_tissue', 'gland'),
            'breast_dice_mias_pseudo': dice_figures(lines, 'mias', 'breast'),
            'pectoral_dice_mias_pseudo': dice_figures(lines, 'mias', 'pectoral'),
        },
        'masses_out_of_fold': {
            **sensitivities(masses, cases),
            'candidate_ece': round(ece(candidates), 4),
            'named_per_normal_film': interval(
                [float(f['found']['mass']['found']) for f, _ in normal], [t['case'] for _, t in normal], mean
            ),
            'froc': curve(masses),
        },
        'calcifications_out_of_fold': {**sensitivities(clusters, cases), 'froc': curve(clusters)},
        'pictures_out_of_fold': {
            'abnormal_auc': interval(abnormal, cases, auc),
            'malignant_auc': interval(malignant, cases, auc),
            'abnormal_ece': round(ece(abnormal), 4),
            'malignant_ece': round(ece(malignant), 4),
            'abnormal_roc': roc(abnormal),
            'malignant_roc': roc(malignant),
            'abnormal_reliability': reliability(abnormal),
        },
        'categories_out_of_fold': {
            'malignant_films_from_4': category_share(films, lambda t: t['malignant'] == 1, 4),
            'abnormal_films_from_3': category_share(films, lambda t: t['abnormal'] == 1, 3),
            'normal_films_from_3': category_share(films, lambda t: t['abnormal'] == 0, 3),
            'normal_films_from_4': category_share(films, lambda t: t['abnormal'] == 0, 4),
        },
        'density_out_of_fold': {
            'accuracy_fgd': interval([right for right, _ in graded], cases, mean),
            'confidence_ece': round(ece(graded), 4),
        },
    }
    write_figures('breast', figures)
