"""Whether a CT slice shows lung: a line over what the head of the kinds sees, for `lung_level` of the gate.

Reads heads and chests of the data sets, `lung/ct_level` and `lung/covid_ct_md` of the fetched ones, and what
`fetch-levels.sh` wrote there, with labels by eye in `levels.json` → `levels.npz` (labels, sources, features
of the images and of views changed at random), `level.pt`, and figures by source left out (metrics.json of
the gate, key `lung_level`).
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from sklearn.linear_model import LogisticRegression
from torch import nn

from training.datasets import rows_of
from training.export import loaded
from training.metrics import write_figures
from training.modality.augment import letterboxed, view
from training.modality.collect import in_hounsfield, read
from training.modality.features import as_rgb, runner, seen
from training.modality.network import WIDTH, Head

LABELS = json.loads(Path(__file__).with_name('levels.json').read_text())
# How many images of a set; with lung, and without.
CHESTS = {
    'lung/luna_slices': 120,
    'lung/luna_normal': 169,
    'lung/iq_oth': 90,
    'lung/msd_tumour': 30,
    'lung/covid_infnet': 50,
    'lung/lung_region': 8,
}
FETCHED_CHESTS = {'lung/mosmed_slices': 90, 'lung/covid_ct_publications': 60, 'lung/sars_cov2_ct': 453}
HEADS = {'brain/ct_ich': 40, 'brain/phe_sich': 40}
# Sets of the same patients are left out together.
SAME = {'lung/luna_slices': 'lidc', 'lung/luna_normal': 'lidc', 'lung/lidc_series': 'lidc'}
VIEWS = 3600
STRENGTH = 0.03
TURNS = {'flip': lambda a: a[::-1], 'quarter': lambda a: np.rot90(a, -1), None: lambda a: a}
# As in analyses/lung/engine/lungs/lung-level.ts: where the window shows fat as black as air; elsewhere.
FROM = {'fat_is_black': 0.18, 'fat_is_gray': 0.02}

Image = tuple[bool, str, np.ndarray]


def grey(path: Path) -> np.ndarray:
    picture = read(path)
    return picture if picture.ndim == 2 else np.ascontiguousarray(picture[..., 0])


def of_sets(root: Path, sets: dict[str, int], has_lung: bool) -> Iterator[Image]:
    for name, count in sets.items():
        rows = rows_of(root / name)
        for row in random.Random(3).sample(rows, min(count, len(rows))):
            if row['file'].rsplit('/')[-1].split('.')[0] not in LABELS['unclear']:
                yield has_lung, name, grey(root / name / row['file'])


def of_folders(root: Path) -> Iterator[Image]:
    for name, told in LABELS['folders'].items():
        lung, unclear = (told.get(key, '').split() for key in ('lung', 'unclear'))
        paths = sorted((root / 'levels' / name).iterdir())[:: told.get('every', 1)]
        for path in paths:
            stem = path.stem.strip('1 ()') if path.stem.startswith('1 (') else path.stem
            if stem not in unclear:
                picture = TURNS[told.get('turn')](grey(path))
                yield lung == ['all'] or stem in lung, f'levels/{name}', np.ascontiguousarray(picture)


def of_series(root: Path, fetched: Path) -> Iterator[Image]:
    """Hounsfield units; every slice without lung, every fifth of a long series with it."""
    for name, series in LABELS['series'].items():
        folder = (fetched if (fetched / name).is_dir() else root) / name
        for path in sorted((folder / 'images').glob('*.dcm')):
            told, number = series[path.stem.rsplit('_', 1)[0]], int(path.stem.rsplit('_', 1)[1])
            for key in ('lung', 'none'):
                holds = any(first <= number <= last for first, last in told[key])
                if holds and (key == 'none' or len(series) == 1 or number % 5 == 0):
                    hu = cv2.resize(in_hounsfield(path), (256, 256), interpolation=cv2.INTER_AREA)
                    yield key == 'lung', name, hu


def images(root: Path, fetched: Path) -> Iterator[Image]:
    yield from of_sets(root, CHESTS, True)
    yield from of_sets(fetched, FETCHED_CHESTS, True)
    yield from of_sets(root, HEADS, False)
    yield from of_folders(fetched)
    yield from of_series(root, fetched)
    for row in rows_of(fetched / 'lung/ct_level'):
        if row['level'] != 'part':
            has_lung = row['level'] in ('chest', 'lung_base')
            yield has_lung, 'lung/ct_level', grey(fetched / 'lung/ct_level' / row['file'])


def write_levels(root: Path, fetched: Path, out: Path) -> None:
    random.seed(7), np.random.seed(7)
    records, run = list(images(root, fetched)), runner(out)
    kinds = [1 if name in HEADS else 2 for _, name, _ in records]
    plain = [letterboxed(as_rgb(2, picture)) for _, _, picture in records]
    groups = Counter((label, name) for label, name, _ in records)
    weights = [groups[label, name] ** -0.4 * (1 if label else 1.6) for label, name, _ in records]
    drawn = random.choices(range(len(records)), weights, k=VIEWS)
    changed = (letterboxed(view(kinds[i], records[i][2], hides=random.random() < 0.05)) for i in drawn)
    np.savez(
        out / 'levels.npz',
        labels=[label for label, _, _ in records],
        sources=[name for _, name, _ in records],
        plain=np.stack([seen(run, plain), seen(run, (one[..., ::-1].copy() for one in plain))], 1),
        views=seen(run, changed),
        drawn=drawn,
    )


class Levels:
    """`levels.npz` as the head of the kinds sees it."""

    def __init__(self, path: Path, head: Head) -> None:
        told = np.load(path)
        self.labels, self.sources, self.drawn = told['labels'], told['sources'], told['drawn']
        self.left_out = np.array([SAME.get(name, name) for name in self.sources])
        self.plain, self.views = (
            head.standardized(torch.from_numpy(told[name].astype(np.float32))).numpy()
            for name in ('plain', 'views')
        )

    def fit(self, chosen: np.ndarray) -> LogisticRegression:
        """Every source counts by the root of its number, both labels alike."""
        views = np.isin(self.drawn, np.flatnonzero(chosen))
        rows = np.concatenate([np.repeat(np.flatnonzero(chosen), 2), self.drawn[views]])
        features = np.concatenate([self.plain[chosen].reshape(-1, WIDTH), self.views[views]])
        labels = self.labels[rows]
        counts = Counter(zip(labels, self.left_out[rows], strict=True))
        weights = np.array([counts[key] ** -0.5 for key in zip(labels, self.left_out[rows], strict=True)])
        for label in (False, True):
            weights[labels == label] *= len(labels) / 2 / weights[labels == label].sum()
        return LogisticRegression(C=STRENGTH, max_iter=300).fit(features, labels, sample_weight=weights)

    def probabilities(self, line: LogisticRegression, rows: np.ndarray) -> np.ndarray:
        both = line.predict_proba(self.plain[rows].reshape(-1, WIDTH))[:, 1]
        return both.reshape(-1, 2).mean(1)


def train_level(path: Path, head: Path, out: Path) -> None:
    levels, line = Levels(path, loaded(Head(), head)), nn.Linear(WIDTH, 1)
    fitted = levels.fit(np.ones(len(levels.labels), bool))
    line.weight.data = torch.from_numpy(fitted.coef_.astype(np.float32))
    line.bias.data = torch.from_numpy(fitted.intercept_.astype(np.float32))
    torch.save(line.state_dict(), out)


def write_level_figures(path: Path, head: Path) -> None:
    """By source, each read by a line that was not fitted to it."""
    levels = Levels(path, loaded(Head(), head))
    found = np.zeros(len(levels.labels))
    for source in set(levels.left_out):
        own = levels.left_out == source
        found[own] = levels.probabilities(levels.fit(~own), own)
    figures = {}
    for source in sorted(set(levels.sources)):
        for label, name in ((False, 'without_lung'), (True, 'with_lung')):
            own = found[(levels.sources == source) & (levels.labels == label)]
            if len(own):
                taken = {key: round(float((own >= limit).mean()), 3) for key, limit in FROM.items()}
                figures.setdefault(source, {})[name] = {**taken, 'of': len(own)}
    write_figures('modality', {'lung_level': {'evaluated': 'source left out', 'taken': figures}})
