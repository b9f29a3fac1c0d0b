"""Fits and judges the weights of core/src/burned-in-text/text-likeness.ts.

Fitted on folds 0 and 1 with the known fonts, judged on folds 2 to 4. A candidate is text where most of its
box lies in a pasted line; on pictures without pasted text all are not, but for the labels that MIAS films
carry of themselves.
"""

import collections
import json
from pathlib import Path

import numpy as np
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import StandardScaler

from training.datasets import lines_of

HIDDEN = 12


def pictures_of(folder):
    """Facts of every picture, with its candidates."""
    measured = {one['file']: one['candidates'] for one in lines_of(folder / 'measured.jsonl')}
    facts = lines_of(folder / 'pictures.jsonl')
    return [{**fact, 'candidates': measured[fact['file']]} for fact in facts if fact['file'] in measured]


def inside(box, line):
    x, y, w, h = box['x'], box['y'], box['width'], box['height']
    across = max(0, min(x + w, line[2] + 3) - max(x, line[0] - 3))
    down = max(0, min(y + h, line[3] + 3) - max(y, line[1] - 3))
    return across * down / (w * h)


def examples(facts):
    features, labels = [], []
    for fact in facts:
        for candidate in fact['candidates']:
            if fact['lines']:
                # Two lines that have become one blot are no line, but hiding them is right.
                if max(inside(candidate['box'], line['box']) for line in fact['lines']) < 0.6:
                    continue
            elif fact['set'].startswith('breast'):
                continue
            features.append(candidate['features'])
            labels.append(bool(fact['lines']))
    return np.array(features), np.array(labels)


def fitted(facts):
    """Scaler and perceptron."""
    features, labels = examples([f for f in facts if f['fold'] in (0, 1) and not f.get('unseen')])
    scaler = StandardScaler().fit(features)
    weight = np.where(labels, (~labels).sum() / max(1, labels.sum()), 1) ** 0.5
    order = np.random.default_rng(0).choice(len(labels), len(labels) * 2, p=weight / weight.sum())
    network = MLPClassifier((HIDDEN,), activation='tanh', alpha=1e-2, max_iter=400, random_state=0)
    return scaler, network.fit(scaler.transform(features[order]), labels[order])


def covered(line, boxes, height_margin=0.35):
    """Share of a line that padded boxes hide."""
    x0, y0, x1, y1 = map(int, line['box'])
    hidden = np.zeros((y1 - y0, x1 - x0), bool)
    for b in boxes:
        pad = b['height'] * height_margin
        hidden[
            max(0, int(b['y'] - pad) - y0) : max(0, int(b['y'] + b['height'] + pad) - y0),
            max(0, int(b['x'] - pad) - x0) : max(0, int(b['x'] + b['width'] + pad) - x0),
        ] = True
    return hidden.mean()


def judge(facts, likeness, threshold):
    lines, pictures, alarms = collections.Counter(), collections.Counter(), collections.Counter()
    for fact in facts:
        scores = likeness([c['features'] for c in fact['candidates']]) if fact['candidates'] else []
        boxes = [c['box'] for c, score in zip(fact['candidates'], scores) if score >= threshold]
        if not fact['lines']:
            alarms[fact['set']] += bool(boxes)
            alarms[fact['set'], 'all'] += 1
            continue
        shares = [covered(line, boxes) for line in fact['lines']]
        lines[fact['set']] += sum(share >= 0.9 for share in shares)
        lines[fact['set'], 'all'] += len(shares)
        pictures['found'] += max(shares) >= 0.5
        pictures['all'] += 1
    return lines, pictures, alarms


def judge_all(folder: Path) -> None:
    facts = pictures_of(folder)
    scaler, network = fitted(facts)
    likeness = lambda rows: network.predict_proba(scaler.transform(rows))[:, 1]
    held = [fact for fact in facts if fact['fold'] > 1]
    for threshold in (0.3, 0.5, 0.7, 0.8, 0.9):
        lines, pictures, alarms = judge(held, likeness, threshold)
        print('threshold', threshold, 'pictures with text found', pictures['found'], 'of', pictures['all'])
        for name in sorted({fact['set'] for fact in held}):
            hits = f'lines {lines[name]}/{lines[name, "all"]}  alarms {alarms[name]}/{alarms[name, "all"]}'
            print(f'   {name:40} {hits}')


def write_weights(folder: Path) -> None:
    scaler, network = fitted(pictures_of(folder))
    first, second = network.coefs_
    # Standardising is folded into the first layer.
    hidden = first.T / scaler.scale_
    weights = {
        'hidden': hidden.round(4).tolist(),
        'hiddenBias': (network.intercepts_[0] - hidden @ scaler.mean_).round(4).tolist(),
        'out': second[:, 0].round(4).tolist(),
        'outBias': round(float(network.intercepts_[1][0]), 4),
    }
    (folder / 'weights.json').write_text(json.dumps(weights))
