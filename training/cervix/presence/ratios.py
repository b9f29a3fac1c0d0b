"""Is a lesion present, by color ratios within the mucosa alone: no network, no label of the source asked.
Prints the AUC of each source.

    python -m training.cervix.presence.ratios --data ../shared/datasets/cervix --cache cache

Each ratio is standardized within the mucosa of its picture (median and spread), so that lamp, gain and
white balance cancel. Per ratio and blur: how far the whitest area stands out from its surroundings, its
size, its texture, its distance from the middle. First each measure by itself, then a logistic model of all,
trained on the other sources. Not adopted (model card).
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from training.cervix.network.cervix_outlines import seen_cervices
from training.cervix.network.data import LOADERS
from training.cervix.presence.models import ASKED, picture_weights
from training.cervix.network.views import GLARE_FROM

SIDE = 176
BLURS = (0.02, 0.05, 0.1)
RATIOS = ('unsaturated', 'green over red', 'blue over red', 'minus a*', 'L* minus a*')


def ratios_of(rgb):
    lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB)
    most = rgb.max(2) + 1e-3
    return [
        rgb.min(2) / most,
        rgb[..., 1] / (rgb[..., 0] + 1e-2),
        rgb[..., 2] / (rgb[..., 0] + 1e-2),
        -lab[..., 1],
        lab[..., 0] - lab[..., 1],
    ]


def soft(plane, use, width):
    weight = cv2.GaussianBlur(use.astype(np.float32), (0, 0), width)
    return cv2.GaussianBlur(np.where(use, plane, 0).astype(np.float32), (0, 0), width) / np.maximum(
        weight, 1e-3
    )


def measures_of(rgb, cervix):
    glare = cv2.dilate((rgb.min(2) > GLARE_FROM).astype(np.uint8), np.ones((5, 5))) > 0
    use = cervix & ~glare
    if use.sum() < 400:
        use = ~glare
    size = float(np.sqrt(use.sum()))
    rows, columns = np.nonzero(use)
    away = np.hypot(*(np.indices(use.shape) - np.array([rows.mean(), columns.mean()])[:, None, None])) / size
    grey = rgb.mean(2)
    out = []
    for ratio in ratios_of(rgb):
        middle = np.median(ratio[use])
        z = np.clip((ratio - middle) / (1.48 * np.median(np.abs(ratio[use] - middle)) + 1e-3), -6, 6)
        for blur in BLURS:
            plane = soft(z, use, blur * size)
            cut = np.percentile(plane[use], 92)
            white = use & (plane >= cut)
            ring = (
                use & ~white & (cv2.dilate(white.astype(np.uint8), np.ones((int(0.15 * size) | 1,) * 2)) > 0)
            )
            contrast = plane[white].mean() - (plane[ring].mean() if ring.any() else 0.0)
            rough = np.abs(grey - soft(grey, use, 0.02 * size))
            out += [
                contrast,
                (plane[use] > 1.5).mean(),
                np.percentile(plane[use], 98),
                rough[white].mean() / (rough[use].mean() + 1e-4),
                away[white].mean(),
            ]
    return np.nan_to_num(np.array(out, np.float32))


NAMES = [
    f'{ratio}, blur {blur}: {what}'
    for ratio in RATIOS
    for blur in BLURS
    for what in ('contrast', 'area', '98th', 'roughness', 'distance')
]


def read(args):
    x, y, source, case = [], [], [], []
    for name in ASKED:
        pictures = LOADERS[name](args.data / name)
        cervices = seen_cervices(pictures, args.cache / f'{name}-cervix.npy')
        for i, image in enumerate(pictures.images):
            rgb = (
                cv2.resize(image.permute(1, 2, 0).numpy(), (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(
                    np.float32
                )
                / 255
            )
            cervix = (
                cv2.resize(
                    cervices[i].numpy().astype(np.uint8), (SIDE, SIDE), interpolation=cv2.INTER_NEAREST
                )
                > 0
            )
            x.append(measures_of(rgb, cervix))
            y.append(int(pictures.scores[i, 1 if name == 'puskesmas' else 0]))
            source.append(name)
            case.append(pictures.cases[i])
    return np.stack(x), np.array(y), np.array(source), np.array(case)


def main(args):
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    x, y, source, case = read(args)
    alone = []
    for k, name in enumerate(NAMES):
        aucs = [roc_auc_score(y[source == s], x[source == s, k]) for s in ASKED]
        alone.append((max(min(aucs), 1 - max(aucs)), name, [round(a, 2) for a in aucs]))
    for worst, name, aucs in sorted(alone, reverse=True)[:8]:
        print(f'{worst:.3f}', name, dict(zip(ASKED, aucs, strict=True)))
    for strength in (0.001, 0.01, 0.1):
        found = {}
        for left in ASKED:
            on = source != left
            model = make_pipeline(StandardScaler(), LogisticRegression(C=strength, max_iter=2000))
            model.fit(
                x[on], y[on], logisticregression__sample_weight=picture_weights(source, case, y, on)[on]
            )
            found[left] = round(
                roc_auc_score(y[source == left], model.decision_function(x[source == left])), 3
            )
        print('all ratios, logistic', strength, found, 'worst', min(found.values()))


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', type=Path, required=True)
    parser.add_argument('--cache', type=Path, required=True)
    main(parser.parse_args())
