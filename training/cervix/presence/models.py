"""Is a lesion present, on a source left out: linear models on frozen features, colors and cells. Prints the
AUC of each source.

    python -m training.cervix.presence.models cache/presence.npz cache/cells.npz

Needs `presence/features.py` and `presence/cells.py`. Each source and class weighs the same, several
pictures of one cervix count as one. The atlas shows a lesion in every picture: it can teach, and cannot be
asked. Not adopted (model card).
"""

import sys

import numpy as np
from sklearn.metrics import roc_auc_score

ASKED = ('via', 'annocerv', 'puskesmas')
PENALTIES = (300.0, 3000.0, 30000.0)
# Of the features of a cell, the last twelve are colors and place.
STRIDE_16, ENCODER = slice(0, 112), slice(0, 344)
COLORS = slice(344, None)
HARD_ROUNDS, HARD_WEIGHT, HARD_FROM = 3, 3.0, 0.4


def ridge(x, y, weight, penalty):
    centre, level = np.average(x, axis=0, weights=weight), np.average(y, weights=weight)
    z = x - centre
    if x.shape[0] > x.shape[1]:
        scaled = z * weight[:, None]
        w = np.linalg.solve(z.T @ scaled + penalty * np.eye(x.shape[1]), scaled.T @ (y - level))
    else:
        w = z.T @ np.linalg.solve(z @ z.T + penalty * np.diag(1 / weight), y - level)
    return w, level - centre @ w


def standardised(x, on):
    return np.clip((x - x[on].mean(0)) / (x[on].std(0) + 1e-6), -3, 3)


def label_of(d):
    return np.where(d['source'] == 'puskesmas', d['scores'][:, 1], d['scores'][:, 0]).astype(int)


def picture_weights(source, case, y, on):
    weight = np.zeros(len(y))
    for s in set(source[on]):
        for label in (0, 1):
            k = on & (source == s) & (y == label)
            if k.any():
                share = np.array([1 / (case[k] == c).sum() for c in case[k]])
                weight[k] = share / share.sum()
    return weight * on.sum() / weight.sum()


def pictures(d):
    source, y = d['source'], label_of(d)
    for name in ('whole', 'close', 'close_mucosa', 'local', 'color'):
        for penalty in PENALTIES:
            for teachers in (ASKED, (*ASKED, 'atlas')):
                found = {}
                for left in ASKED:
                    on = np.isin(source, [s for s in teachers if s != left])
                    z, weight = standardised(d[name], on), picture_weights(source, d['case'], y, on)
                    w, bias = ridge(z[on], y[on].astype(float), weight[on], penalty)
                    found[left] = round(roc_auc_score(y[source == left], z[source == left] @ w + bias), 3)
                print(
                    name,
                    int(penalty),
                    'with atlas' if len(teachers) == 4 else '',
                    found,
                    'worst',
                    min(found.values()),
                )


def cell_labels(d):
    """1 outlined, 0 free of it in a picture that is outlined or has no lesion, else -1."""
    picture, truth, y = d['picture'], d['truth'].astype(np.float32), label_of(d)
    drawn = np.zeros(len(y), bool)
    np.maximum.at(drawn, picture, truth > 0.3)
    told = (d['outlined'] > 0) | ((d['source'] == 'puskesmas') & (y == 0))
    out = np.full(len(truth), -1)
    out[truth > 0.5] = 1
    out[(truth < 0.05) & told[picture] & ((y[picture] == 0) | drawn[picture])] = 0
    return out


def cells(d):
    picture, y, known = d['picture'], label_of(d), cell_labels(d)
    source = d['source'][picture]
    for name, part in (
        ('cells, stride 16', STRIDE_16),
        ('cells, encoder', ENCODER),
        ('cells, colors and place', COLORS),
        ('cells, all', slice(None)),
    ):
        for penalty in (30.0, 1000.0, 10000.0):
            for rounds in (0, HARD_ROUNDS):
                found = {}
                for left in ASKED:
                    on = (source != left) & (known >= 0)
                    z, weight = standardised(d['x'][:, part].astype(np.float32), on), np.zeros(len(known))
                    for s in set(source[on]):
                        for label in (0, 1):
                            k = on & (source == s) & (known == label)
                            if k.any():
                                share = 1 / np.bincount(picture[k])[picture[k]]
                                weight[k] = share / share.sum() * np.sqrt(len(set(picture[k])))
                    scores = z @ np.zeros(z.shape[1])
                    for turn in range(rounds + 1):
                        used = weight.copy()
                        if turn:
                            used[
                                on
                                & (known == 0)
                                & (scores > np.quantile(scores[on & (known == 1)], HARD_FROM))
                            ] *= HARD_WEIGHT
                        w, bias = ridge(
                            z[on], known[on].astype(float), used[on] * on.sum() / used.sum(), penalty
                        )
                        scores = z @ w + bias
                    top = [
                        np.sort(scores[picture == i])[-max(3, int(0.1 * (picture == i).sum())) :].mean()
                        for i in range(len(y))
                    ]
                    asked = d['source'] == left
                    found[left] = round(roc_auc_score(y[asked], np.array(top)[asked]), 3)
                print(
                    name,
                    int(penalty),
                    'hard negatives' if rounds else '',
                    found,
                    'worst',
                    min(found.values()),
                    flush=True,
                )


if __name__ == '__main__':
    pictures(np.load(sys.argv[1]))
    cells(np.load(sys.argv[2]))
