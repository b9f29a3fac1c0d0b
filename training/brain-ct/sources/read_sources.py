"""Reads other sources with one network that never saw them: `read_sources.py CACHE DATA NETWORK OUT SOURCE...`.

NETWORK is a file of train.py or recover.py; calibration.json of recover.py lies beside it. Writes OUT/SOURCE.npz (row, probability (n, 6),
position) and prints the AUC for all labelled bleedings and for the visible ones.
"""
import json
import sys
from pathlib import Path

import numpy as np
import torch
from sklearn.metrics import roc_auc_score

from network import TYPES
from predict import network_of, read
from sources import Source


def auc(label, score):
    return f'{roc_auc_score(label, score):.3f}' if 0 < label.sum() < len(label) else '-'


def main():
    cache, data, path, out = map(Path, sys.argv[1:5])
    torch.set_num_threads(1)
    calibration = json.loads((path.parent / 'calibration.json').read_text())
    slope, offset = np.array([calibration[name] for name in ['any', *TYPES]]).T
    out.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[5:]:
        source = Source(cache, data, name)
        rows = np.arange(len(source.rows))
        logits, _, position = read([network_of(path)], source, rows)
        probability = 1 / (1 + np.exp(-(logits * slope + offset)))
        np.savez(out / f'{name}.npz', row=rows, probability=probability, position=position)
        known, plain = source.any >= 0, (source.any == 0) | source.visible
        print(name, len(rows), 'slices, AUC', auc(source.any[known], probability[known, 0]), 'visible', auc(source.visible[plain], probability[plain, 0]))


if __name__ == '__main__':
    main()
