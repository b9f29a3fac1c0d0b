"""What the frozen encoder sees in the training pictures, once for all trainings and measurements.

`learnt.npz`: random views (features, kind, fold, source), drawn by kind, then by source, so that small
sources are seen as well. `measured.npz`: pictures of every source as published and once changed at random,
each plain and mirrored.
"""

import pickle
import random
from pathlib import Path

import numpy as np
import torch

from training.export import export, session_of
from training.modality.augment import is_slice, letterboxed, view
from training.modality.network import KINDS, SIDE, frozen_features
from training.modality.synthetic import draw

# Views to learn from, by kind.
VIEWS = (3500, 5500, 7500, 4500, 11000)
# And slices in windows that hide the soft tissue.
HIDDEN = {'headCt': 500, 'chestCt': 1500}
# Share of the last kind that is drawn by program.
DRAWN = 0.15
BATCH = 16
# Pictures of one source, drawn at random, that are measured as published and changed.
MEASURED = {'plain': 200, 'changed': 30}
OTHER = KINDS.index('other')


def as_rgb(kind, picture):
    """As published; Hounsfield units in the window in which the gate looks for this kind."""
    if picture.dtype == np.float32:
        centre, width = (40, 120) if KINDS[kind] == 'headCt' else (-600, 1500)
        picture = (np.clip((picture - centre) / width + 0.5, 0, 1) * 255).astype(np.uint8)
    return np.repeat(picture[..., None], 3, 2) if picture.ndim == 2 else picture


def chosen_views(records):
    """(kind, fold, picture, source) of every view to learn from, in random order; fold 9: the gallery, 8:
    drawn by program.
    """
    sources = [{} for _ in KINDS]
    for kind, _, source, fold, picture in records:
        if fold != -2:
            sources[kind].setdefault(source, []).append(
                (kind, 9 if source.startswith('gallery') else fold, picture, source)
            )
    for kind, count in enumerate(VIEWS):
        drawn = round(count * DRAWN) if kind == OTHER else 0
        yield from ((OTHER, 8, None, 'other/drawn') for _ in range(drawn))
        pools = [random.sample(pool, len(pool)) for pool in sources[kind].values()]
        weights = [min(len(pool), 1200) ** 0.7 for pool in pools]
        turns = [0] * len(pools)
        for k in random.choices(range(len(pools)), weights, k=count - drawn):
            yield pools[k][turns[k] % len(pools[k])]
            turns[k] += 1


def runner(out):
    """The frozen encoder on one thread; onnxruntime takes half of PyTorch's time."""
    path = out / 'encoder.onnx'
    export(frozen_features(), torch.randn(1, 3, SIDE, SIDE), ('picture', ['features']), path)
    session = session_of(path)
    return lambda batch: session.run(None, {'picture': np.stack(batch)})[0].astype(np.float16)


def seen(run, pictures):
    """Float16 (n, width) of pictures given as letterboxed planes."""
    rows, batch = [], []
    for planes in pictures:
        batch.append(planes)
        if len(batch) == BATCH:
            rows.append(run(batch))
            batch = []
            if len(rows) % 100 == 0:
                print(len(rows) * BATCH, flush=True)
    return np.concatenate([*rows, *([run(batch)] if batch else [])])


def hidden_views(records):
    """As `chosen_views`, whole slices alone."""
    for name, count in HIDDEN.items():
        kind = KINDS.index(name)
        pools = {}
        for own, _, source, fold, picture in records:
            if (
                own == kind
                and fold != -2
                and not source.startswith('gallery')
                and (name == 'headCt' or is_slice(kind, picture))
            ):
                pools.setdefault(source, []).append((kind, fold, picture, source))
        for source in random.choices(
            list(pools), [min(len(pool), 1200) ** 0.7 for pool in pools.values()], k=count
        ):
            yield random.choice(pools[source])


def hidden(run, records):
    random.seed(8), np.random.seed(8)
    hides = list(hidden_views(records))
    return hides, seen(run, (letterboxed(view(kind, picture, hides=True)) for kind, _, picture, _ in hides))


def learnt(run, records, out):
    views = list(chosen_views(records))
    random.shuffle(views)
    planes = (
        letterboxed(view(kind, draw() if picture is None else picture)) for kind, _, picture, _ in views
    )
    features = seen(run, planes)
    hides, hidden_features = hidden(run, records)
    features = np.concatenate([features, hidden_features])
    views += hides
    kinds, folds = (np.array([v[i] for v in views], np.int8) for i in range(2))
    sources = np.array([v[3] for v in views])
    np.savez(out / 'learnt.npz', features=features, kinds=kinds, folds=folds, sources=sources)


def measured(run, records, out):
    records = [*records, *((OTHER, '', 'other/drawn', -2, draw()) for _ in range(200))]
    turns, counts = {}, {}
    for index in random.sample(range(len(records)), len(records)):
        source = records[index][2]
        turns[index] = counts[source] = counts.get(source, 0) + 1
    parts = {}
    for name, most in MEASURED.items():
        chosen = [i for i in range(len(records)) if turns[i] <= most]
        shown = ((records[i][0], records[i][4]) for i in chosen)
        pictures = [view(kind, p) if name == 'changed' else as_rgb(kind, p) for kind, p in shown]
        parts[f'{name}_rows'] = np.array(chosen)
        parts[name] = seen(run, (letterboxed(p) for p in pictures))
        parts[f'{name}_mirrored'] = seen(
            run, (np.ascontiguousarray(letterboxed(p)[..., ::-1]) for p in pictures)
        )
    kinds, folds = (np.array([r[i] for r in records], np.int8) for i in (0, 3))
    sources, groups = (np.array([r[i] for r in records]) for i in (2, 1))
    np.savez(out / 'measured.npz', kinds=kinds, folds=folds, sources=sources, groups=groups, **parts)


def write_features(pictures: Path, out: Path) -> None:
    with open(pictures, 'rb') as handle:
        records = pickle.load(handle)
    for build in (learnt, measured):
        random.seed(7), np.random.seed(7)
        build(runner(out), records, out)
