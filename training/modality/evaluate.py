"""Measures the gate on pictures its network never learnt from and writes metrics.json.

`evaluate.py CACHE CHECKPOINTS OUT`: fold-0.pt … fold-4.pt each read their own fold (patients), as published and under
changes an upload may bring; every network reads the gallery, the lung region set and the held-out photographs.
"""
import json
import pickle
import random
import sys
from pathlib import Path

import cv2
import numpy as np
import torch
from sklearn.metrics import roc_auc_score

from augment import letterboxed, view
from network import KINDS, ModalityNetwork
from synthetic import draw

ACCEPT_FROM = 0.25


def as_rgb(picture):
    if picture.dtype == np.float32:
        picture = (np.clip((picture + 600) / 1500 + 0.5, 0, 1) * 255).astype(np.uint8)
    return np.repeat(picture[..., None], 3, 2) if picture.ndim == 2 else picture


def probabilities(network, pictures):
    planes = torch.from_numpy(np.stack([letterboxed(p) for p in pictures]))
    with torch.no_grad():
        both = [network(planes.flip(3) if flip else planes).softmax(1) for flip in (False, True)]
    return ((both[0] + both[1]) / 2).numpy()


def wilson(hits, count):
    """95 % interval of a share."""
    if count == 0:
        return [None, None]
    z, p = 1.96, hits / count
    centre, half = p + z * z / (2 * count), z * np.sqrt(p * (1 - p) / count + z * z / (4 * count * count))
    return [round(float((centre + sign * half) / (1 + z * z / count)), 4) for sign in (-1, 1)]


def write_figures(result, readme):
    """The table of the model card, between its marks."""
    lines = [f'Folds measured: {", ".join(map(str, result["folds"]))} of 0-4. Interval: 95 %.', '',
             '| kind | pictures | AUC | falsely refused | falsely accepted (of all others) |', '|---|---|---|---|---|']
    for changed, words in (('plain', 'as published'), ('changed', 'changed at random')):
        for name in KINDS[:4]:
            part = result[changed]
            refused, accepted = part['false_refusals'][name], part['false_acceptances'][name]
            low, high = refused['interval']
            lines.append(f'| {name}, {words} | {refused["of"]} | {part["auc"][name]:.4f} | '
                         f'{refused["share"]:.2%} ({low:.2%}-{high:.2%}) | {accepted["share"]:.2%} |')
    text = readme.read_text()
    start, end = text.index('<!-- figures:'), text.index('<!-- /figures -->')
    head = text[start:text.index('\n', start)]
    readme.write_text(text[:start] + head + '\n\n' + '\n'.join(lines) + '\n\n' + text[end:])


def main():
    cache, checkpoints, out = map(Path, sys.argv[1:4])
    with open(cache, 'rb') as handle:
        records = pickle.load(handle)
    random.seed(3), np.random.seed(3)
    torch.set_num_threads(1), cv2.setNumThreads(1)
    rows = {'plain': [], 'changed': []}
    folds = [f for f in range(5) if (checkpoints / f'fold-{f}.pt').exists()]
    drawn = [('other/drawn', draw()) for _ in range(200)]
    for fold in folds:
        network = ModalityNetwork()
        network.load_state_dict(torch.load(checkpoints / f'fold-{fold}.pt'))
        network.eval()
        tested = [r for r in records if r[3] == fold or r[3] == -2 or r[2].startswith('gallery')]
        for changed in ('plain', 'changed'):
            batch = [(r[0], r[2], view(r[0], r[4]) if changed == 'changed' else as_rgb(r[4])) for r in tested]
            batch += [(4, source, view(4, p) if changed == 'changed' else p) for source, p in drawn[fold * 40:fold * 40 + 40]]
            for start in range(0, len(batch), 64):
                part = batch[start:start + 64]
                for (kind, source, _), p in zip(part, probabilities(network, [b[2] for b in part])):
                    rows[changed].append((kind, source, p))
    result = {'model': 'modality', 'folds': folds, 'accept_from': ACCEPT_FROM}
    for changed, entries in rows.items():
        kinds = np.array([e[0] for e in entries])
        scores = np.stack([e[2] for e in entries])
        result[changed] = {'auc': {}, 'false_refusals': {}, 'false_acceptances': {}, 'by_source': {}}
        for index, name in enumerate(KINDS[:4]):
            own, others = scores[kinds == index, index], scores[kinds != index, index]
            refused, accepted = int((own < ACCEPT_FROM).sum()), int((others >= ACCEPT_FROM).sum())
            result[changed]['auc'][name] = round(float(roc_auc_score(kinds == index, scores[:, index])), 5)
            result[changed]['false_refusals'][name] = {'share': round(refused / len(own), 4), 'of': len(own), 'interval': wilson(refused, len(own))}
            result[changed]['false_acceptances'][name] = {'share': round(accepted / len(others), 4), 'of': len(others), 'interval': wilson(accepted, len(others))}
        for source in sorted({e[1] for e in entries}):
            own = [(k, p) for k, s, p in entries if s == source]
            right = sum(p[k] >= ACCEPT_FROM if k < 4 else max(p[:4]) < ACCEPT_FROM for k, p in own)
            result[changed]['by_source'][source] = {'right': round(right / len(own), 4), 'of': len(own)}
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(result, indent=2) + '\n')
    write_figures(result, out.parent.parent / 'README.md')
    print(json.dumps(result, indent=1))


if __name__ == '__main__':
    main()
