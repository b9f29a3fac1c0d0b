"""Measures the gate on pictures its heads never learned from and writes metrics.json.

fold-0.pt to fold-4.pt each read their own fold (patients; files of everyday pictures), as published and
changed as an upload may be; the gallery, the lung region set and the sources never learned from get the mean
over the five. without-*.pt each read the one data set that they never saw.
"""

from pathlib import Path

import numpy as np
import torch
from sklearn.metrics import roc_auc_score

from training.export import loaded
from training.metrics import write_figures
from training.modality.network import KINDS, Head
from training.pipeline import FOLDS

# As in analyses/modality/gate.ts.
ACCEPT_FROM = {'mammogram': 0.5, 'headCt': 0.5, 'chestCt': 0.6, 'cervix': 0.5}
LIMITS = np.array([ACCEPT_FROM[kind] for kind in KINDS[:4]])


def wilson(hits, count):
    """95 % interval of a share."""
    if count == 0:
        return [None, None]
    z, p = 1.96, hits / count
    centre, half = p + z * z / (2 * count), z * np.sqrt(p * (1 - p) / count + z * z / (4 * count * count))
    return [round(max(float((centre + sign * half) / (1 + z * z / count)), 0.0), 4) for sign in (-1, 1)]


def share(hits, count):
    return {'share': round(hits / count, 4), 'of': count, 'interval': wilson(hits, count)}


def left_out(checkpoints, measured):
    """By source, worst first: share falsely refused by a head that never saw it, as published and changed."""
    shares = {}
    for path in sorted(checkpoints.glob('without-*.pt')):
        head = loaded(Head(), path)
        for changed in ('plain', 'changed'):
            rows = measured[f'{changed}_rows']
            own = np.flatnonzero(
                np.char.replace(measured['sources'][rows], '/', '-') == path.stem.removeprefix('without-')
            )
            kind = int(measured['kinds'][rows][own[0]])
            score = (read(head, measured[changed][own]) + read(head, measured[f'{changed}_mirrored'][own]))[
                :, kind
            ] / 2
            part = {'refused': round(float((score < LIMITS[kind]).mean()), 4), 'of': len(own)}
            shares.setdefault(str(measured['sources'][rows][own[0]]), {})[changed] = part
    return dict(sorted(shares.items(), key=lambda entry: -entry[1]['plain']['refused']))


@torch.no_grad()
def read(head, seen):
    return head(torch.from_numpy(seen.astype(np.float32))).softmax(1).numpy()


def probabilities(heads, plain, mirrored, folds):
    """(n, kinds): mean of picture and mirror image, by the head that never saw the fold; the mean of all
    for the rest.
    """
    every = np.stack([(read(head, plain) + read(head, mirrored)) / 2 for head in heads])
    own = every[np.clip(folds, 0, None), np.arange(len(folds))]
    return np.where((folds >= 0)[:, None], own, every.mean(0))


def figures_of(kinds, sources, scores):
    part = {'auc': {}, 'false_refusals': {}, 'false_acceptances': {}, 'by_source': {}}
    for index, name in enumerate(KINDS[:4]):
        own, others = scores[kinds == index, index], scores[kinds != index, index]
        refused, accepted = int((own < LIMITS[index]).sum()), int((others >= LIMITS[index]).sum())
        part['auc'][name] = round(float(roc_auc_score(kinds == index, scores[:, index])), 5)
        part['false_refusals'][name] = share(refused, len(own))
        part['false_acceptances'][name] = share(accepted, len(others))
    for source in sorted(set(sources)):
        rows = np.flatnonzero(sources == source)
        right = sum(
            scores[i, kinds[i]] >= LIMITS[kinds[i]] if kinds[i] < 4 else (scores[i, :4] < LIMITS).all()
            for i in rows
        )
        part['by_source'][source] = {'right': round(float(right) / len(rows), 4), 'of': len(rows)}
    return part


def write_gate(measured: Path, checkpoints: Path) -> None:
    measured = np.load(measured)
    heads = [loaded(Head(), checkpoints / f'fold-{fold}.pt') for fold in FOLDS]
    result = {'model': 'modality', 'folds': list(FOLDS), 'accept_from': ACCEPT_FROM}
    for changed in ('plain', 'changed'):
        rows = measured[f'{changed}_rows']
        kinds, folds, sources = (measured[name][rows] for name in ('kinds', 'folds', 'sources'))
        scores = probabilities(heads, measured[changed], measured[f'{changed}_mirrored'], folds)
        # What every head learned from (projections of one chest CT, that CT itself) measures nothing.
        counts = (folds != -1) | np.char.startswith(sources, 'gallery')
        result[changed] = figures_of(kinds[counts], sources[counts], scores[counts])
        if changed == 'plain':
            groups = measured['groups'][rows]
            taken = np.flatnonzero(
                (folds == -2) & (kinds == 4) & (groups != '') & (scores[:, :4] >= LIMITS).any(1)
            )
            names = [f'{groups[i]} ({sources[i]}) as {KINDS[int(scores[i, :4].argmax())]}' for i in taken]
            result['note'] = (
                f'Accepted among the pictures no head ever saw: {", ".join(names) if names else "none"}.'
            )
    result['left_out'] = left_out(checkpoints, measured)
    write_figures('modality', result)
