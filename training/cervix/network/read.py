"""Reads pictures as the engine does: the whole canvas first, then a closer look at the cervix, plain and
mirrored.
"""

import numpy as np
import torch
from torch.nn import functional as F

from training.cervix.network.network import CervixNet
from training.cervix.network.views import inside_of, normalise, normalise_mucosa, sample

# As in analyses/cervix/engine/segment/network.ts and place.ts.
FIRST_SIDE = 224
SIDE = 256
MARGIN = 1.25


def theta_of(x: float, y: float, half: float, mirror: bool = False) -> torch.Tensor:
    return torch.tensor([[[-half if mirror else half, 0.0, x], [0.0, half, y]]])


def look(
    model: CervixNet,
    image: torch.Tensor,
    inside: torch.Tensor,
    place: tuple[float, float, float],
    side: int,
    cervix: torch.Tensor | None = None,
):
    """Maps (3, side / 4, side / 4), score logits and pooled features of one square view, mean over its
    mirror image.
    """
    thetas = torch.cat([theta_of(*place), theta_of(*place, mirror=True)]).to(image.device)
    view = sample(image[None].expand(2, -1, -1, -1), thetas, side) / 255
    within = (sample(inside[None].expand(2, -1, -1, -1), thetas, side) > 0.5).float()
    if cervix is None:
        normal = normalise(view, within)
    else:
        normal = normalise_mucosa(
            view, sample(cervix[None, None].expand(2, -1, -1, -1), thetas, side), within
        )
    maps, scores, pooled = model(normal)
    maps = torch.sigmoid(maps)
    return (maps[0] + maps[1].flip(-1)) / 2, scores.mean(0), pooled.mean(0)


def cervix_place(cervix: np.ndarray) -> tuple[float, float, float]:
    """Centre and half side, in canvas coordinates -1..1, of the view around the outlined cervix."""
    inside = cervix > 0.5
    if inside.mean() < 0.02:
        return 0.0, 0.0, 1.0
    rows, columns = np.nonzero(inside.any(1))[0], np.nonzero(inside.any(0))[0]
    size = cervix.shape[-1]
    x0, x1, y0, y1 = columns[0], columns[-1] + 1, rows[0], rows[-1] + 1
    half = min(1.0, max(x1 - x0, y1 - y0) / size * MARGIN)
    return float((x0 + x1) / size - 1), float((y0 + y1) / size - 1), float(half)


@torch.no_grad()
def read(
    model: CervixNet,
    image: torch.Tensor,
    share: torch.Tensor,
    side: int = SIDE,
    cervix: torch.Tensor | None = None,
) -> dict:
    """Both looks at one canvas (3, n, n); `maps` of the closer look brought back to the canvas.

    With `cervix` (n, n) that outline tells where to look, and color is normalized within it.
    """
    inside = inside_of(share[None], image.shape[-1])[0]
    first, first_scores, _ = look(model, image, inside, (0.0, 0.0, 1.0), FIRST_SIDE, cervix)
    place = cervix_place(first[0].cpu().numpy() if cervix is None else cervix.numpy())
    maps, scores, pooled = look(model, image, inside, place, side, cervix)
    x, y, half = place
    back = torch.tensor([[[1 / half, 0.0, -x / half], [0.0, 1 / half, -y / half]]])
    full = sample(maps[None], back.to(maps.device), image.shape[-1])[0]
    return {
        'place': place,
        'first': F.interpolate(first[None], size=image.shape[-1], mode='bilinear')[0].cpu().numpy(),
        'maps': full.cpu().numpy(),
        'first_scores': first_scores.cpu().numpy(),
        'scores': scores.cpu().numpy(),
        'pooled': pooled.cpu().numpy(),
    }
