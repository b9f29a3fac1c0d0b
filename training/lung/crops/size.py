"""Size of a nodule's mask, as analyses/lung/engine/nodules/size.ts measures it."""

import numpy as np


def mean_diameter(mask: np.ndarray) -> float:
    """Mean of the long and short axis of the ellipse with the mask's second moments, pixels; 0 for an empty
    mask.
    """
    ys, xs = np.nonzero(mask)
    if len(ys) == 0:
        return 0.0
    xx, yy, xy = xs.var() + 1 / 12, ys.var() + 1 / 12, ((xs - xs.mean()) * (ys - ys.mean())).mean()
    spread = np.hypot(xx - yy, 2 * xy)
    return float(2 * (np.sqrt((xx + yy + spread) / 2) + np.sqrt(max(0, (xx + yy - spread) / 2))))
