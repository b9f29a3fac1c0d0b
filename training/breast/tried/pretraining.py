"""Self-supervised pre-training on mammograms, then a classifier of places, judged on a source left out.

    python -m training.breast.tried.pretraining cache | fit [SOURCE left out …] [--steps N] [--strong]

Tried (model card). `cache` cuts places out of every film (128 pixels of a film of 640 rows), four views of
each, through the frozen half of the encoder: masses, and places of the breast without one. `fit` pre-trains
without the films of the source left out (`training/self_supervised.py`), then trains the classifier from
ImageNet and from there, with the same steps and seeds. With `--strong`, `cache` keeps the same places in
views that are turned further, larger or smaller by more, and have a square erased, and `fit` pre-trains on
those; the classifier sees the plain ones.
"""

import argparse
import copy
import json
from pathlib import Path

import cv2
import numpy as np
import torch

from training import self_supervised
from training.breast.network.films import load_all
from training.breast.network.views import planes_of
from training.breast.tried.refit.films import films
from training.breast.truth import MASS_CLASSES
from training.efficientnet_lite import Encoder, load_imagenet
from training.metrics import auc, interval

BREAST = Path(__file__).resolve().parents[1]
CACHE = BREAST / 'cache'
SIDE, VIEWS = 128, 4
# Places without a mass of each film.
FREE = {'mias': 6, 'cesm_dm_test': 14, 'mammogram_mastery': 14, 'exams': 14, 'ddsm_tissue': 8}
LEAST_DISTANCE = 1.6  # of a place without a mass from each lesion, in its radii
FIT_STEPS, SEEDS = 100, (0, 1)
# Degrees turned at most, spread of the size (logarithm), of the place in pixels, side of an erased square.
PLAIN, STRONG = (40, 0.12, 6, 0), (180, 0.3, 12, 48)


def all_films():
    """Every film at hand, DDSM's and the remaining ones of MIAS too."""
    kept = [(source, film) for source, film in films() if not film['unplaced']]
    named = {film.get('file') for _, film in kept}
    for film in load_all():
        if film['kind'] == 'ddsm':
            kept.append(('ddsm_tissue', film))
        elif film['file'] not in named and not film['unplaced']:
            kept.append(('mias', film))
    return kept


def places_of(film, count, rng):
    """(x, y, is a mass): masses, and places of the breast far from every lesion."""
    places = [(x, y, 1) for x, y, r, name, _ in film['circles'] if name in MASS_CLASSES]
    ys, xs = np.nonzero(film['labels'] > 0)
    for _ in range(20 * count):
        k = rng.integers(len(xs))
        far = all(
            np.hypot(xs[k] - x, ys[k] - y) > LEAST_DISTANCE * max(r, 12) for x, y, r, *_ in film['circles']
        )
        if far and sum(not p[2] for p in places) < count:
            places.append((float(xs[k]), float(ys[k]), 0))
    return places


def views_of(planes, x, y, rng, kind):
    """Turned, mirrored, shifted, larger or smaller, other contrast, with noise: (VIEWS, 3, SIDE, SIDE), -1
    to 1.
    """
    turned, size, shift, erased = kind
    out = []
    for _ in range(VIEWS):
        turn = cv2.getRotationMatrix2D((x, y), rng.uniform(-turned, turned), np.exp(rng.normal(0, size)))
        turn[:, 2] += SIDE / 2 - np.array([x, y]) + rng.normal(0, shift, 2)
        cut = np.stack([cv2.warpAffine(p, turn, (SIDE, SIDE), borderMode=cv2.BORDER_REFLECT) for p in planes])
        if rng.random() < 0.5:
            cut = cut[:, ::-1]
        if rng.random() < 0.4:
            cut = np.stack(
                [cv2.GaussianBlur(np.ascontiguousarray(p), (0, 0), rng.uniform(0.5, 1.5)) for p in cut]
            )
        cut = np.power(np.clip(cut, 0, 1), np.exp(rng.normal(0, 0.25))) + rng.normal(
            0, rng.uniform(0, 0.03), cut.shape
        )
        if erased:
            top, left = rng.integers(0, SIDE - erased, 2)
            cut[:, top : top + erased, left : left + erased] = rng.uniform(0, 1)
        out.append(2 * cut - 1)
    return np.stack(out).astype(np.float32)


def cache(strong):
    rng, chance = np.random.default_rng(0), np.random.default_rng(1)
    encoder = Encoder()
    load_imagenet(encoder)
    facts, parts = [], []
    for n, (source, film) in enumerate(all_films()):
        planes = planes_of(film['grey'])
        for x, y, mass in places_of(film, FREE[source], rng):
            parts.append(
                self_supervised.seen(encoder, views_of(planes, x, y, chance, STRONG if strong else PLAIN))
            )
            facts.append((source, film.get('file') or f'{source}-{n}', mass))
        if n % 20 == 0:
            print(n, len(facts), flush=True)
    CACHE.mkdir(exist_ok=True)
    torch.save({'facts': facts, 'views': torch.stack(parts)}, CACHE / f'places{"-strong" * strong}.pt')


def started(weights=None):
    encoder = Encoder()
    load_imagenet(encoder)
    if weights is not None:
        encoder.load_state_dict(weights)
    return encoder


def weights_of(source, mass, on):
    """Each source by the root of its size, each class of it the same."""
    weight = np.zeros(len(mass))
    for s in set(source[on]):
        for label in (0, 1):
            pick = on & (source == s) & (mass == label)
            if pick.any():
                weight[pick] = np.sqrt((on & (source == s)).sum()) / pick.sum()
    return weight


def fit(left, steps, strong):
    saved = torch.load(CACHE / 'places.pt', weights_only=False)
    source, file, mass = (np.array(column) for column in zip(*saved['facts']))
    views = saved['views']
    mine, teachers = source == left, (source != left) & (source != 'ddsm_tissue')
    path = CACHE / f'pretrained-without-{left}-{steps}{"-strong" * strong}.pt'
    if not path.exists():
        shown = torch.load(CACHE / 'places-strong.pt', weights_only=False)['views'] if strong else views
        self_supervised.pretrain(started(), shown[torch.from_numpy(source != left)], steps, 0, path)
    pairs = {}
    for name, weights in (('imagenet', None), ('pretrained', torch.load(path))):
        total = 0
        for seed in SEEDS:
            weight = weights_of(source, mass, teachers)
            body = self_supervised.classify(
                started(copy.deepcopy(weights)), views, mass, weight, FIT_STEPS, seed
            )
            found = self_supervised.scores(body, views[torch.from_numpy(mine)])
            print(left, name, seed, round(auc(list(zip(mass[mine].tolist(), found.tolist()))), 3), flush=True)
            total = total + found / len(SEEDS)
        pairs[name] = total
    figures = {
        name: interval(list(zip(mass[mine].tolist(), total.tolist())), list(file[mine]), auc)
        for name, total in pairs.items()
    }
    print(
        left,
        int(mass[mine].sum()),
        'masses',
        int((1 - mass[mine]).sum()),
        'free places',
        json.dumps(figures),
        flush=True,
    )


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('step', choices=('cache', 'fit'))
    parser.add_argument('sources', nargs='*', default=['cesm_dm_test', 'mias', 'mammogram_mastery', 'exams'])
    parser.add_argument('--steps', type=int, default=200)
    parser.add_argument('--strong', action='store_true')
    args = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    if args.step == 'cache':
        cache(args.strong)
    else:
        for name in args.sources:
            fit(name, args.steps, args.strong)
