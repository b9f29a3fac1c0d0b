"""Frozen encoders compared out of fold: EfficientNet-Lite0 (the present one), EfficientNet-Lite2,
LiteMedSAM's TinyViT.

    python -m training.breast.tried.encoders.compare features ENCODER training/breast/cache/measured-sources.jsonl OUT.npz [few]
    python -m training.breast.tried.encoders.compare compare training/breast/cache/measured-sources.jsonl OUT.npz...

ENCODER: lite0, lite2 or tinyvit (`encoders/networks.py`, which names their packages). Two questions, the
same for each encoder, ridge on standardised numbers, folds by patient: is a candidate of the engine (the
likeliest of each MIAS film that no network saw, in a view of 2.2 radii) a mass; is a whole MIAS film (the
box of its breast) abnormal, malignant. With and without what the engine already says. TinyViT is built for
views of candidates and sees no whole films. `few`: one candidate a film, the likeliest mass or else the
likeliest candidate, of the first FEW films of both kinds, and no whole films: for an encoder that takes
half a second a view. `compare` takes of every file the candidates that all of them have.
"""

import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pandas as pd
import torch
from PIL import Image
from sklearn.metrics import roc_auc_score

from training.breast.tried.encoders.networks import encoder_of, pooled
from training.breast.tried.encoders.scores import joined, out_of_fold, sensitivity
from training.breast.truth import DATA, MASS_CLASSES, hit, mias

ROOT = Path(__file__).resolve().parents[4]
CANDIDATES, VIEW_RADII, SIDE = 4, 2.2, {'patch': 128, 'film': 256}
FEW = 20
PENALTIES = (100.0, 1000.0, 10000.0)


def view(grey, x, y, half, side):
    turn = np.float32(
        [
            [side / (2 * half), 0, side / 2 - x * side / (2 * half)],
            [0, side / (2 * half), side / 2 - y * side / (2 * half)],
        ]
    )
    out = cv2.warpAffine(
        grey, turn, (side, side), flags=cv2.INTER_AREA if half > side / 2 else cv2.INTER_LINEAR
    )
    return out


def normal(patch):
    low, high = np.percentile(patch, (1, 99.5))
    return np.clip((patch - low) / max(high - low, 8), 0, 1.2) * 2 - 1


def odds_of(model, f):
    z = np.clip((np.array(f) - model['mean']) / model['scale'], -4, 4)
    return z @ np.array(model['weights']) + model['bias']


def measured(path):
    calibration = json.loads((ROOT / 'analyses/breast/model/calibration.json').read_text())
    for film in map(json.loads, open(path)):
        for m in film['masses']:
            m['odds'] = float(odds_of(calibration['mass'], m['f']))
        film['masses'].sort(key=lambda m: -m['odds'])
        kept = []
        for m in film['masses']:
            if all(np.hypot(m['x'] - k['x'], m['y'] - k['y']) > 0.6 * max(m['r'], k['r']) for k in kept):
                kept.append(m)
        film['masses'] = kept
        yield film


def mass_at(circles, m):
    """1 on a mass, 0 on no lesion, -1 on a lesion that is none."""
    k = hit(circles, m['x'], m['y'])
    return 0 if k < 0 else 1 if circles[k][3] in MASS_CLASSES else -1


def chosen(path, films, few):
    """MIAS films with the candidates to look at: the likeliest, or with `few` one of the first FEW films of
    both kinds.
    """
    taken = {True: 0, False: 0}
    for film in measured(path):
        if film['source'] != 'mias' or not film['masses']:
            continue
        masses = film['masses'][:CANDIDATES]
        if few:
            on = [m for m in masses if mass_at(films[film['file']]['circles'], m) == 1]
            taken[bool(on)] += 1
            if taken[bool(on)] > FEW:
                continue
            masses = (on or masses)[:1]
        yield film['file'], masses


def grey_of(path):
    return np.asarray(Image.open(DATA / 'breast/mias' / path).convert('L')).astype(np.float32)


def whole_views(films):
    table = pd.read_csv(DATA / 'breast/mias/labels.csv', keep_default_na=False).set_index('file')
    for file in films:
        grey, inside = grey_of(file), grey_of(table.loc[file, 'tissue_pseudo']) > 0
        if table.loc[file, 'side'] == 'R':
            grey, inside = grey[:, ::-1].copy(), inside[:, ::-1]
        ys, xs = np.nonzero(inside)
        top, bottom, left, right = ys.min(), ys.max(), xs.min(), xs.max()
        half = max(right - left, bottom - top) / 2
        yield normal(
            view(np.where(inside, grey, 0), (left + right) / 2, (top + bottom) / 2, half, SIDE['film'])
        )


def features(name, path, out, few=''):
    torch.set_num_threads(1)
    encoder, films = encoder_of(name), mias()
    patches, facts, wholes = [], [], []
    for file, masses in chosen(path, films, few):
        grey = grey_of(file)
        patches.append(
            pooled(
                encoder,
                [normal(view(grey, m['x'], m['y'], VIEW_RADII * m['r'], SIDE['patch'])) for m in masses],
            )
        )
        facts += [(file, m['odds'], mass_at(films[file]['circles'], m)) for m in masses]
        print(file, flush=True)
        if few:
            save(out, patches, facts, [], films)
    if not few and name != 'tinyvit':
        wholes = [pooled(encoder, [shown])[0] for shown in whole_views(films)]
    save(out, patches, facts, wholes, films)


def save(out, patches, facts, wholes, films):
    np.savez_compressed(
        out,
        patches=np.concatenate(patches),
        film_of=[f[0] for f in facts],
        odds=[f[1] for f in facts],
        mass=[f[2] for f in facts],
        wholes=np.array(wholes),
        films=list(films),
    )


def compare(path, names):
    films = mias()
    fold = {f: t['fold'] for f, t in films.items()}
    read = {name: np.load(name) for name in names}
    shared = set.intersection(
        *({(f, round(o, 4)) for f, o in zip(d['film_of'], d['odds'])} for d in read.values())
    )
    for name, d in read.items():
        known = (d['mass'] >= 0) & np.array(
            [(f, round(o, 4)) in shared for f, o in zip(d['film_of'], d['odds'])]
        )
        groups = np.array([int(films[f]['case'][1:]) % 10 for f in d['film_of']])[known]
        y, odds, files = d['mass'][known], d['odds'][known], d['film_of'][known]
        row = {}
        for p in PENALTIES:
            own = out_of_fold(d['patches'][known], y, groups, p)
            both = joined(own, odds, y, groups)
            row[p] = [
                round(v, 3)
                for v in (
                    roc_auc_score(y, own),
                    roc_auc_score(y, both),
                    sensitivity(files, own, y),
                    sensitivity(files, both, y),
                )
            ]
        print(
            name,
            'candidates: AUC alone, with the engine; found at 1 alone, with',
            row,
            'engine',
            round(roc_auc_score(y, odds), 3),
            round(sensitivity(files, odds, y), 3),
            'n',
            int(y.sum()),
            len(y),
        )
        if not len(d['wholes']):
            continue
        groups = np.array([fold[f] for f in d['films']])
        for label in ('abnormal', 'malignant'):
            y = np.array([films[f][label] for f in d['films']])
            print(
                name,
                'whole film',
                label,
                {p: round(roc_auc_score(y, out_of_fold(d['wholes'], y, groups, p)), 3) for p in PENALTIES},
            )


if __name__ == '__main__':
    {'features': lambda: features(*sys.argv[2:6]), 'compare': lambda: compare(sys.argv[2], sys.argv[3:])}[
        sys.argv[1]
    ]()
