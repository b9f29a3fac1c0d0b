"""Measures of every picture, and of drawn ones before acetic acid, for `unseen/stain.py` and
`unseen/calibrations.py`.

    python -m training.cervix.unseen.stain_measures --data ../shared/datasets/cervix --out cache/stain.npz

No source has a picture before acetic acid. `drawn` = 1: the outlined lesion brought to the color of the
cervix around it, its texture kept, with a soft rim: what whitened is undone, as far as it was outlined. Per
picture: `mean` whiteness and saturation of the mucosa, `white` shares of the cervix, `color` percentiles,
`maps` the shipped network's map (it has seen VIA and AnnoCerv) and scores, `looks` 736 numbers of
`appearance.onnx` (whole picture and its middle, frozen). One picture of each case and label.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import torch

from training.cervix.network.cervix_outlines import Shipped
from training.cervix.network.data import LOADERS
from training.cervix.network.read import read, theta_of
from training.cervix.network.views import GLARE_FROM, SIDE, inside_of, normalise, sample

SOURCES = ('puskesmas', 'atlas', 'annocerv', 'via')
PALE_FROM = (8.0, 15.0, 22.0)
PERCENTILES = (2, 10, 25, 50, 75, 90, 98)
ROUNDED = np.ones((5, 5), np.uint8)


def before_acid(rgb: np.ndarray, cervix: np.ndarray, lesion: np.ndarray) -> np.ndarray | None:
    """The picture (0..1) with its lesion in the color of the cervix outside of it; None where too little is
    left outside.
    """
    glare = cv2.dilate((rgb.min(2) > GLARE_FROM).astype(np.uint8), ROUNDED) > 0
    around = cervix & ~lesion & ~glare
    inside = lesion & ~glare
    if around.sum() < 400 or inside.sum() < 100:
        return None
    lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB)
    rim = cv2.GaussianBlur(lesion.astype(np.float32), (0, 0), 4)[..., None]
    shift = np.median(lab[around], 0) - np.median(lab[inside], 0)
    return np.clip(cv2.cvtColor((lab + rim * shift).astype(np.float32), cv2.COLOR_LAB2RGB), 0, 1)


def color_of(rgb: np.ndarray, cervix: np.ndarray) -> dict[str, np.ndarray]:
    glare = cv2.dilate((rgb.min(2) > GLARE_FROM).astype(np.uint8), ROUNDED) > 0
    use = cervix & ~glare if (cervix & ~glare).sum() > 400 else ~glare & (rgb.max(2) > 0.1)
    lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB)
    white = cv2.GaussianBlur(lab[..., 0] - lab[..., 1], (0, 0), 2)
    unsaturated = rgb.min(2) / (rgb.max(2) + 1e-3)
    above = white[use] - np.median(white[use])
    shares = [(above > cut).mean() for cut in PALE_FROM]
    values = [lab[..., 0], lab[..., 1], lab[..., 2], white, unsaturated]
    spread = np.concatenate([np.percentile(plane[use], PERCENTILES) for plane in values])
    return {
        'mean': np.array([white[use].mean(), unsaturated[use].mean()]),
        'white': np.array([*shares, np.percentile(above, 95)]),
        'color': spread,
    }


def looks(session, image: torch.Tensor, share: torch.Tensor) -> np.ndarray:
    inside = inside_of(share[None], image.shape[-1])[0]
    views = []
    for half in (1.0, float(share.min())):
        view = sample(image[None], theta_of(0.0, 0.0, half), SIDE) / 255
        within = (sample(inside[None], theta_of(0.0, 0.0, half), SIDE) > 0.5).float()
        views.append(normalise(view, within))
    return session.run(None, {'picture': torch.cat(views).numpy()})[0].mean(0)


def measure(shipped, session, image: torch.Tensor, share: torch.Tensor) -> tuple[dict, np.ndarray]:
    seen = read(shipped, image, share)
    cervix = seen['maps'][0] > 0.5
    within = seen['maps'][1][cervix] if cervix.sum() > 50 else seen['maps'][1].ravel()
    rgb = image.permute(1, 2, 0).numpy().astype(np.float32) / 255
    maps = np.array([np.percentile(within, 97), within.mean(), *seen['scores'], *seen['first_scores']])
    return {**color_of(rgb, cervix), 'maps': maps, 'looks': looks(session, image, share)}, cervix


@torch.no_grad()
def main(data: Path, out: Path) -> None:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    shipped, session = (
        Shipped(),
        onnxruntime.InferenceSession('analyses/cervix/model/appearance.onnx', options),
    )
    rows: list[dict] = []
    for name in SOURCES:
        pictures = LOADERS[name](data / name)
        seen_cases: set = set()
        for i, image in enumerate(pictures.images):
            key = (pictures.cases[i], float(pictures.scores[i, 0]))
            if key in seen_cases:
                continue
            seen_cases.add(key)
            known = {
                'source': name,
                'case': pictures.cases[i],
                'fold': pictures.folds[i],
                'lesion': float(pictures.scores[i, 1 if name == 'puskesmas' else 0]),
            }
            found, cervix = measure(shipped, session, image.float(), pictures.shares[i])
            rows.append({**known, 'drawn': 0, **found})
            lesion = pictures.masks[i, 1].numpy() > 0
            if not lesion.any():
                continue
            drawn = before_acid(image.permute(1, 2, 0).numpy().astype(np.float32) / 255, cervix, lesion)
            if drawn is not None:
                again = torch.from_numpy(drawn * 255).permute(2, 0, 1)
                rows.append({**known, 'drawn': 1, **measure(shipped, session, again, pictures.shares[i])[0]})
        print(name, len(rows), flush=True)
        np.savez_compressed(out, **{key: np.array([row[key] for row in rows]) for key in rows[0]})


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', type=Path, required=True)
    parser.add_argument('--out', type=Path, required=True)
    args = parser.parse_args()
    torch.set_num_threads(1)
    main(args.data, args.out)
