"""What frozen networks and plain colors say of every picture of all four sources, for `presence/models.py`.

    python -m training.cervix.presence.features --data ../shared/datasets/cervix --out cache/presence.npz

Per picture, light brought to one gray over the mucosa (glare left out), or over the whole view as the
engine does: `whole`, `close`: 736 numbers of `appearance.onnx` of the picture and of the cervix; `local`:
the encoder's stride-16 level within the cervix, away from the os: mean, spread, highest tenth of each
channel; `color`: whiteness against the cervix's own median, blurred at three widths, by distance from the
os; `maps`: what the shipped network's maps say (it has seen VIA and AnnoCerv).
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional as F

from training.cervix.network.cervix_outlines import Shipped
from training.cervix.network.data import LOADERS
from training.cervix.network.network import CervixNet
from training.cervix.network.read import cervix_place, look, theta_of
from training.cervix.network.views import inside_of, normalise, sample
from training.efficientnet_lite import load_imagenet

SIDE = 224
GLARE_FROM = 0.92


def levels(encoder, view):
    quarter, eighth = encoder.early(view)
    return quarter, eighth, *encoder.late(eighth)


def spread_of(parts) -> np.ndarray:
    out = []
    for level in parts:
        mean = level.mean((2, 3), keepdim=True)
        out += [mean.flatten(1), (((level - mean) ** 2).mean((2, 3)) + 1e-6).sqrt()]
    return torch.cat(out, 1).mean(0).numpy()


def mucosa_normalised(view: torch.Tensor, mucosa: torch.Tensor, inside: torch.Tensor) -> torch.Tensor:
    """Every channel's mean over the mucosa at one gray: lamp, filter and exposure taken out."""
    count = mucosa.sum((2, 3), keepdim=True).clamp(min=1)
    means = ((view * mucosa).sum((2, 3), keepdim=True) / count).clamp(min=0.02)
    return ((view * (0.45 / means)).clamp(0, 1.6) - 0.5) * 2 * inside


def color_measures(rgb: np.ndarray, cervix: np.ndarray, os_map: np.ndarray) -> np.ndarray:
    """`rgb` 0..1 of the close view; whiteness in units of the cervix's own spread."""
    glare = rgb.min(2) > GLARE_FROM
    use = cervix & ~cv2.dilate(glare.astype(np.uint8), np.ones((5, 5))).astype(bool)
    if use.sum() < 200:
        return np.zeros(COLORS, np.float32)
    gain = 0.5 / np.maximum(rgb[use].mean(0), 0.02)
    out = []
    lab0 = cv2.cvtColor(rgb.astype(np.float32), cv2.COLOR_RGB2LAB)
    lab1 = cv2.cvtColor(np.clip(rgb * gain, 0, 1).astype(np.float32), cv2.COLOR_RGB2LAB)
    ys, xs = np.nonzero(use)
    size = np.sqrt(use.sum())
    near_os = os_map > 0.5
    if near_os.sum() > 30:
        cy, cx = (v.mean() for v in np.nonzero(near_os))
    else:
        cy, cx = ys.mean(), xs.mean()
    away = np.hypot(*(np.indices(use.shape) - np.array([cy, cx])[:, None, None])) / size
    for lab in (lab0, lab1):
        white = lab[..., 0] - lab[..., 1]
        mid = np.median(white[use])
        spread = np.median(np.abs(white[use] - mid)) + 1
        out += [np.std(lab[..., k][use]) for k in range(3)]
        for width in (0.015, 0.04, 0.09):
            weight = cv2.GaussianBlur(use.astype(np.float32), (0, 0), width * size)
            soft = cv2.GaussianBlur(
                np.where(use, white - mid, 0).astype(np.float32), (0, 0), width * size
            ) / np.maximum(weight, 1e-3)
            for zone in (use, use & (away > 0.25), use & (away < 0.25)):
                values = soft[zone] if zone.sum() > 50 else np.zeros(1)
                out += [
                    np.percentile(values, 90),
                    np.percentile(values, 98),
                    np.percentile(values, 98) / spread,
                    (values > 10).mean(),
                ]
        red = lab[..., 1]
        soft = cv2.GaussianBlur(
            np.where(use, red - np.median(red[use]), 0).astype(np.float32), (0, 0), 0.04 * size
        )
        out += [np.percentile(soft[use], 95), np.percentile(soft[use], 5)]
        out += [np.corrcoef(white[use], away[use])[0, 1]]
    out += [float(glare[cervix].mean()), float(cervix.mean())]
    return np.nan_to_num(np.array(out, np.float32))


COLORS = 2 * (3 + 3 * 3 * 4 + 3) + 2


def map_measures(maps: np.ndarray) -> np.ndarray:
    cervix = maps[0] > 0.5
    inside = maps[1][cervix] if cervix.sum() > 50 else np.zeros(1)
    logit = np.log(np.clip(inside, 1e-4, 1 - 1e-4) / (1 - np.clip(inside, 1e-4, 1 - 1e-4)))
    soft = cv2.GaussianBlur(maps[1] * cervix, (0, 0), 3)
    off = maps[1][cervix & (maps[2] < 0.3)] if (cervix & (maps[2] < 0.3)).sum() > 50 else np.zeros(1)
    return np.array(
        [np.percentile(inside, q) for q in (50, 75, 90, 97, 99)]
        + [
            inside.mean(),
            logit.mean(),
            soft.max(),
            (inside > 0.3).mean(),
            np.percentile(off, 97),
            off.mean(),
        ],
        np.float32,
    )


@torch.no_grad()
def features(shipped, encoder, image, share) -> dict[str, np.ndarray]:
    inside = inside_of(share[None], image.shape[-1])[0]
    first, first_scores, _ = look(shipped, image, inside, (0.0, 0.0, 1.0), 224)
    place = cervix_place(first[0].numpy())
    maps, scores, _ = look(shipped, image, inside, place, 256)
    out = {'maps': np.concatenate([map_measures(maps.numpy()), scores.numpy(), first_scores.numpy()])}
    for name, where in (('whole', (0.0, 0.0, 1.0)), ('close', place)):
        thetas = torch.cat([theta_of(*where), theta_of(*where, mirror=True)])
        view = sample(image[None].expand(2, -1, -1, -1), thetas, SIDE) / 255
        within = (sample(inside[None].expand(2, -1, -1, -1), thetas, SIDE) > 0.5).float()
        out[name] = spread_of(levels(encoder, normalise(view, within)))
        if name == 'whole':
            continue
        cervix = F.interpolate(maps[None], size=SIDE, mode='bilinear')[0]
        mask = (cervix[0] > 0.5).float()
        mask = torch.stack([mask, mask.flip(-1)])[:, None]
        glare = (view.min(1, keepdim=True).values > GLARE_FROM).float()
        mucosa = mask * (1 - glare) if float((mask * (1 - glare)).sum()) > 500 else within
        seen = levels(encoder, mucosa_normalised(view, mucosa, within))
        out['close_mucosa'] = spread_of(seen)
        os_map = torch.stack([cervix[2], cervix[2].flip(-1)])[:, None]
        weight = F.avg_pool2d(mucosa, 16) * (1 - 0.7 * F.avg_pool2d(os_map, 16))
        parts = []
        for level in (seen[2], F.interpolate(seen[3], scale_factor=2.0), F.avg_pool2d(seen[1], 2)):
            v = level.permute(0, 2, 3, 1)[weight[:, 0] > 0.4]
            v = v if len(v) > 10 else level.permute(0, 2, 3, 1).reshape(-1, level.shape[1])
            parts += [v.mean(0), v.std(0), torch.quantile(v, 0.9, 0)]
        out['local'] = torch.cat(parts).numpy()
        rgb = view[0].permute(1, 2, 0).numpy()
        out['color'] = color_measures(rgb, cervix[0].numpy() > 0.5, cervix[2].numpy())
    return out


def main(args: argparse.Namespace) -> None:
    torch.set_num_threads(1)
    shipped = Shipped()
    net = CervixNet().eval()
    load_imagenet(net.encoder)
    rows: dict[str, list] = {}
    for source, loader in LOADERS.items():
        pictures = loader(args.data / source)
        for i in range(len(pictures.names)):
            for key, value in features(shipped, net.encoder, pictures.images[i], pictures.shares[i]).items():
                rows.setdefault(key, []).append(value)
            rows.setdefault('source', []).append(source)
            rows.setdefault('name', []).append(pictures.names[i])
            rows.setdefault('case', []).append(pictures.cases[i])
            rows.setdefault('fold', []).append(pictures.folds[i])
            rows.setdefault('scores', []).append(pictures.scores[i].numpy())
            rows.setdefault('known', []).append(pictures.score_known[i].numpy())
            if i % 40 == 0:
                print(source, i, flush=True)
    np.savez_compressed(args.out, **{key: np.array(value) for key, value in rows.items()})


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', type=Path, required=True)
    parser.add_argument('--out', type=Path, required=True)
    main(parser.parse_args())
