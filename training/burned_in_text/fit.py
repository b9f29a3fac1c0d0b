"""Fits and judges the weights of core/src/burned-in-text/text-likeness.ts.

    python -m training.burned_in_text.fit OUT DATASETS [--write]

Fitted on folds 0 and 1 with the known fonts, judged on folds 2 to 4. A candidate is text where most of its
box lies in a pasted line; on pictures without pasted text all are not, but for the labels that MIAS films
carry of themselves.
"""

import collections
import json
import pathlib
import sys

import numpy as np
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import StandardScaler

OUT, DATA = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
HIDDEN = 12
facts = [json.loads(line) for line in open(OUT / 'pictures.jsonl')]
measured = {m['file']: m for m in map(json.loads, open(OUT / 'measured.jsonl'))}
facts = [f for f in facts if f['file'] in measured]


def inside(box, line):
    x, y, w, h = box['x'], box['y'], box['width'], box['height']
    across = max(0, min(x + w, line[2] + 3) - max(x, line[0] - 3))
    down = max(0, min(y + h, line[3] + 3) - max(y, line[1] - 3))
    return across * down / (w * h)


def examples(wanted):
    features, labels = [], []
    for fact in facts:
        if not wanted(fact):
            continue
        for candidate in measured[fact['file']]['candidates']:
            if fact['lines']:
                # Two lines that have become one blot are no line, but hiding them is right.
                if max(inside(candidate['box'], line['box']) for line in fact['lines']) < 0.6:
                    continue
            elif fact['set'].startswith('breast'):
                continue
            features.append(candidate['features'])
            labels.append(bool(fact['lines']))
    return np.array(features), np.array(labels)


train = lambda fact: fact['fold'] in (0, 1) and not fact.get('unseen')
features, labels = examples(train)
print('candidates', len(labels), 'text', labels.sum(), 'pictures', sum(map(train, facts)))
scaler = StandardScaler().fit(features)
weight = np.where(labels, (~labels).sum() / max(1, labels.sum()), 1) ** 0.5
order = np.random.default_rng(0).choice(len(labels), len(labels) * 2, p=weight / weight.sum())
network = MLPClassifier((HIDDEN,), activation='tanh', alpha=1e-2, max_iter=400, random_state=0).fit(
    scaler.transform(features[order]), labels[order]
)


def likeness(rows):
    return network.predict_proba(scaler.transform(rows))[:, 1] if len(rows) else np.zeros(0)


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


def judge(wanted, threshold):
    lines, pictures, alarms = collections.Counter(), collections.Counter(), collections.Counter()
    for fact in filter(wanted, facts):
        candidates = measured[fact['file']]['candidates']
        scores = likeness(np.array([c['features'] for c in candidates])) if candidates else []
        boxes = [c['box'] for c, score in zip(candidates, scores) if score >= threshold]
        if not fact['lines']:
            alarms[fact['set']] += bool(boxes)
            alarms[fact['set'], 'all'] += 1
            continue
        hits = [covered(line, boxes) >= 0.9 for line in fact['lines']]
        lines[fact['set']] += sum(hits)
        lines[fact['set'], 'all'] += len(hits)
        pictures['found'] += any(c >= 0.5 for c in (covered(line, boxes) for line in fact['lines']))
        pictures['all'] += 1
    return lines, pictures, alarms


for threshold in (0.3, 0.5, 0.7, 0.8, 0.9):
    lines, pictures, alarms = judge(lambda f: f['fold'] > 1, threshold)
    names = sorted({k for k in alarms if isinstance(k, str)} | {k[0] for k in alarms if isinstance(k, tuple)})
    print('threshold', threshold, 'pictures with text found', pictures['found'], 'of', pictures['all'])
    for name in names:
        print(
            f'   {name:40} lines {lines[name]}/{lines[name, "all"]}  alarms {alarms[name]}/{alarms[name, "all"]}'
        )

if '--write' in sys.argv:
    first, second = network.coefs_
    # Standardising is folded into the first layer.
    hidden = (first.T / scaler.scale_).round(4).tolist()
    bias = (network.intercepts_[0] - (first.T / scaler.scale_) @ scaler.mean_).round(4).tolist()
    (OUT / 'weights.json').write_text(
        json.dumps(
            {
                'hidden': hidden,
                'hiddenBias': bias,
                'out': second[:, 0].round(4).tolist(),
                'outBias': round(float(network.intercepts_[1][0]), 4),
            }
        )
    )
