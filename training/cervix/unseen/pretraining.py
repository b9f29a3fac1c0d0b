"""Self-supervised pre-training on all cervix images, then whether a lesion is present, on a source left out.

    python -m training.cervix.unseen.pretraining --data ../shared/datasets/cervix cache | fit [SOURCE left out …] [--steps N]

Tried (model card). `cache` keeps views of every image through the frozen half of the encoder; `fit`
pre-trains without the images of the source left out (`training/self_supervised.py`), then trains the
classifier from ImageNet and from there, with the same steps and seeds. The atlas shows a lesion in every
image: it teaches, and cannot be asked.
"""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import torch

from training import self_supervised
from training.cervix.network.data import CANVAS, LOADERS, Pictures, with_presence
from training.cervix.presence.models import ASKED, picture_weights
from training.efficientnet_lite import Encoder, load_imagenet
from training.metrics import auc, interval

CACHE = Path(__file__).resolve().parents[1] / 'cache'
SIDE, VIEWS = 128, 4
FIT_STEPS, SEEDS = 100, (0, 1)


def view(image: np.ndarray, share: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Part of an image (CANVAS, CANVAS, 3) around its middle: turned, mirrored, in another light, (3, SIDE,
    SIDE).
    """
    side = CANVAS * min(share) * rng.uniform(0.6, 1.0)
    middle = CANVAS / 2 + rng.normal(0, 0.08, 2) * CANVAS * share
    turn = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), rng.uniform(-30, 30), SIDE / side)
    turn[:, 2] += SIDE / 2 - middle
    cut = cv2.warpAffine(image, turn, (SIDE, SIDE), flags=cv2.INTER_AREA).astype(np.float32) / 255
    if rng.random() < 0.5:
        cut = cut[:, ::-1]
    light = np.exp(rng.normal(0, 0.12, 3)) * np.exp(rng.normal(0, 0.15))
    cut = np.power(np.clip(cut * light, 0, 1), np.exp(rng.normal(0, 0.15)))
    return (2 * cut - 1).transpose(2, 0, 1)


def cached(pictures: Pictures, encoder: Encoder, rng: np.random.Generator) -> torch.Tensor:
    parts = []
    for image, share in zip(pictures.images.numpy(), pictures.shares.numpy(), strict=True):
        plain = np.ascontiguousarray(image.transpose(1, 2, 0))
        parts.append(
            self_supervised.seen(
                encoder, np.stack([view(plain, share, rng) for _ in range(VIEWS)]).astype(np.float32)
            )
        )
    return torch.stack(parts)


def cache(data: Path) -> None:
    rng = np.random.default_rng(0)
    saved = {}
    for name, load in LOADERS.items():
        pictures = with_presence(name, load(data / name))
        label = np.where(pictures.score_known[:, 0] > 0, pictures.scores[:, 0], 1).astype(int)
        saved[name] = {'case': pictures.cases, 'label': label, 'views': cached(pictures, started(), rng)}
        print(name, len(label), int(label.sum()), flush=True)
    CACHE.mkdir(exist_ok=True)
    torch.save(saved, CACHE / 'pretraining.pt')


def started(weights: dict | None = None) -> Encoder:
    encoder = Encoder()
    load_imagenet(encoder)
    if weights is not None:
        encoder.load_state_dict(weights)
    return encoder


def fit(left: str, steps: int) -> None:
    saved = torch.load(CACHE / 'pretraining.pt', weights_only=False)
    source = np.concatenate([[name] * len(part['label']) for name, part in saved.items()])
    case = np.concatenate([part['case'] for part in saved.values()])
    label = np.concatenate([part['label'] for part in saved.values()])
    views = torch.cat([part['views'] for part in saved.values()])
    mine = source == left
    path = CACHE / f'pretrained-without-{left}-{steps}.pt'
    if not path.exists():
        self_supervised.pretrain(started(), views[torch.from_numpy(~mine)], steps, 0, path)
    weight = picture_weights(source, case, label, ~mine)
    for name, weights in (('imagenet', None), ('pretrained', torch.load(path))):
        total = 0
        for seed in SEEDS:
            body = self_supervised.classify(started(weights), views, label, weight, FIT_STEPS, seed)
            total = total + self_supervised.scores(body, views[torch.from_numpy(mine)]) / len(SEEDS)
        pairs = list(zip(label[mine].tolist(), total.tolist(), strict=True))
        print(left, name, json.dumps(interval(pairs, list(case[mine]), auc)), flush=True)


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('step', choices=('cache', 'fit'))
    parser.add_argument('sources', nargs='*', default=list(ASKED))
    parser.add_argument('--data', type=Path, required=True)
    parser.add_argument('--steps', type=int, default=200)
    args = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    if args.step == 'cache':
        cache(args.data)
    else:
        for name in args.sources or ASKED:
            fit(name, args.steps)
