"""The lesion's outline on a source no network saw: five changes at reading time, none of them trained.

    python -m training.cervix.unseen.lesion_views --data ../shared/datasets/cervix

Dice of the shipped network on the outlined images of the atlas after acetic acid, which it never saw, and
as a control on every fourth outlined image of VIA and AnnoCerv, which it has seen.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch

from training.cervix.network.cervix_outlines import Shipped
from training.cervix.network.data import LOADERS, Pictures
from training.cervix.unseen.left_out import CERVIX_FROM, LESION_SHARE, PEAK
from training.cervix.network.read import read
from training.metrics import dice, interval, mean

# Sources and the step at which their outlined images are taken.
SOURCES = {'atlas': 1, 'via': 4, 'annocerv': 2}
WEIGHTS = (0.5, 1.0)


def lab_of(image: torch.Tensor) -> np.ndarray:
    return cv2.cvtColor(image.permute(1, 2, 0).numpy().astype(np.float32) / 255, cv2.COLOR_RGB2LAB)


def recolored(image: torch.Tensor, cervix: np.ndarray, target: np.ndarray) -> torch.Tensor:
    """The image with mean and spread of its cervix's color brought to `target` (2, 3)."""
    lab = lab_of(image)
    own = np.stack([lab[cervix].mean(0), lab[cervix].std(0) + 1e-3])
    moved = ((lab - own[0]) / own[1] * target[1] + target[0]).astype(np.float32)
    rgb = np.clip(cv2.cvtColor(moved, cv2.COLOR_LAB2RGB), 0, 1) * 255
    return torch.from_numpy(rgb).permute(2, 0, 1)


def whitened(lesion: np.ndarray, image: torch.Tensor, cervix: np.ndarray, weight: float) -> np.ndarray:
    """Log-odds of the map moved by the whiteness (L* minus a*) against the median of the cervix, in its own
    deviations.
    """
    lab = lab_of(image)
    white = cv2.GaussianBlur(lab[..., 0] - lab[..., 1], (0, 0), 2)
    above = (white - np.median(white[cervix])) / (white[cervix].std() + 1e-3)
    kept = np.clip(lesion, 1e-4, 1 - 1e-4)
    return 1 / (1 + np.exp(-(np.log(kept / (1 - kept)) + weight * above)))


def outline(lesion: np.ndarray, cervix: np.ndarray) -> np.ndarray:
    return (lesion > LESION_SHARE * np.percentile(lesion[cervix], PEAK)) & cervix


def flipped(shipped: Shipped, image: torch.Tensor, share: torch.Tensor) -> np.ndarray:
    return read(shipped, image.flip(1), share)['maps'][1][::-1]


def dices_of(shipped: Shipped, pictures: Pictures, i: int, target: np.ndarray) -> dict[str, float]:
    image, share = pictures.images[i].float(), pictures.shares[i]
    truth = pictures.masks[i, 1].numpy() > 0
    seen = read(shipped, image, share)
    cervix, lesion = seen['maps'][0] > CERVIX_FROM, seen['maps'][1]
    if cervix.sum() < 100:
        return {}
    upside = flipped(shipped, image, share)
    tints = [image * torch.tensor(tint).view(3, 1, 1) for tint in ((1.08, 1.0, 0.93), (0.93, 1.0, 1.08))]
    tinted = [read(shipped, tint.clamp(0, 255), share)['maps'][1] for tint in tints]
    maps = {
        'as shipped': lesion,
        'mean of upright and upside down': (lesion + upside) / 2,
        'mean of plain, warmer and colder': (lesion + tinted[0] + tinted[1]) / 3,
        'colors of the cervix as in VIA': read(shipped, recolored(image, cervix, target), share)['maps'][1],
        **{f'log-odds moved by whiteness, weight {w}': whitened(lesion, image, cervix, w) for w in WEIGHTS},
    }
    score = float(seen['scores'][0] + seen['first_scores'][0])
    out = {name: dice(outline(each, cervix), truth) for name, each in maps.items()}
    # A likely lesion is drawn wider, an unlikely one narrower.
    share_of_peak = LESION_SHARE + (0.1 if score < 0 else -0.1)
    peak = np.percentile(lesion[cervix], PEAK)
    out["share of the peak by the lesion's score (0.4 or 0.6)"] = dice(
        (lesion > share_of_peak * peak) & cervix, truth
    )
    return out


def via_color(pictures: Pictures, step: int) -> np.ndarray:
    stats = []
    for i in range(0, len(pictures.names), step):
        cervix = pictures.masks[i, 0].numpy() > 0
        if cervix.any():
            lab = lab_of(pictures.images[i].float())[cervix]
            stats.append([lab.mean(0), lab.std(0)])
    return np.mean(stats, 0)


@torch.no_grad()
def main(data: Path) -> None:
    torch.set_num_threads(1)
    shipped = Shipped()
    target = via_color(LOADERS['via'](data / 'via'), 3)
    for name, step in SOURCES.items():
        pictures = LOADERS[name](data / name)
        drawn = [i for i in range(len(pictures.names)) if pictures.masks[i, 1].any()][::step]
        rows = [(pictures.cases[i], dices_of(shipped, pictures, i, target)) for i in drawn]
        rows = [row for row in rows if row[1]]
        cases = [case for case, _ in rows]
        for way in rows[0][1]:
            print(name, len(rows), way, interval([row[way] for _, row in rows], cases, mean), flush=True)


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', type=Path, required=True)
    main(parser.parse_args().data)
