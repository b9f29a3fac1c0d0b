"""Scores of `encoders/compare.py` on what an encoder sees: ridge out of fold, joined with the engine's
odds, and what it finds.
"""

import numpy as np


def ridge(x, y, weight, penalty):
    centre, level = np.average(x, axis=0, weights=weight), np.average(y, weights=weight)
    z = x - centre
    w = z.T @ np.linalg.solve(z @ z.T + penalty * np.diag(1 / weight), y - level)
    return w, level - centre @ w


def out_of_fold(x, y, groups, penalty):
    weight = np.where(y > 0, 0.5 / max(y.mean(), 0.01), 0.5 / (1 - y.mean()))
    found = np.zeros(len(y))
    for g in np.unique(groups):
        on = groups != g
        mean, spread = x[on].mean(0), x[on].std(0) + 1e-6
        z = np.clip((x - mean) / spread, -3, 3)
        w, bias = ridge(z[on], y[on].astype(float), weight[on], penalty)
        found[~on] = z[~on] @ w + bias
    return found


def joined(score, odds, y, groups):
    """The encoder's score and the engine's odds, weighed by a model of two numbers fitted on the other
    folds.
    """
    from sklearn.linear_model import LogisticRegression

    found = np.zeros(len(y))
    x = np.stack([(score - score.mean()) / score.std(), (odds - odds.mean()) / odds.std()], 1)
    for g in np.unique(groups):
        on = groups != g
        found[~on] = LogisticRegression(C=1.0).fit(x[on], y[on]).decision_function(x[~on])
    return found


def sensitivity(files, score, mass, limit=1.0):
    """Share of masses among the candidates found at so many false marks per film (candidates on one film,
    one hit each).
    """
    films, lesions = len(np.unique(files)), len(np.unique(files[mass == 1]))
    seen, false, true = set(), 0, 0
    for i in np.argsort(-score):
        if mass[i] == 0:
            false += 1
            if false > limit * films:
                break
        elif mass[i] == 1 and files[i] not in seen:
            seen.add(files[i])
            true += 1
    return true / lesions
