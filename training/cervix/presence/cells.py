"""Cells of 16 pixels of the closer view within the cervix: frozen levels of the encoder, color against the
mucosa, place; for `presence/models.py`.

    python -m training.cervix.presence.cells --data ../shared/datasets/cervix --out cache/cells.npz
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
from training.cervix.presence.features import GLARE_FROM, SIDE, levels, mucosa_normalised
from training.cervix.network.read import cervix_place, look, theta_of
from training.cervix.network.views import inside_of, sample
from training.efficientnet_lite import load_imagenet

GRID = SIDE // 16
PER_CASE = {'via': 2, 'annocerv': 2, 'atlas': 2, 'puskesmas': 9}


@torch.no_grad()
def cells(shipped, encoder, image, share, mask):
    """(n, features) and per cell the share of it that is outlined as lesion."""
    inside = inside_of(share[None], image.shape[-1])[0]
    first, _, _ = look(shipped, image, inside, (0.0, 0.0, 1.0), 224)
    place = cervix_place(first[0].numpy())
    theta = theta_of(*place)
    view = sample(image[None], theta, SIDE) / 255
    within = (sample(inside[None], theta, SIDE) > 0.5).float()
    truth = F.avg_pool2d((sample(mask[None, None].float(), theta, SIDE) > 0.5).float(), 16)[0, 0].numpy()
    x, y, half = place
    back = torch.tensor([[[half, 0.0, x], [0.0, half, y]]])
    near = sample(first[None], back, SIDE)[0]
    cervix, os_map = near[0] > 0.5, near[2]
    glare = (view.min(1, keepdim=True).values > GLARE_FROM).float()
    mucosa = cervix.float()[None, None] * (1 - glare)
    mucosa = mucosa if float(mucosa.sum()) > 500 else within
    normal = mucosa_normalised(view, mucosa, within)
    seen = levels(encoder, normal)
    parts = [seen[2], F.interpolate(seen[3], scale_factor=2.0), F.avg_pool2d(seen[1], 2)]
    rgb = ((normal[0] / 2 + 0.5).clamp(0, 1)).permute(1, 2, 0).numpy().astype(np.float32)
    lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB)
    use = mucosa[0, 0].numpy() > 0
    lab = (lab - np.median(lab[use], 0)) / (
        np.percentile(lab[use], 84, 0) - np.percentile(lab[use], 16, 0) + 1
    )
    size = np.sqrt(max(1, int(use.sum())))
    color = [cv2.GaussianBlur(lab, (0, 0), s * size) for s in (0.02, 0.06, 0.15)]
    texture = cv2.GaussianBlur((lab[..., :1] - color[0][..., :1]) ** 2, (0, 0), 0.04 * size)
    ys, xs = np.nonzero(os_map.numpy() > 0.4)
    if len(ys) < 20:
        ys, xs = np.nonzero(use)
    rows, columns = np.indices(use.shape)
    away = np.hypot(rows - ys.mean(), columns - xs.mean()) / size
    maps = [
        *(c[..., k] for c in color for k in range(3)),
        texture if texture.ndim == 2 else texture[..., 0],
        away,
        os_map.numpy(),
    ]
    plain = F.avg_pool2d(torch.from_numpy(np.stack(maps)).float()[None], 16)
    all_maps = torch.cat([*parts, plain], 1)[0]
    weight = F.avg_pool2d(mucosa, 16)[0, 0].numpy()
    on = weight > 0.5 if (weight > 0.5).sum() > 8 else weight >= np.sort(weight.ravel())[-8]
    return all_maps.permute(1, 2, 0).numpy()[on].astype(np.float16), truth[on].astype(np.float16)


def main(args: argparse.Namespace) -> None:
    torch.set_num_threads(1)
    shipped = Shipped()
    net = CervixNet().eval()
    load_imagenet(net.encoder)
    out: dict[str, list] = {
        k: [] for k in ('x', 'truth', 'picture', 'source', 'name', 'case', 'fold', 'scores', 'outlined')
    }
    for source, loader in LOADERS.items():
        pictures, taken = loader(args.data / source), {}
        for i in range(len(pictures.names)):
            case = pictures.cases[i]
            taken[case] = taken.get(case, 0) + 1
            if taken[case] > PER_CASE[source]:
                continue
            x, truth = cells(
                shipped, net.encoder, pictures.images[i], pictures.shares[i], pictures.masks[i, 1]
            )
            out['x'].append(x)
            out['truth'].append(truth)
            out['picture'].append(np.full(len(x), len(out['name'])))
            for key, value in (
                ('source', source),
                ('name', pictures.names[i]),
                ('case', case),
                ('fold', pictures.folds[i]),
                ('scores', pictures.scores[i].numpy()),
                ('outlined', float(pictures.known[i, 1])),
            ):
                out[key].append(value)
            if i % 40 == 0:
                print(source, i, flush=True)
    joined = {k: np.concatenate(v) if k in ('x', 'truth', 'picture') else np.array(v) for k, v in out.items()}
    np.savez(args.out, **joined)


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--data', type=Path, required=True)
    parser.add_argument('--out', type=Path, required=True)
    main(parser.parse_args())
