"""What the network of hypodense areas sees of a slice; analyses/brain-ct/engine/measure/infarct-network.ts
makes the same planes, keep the two alike.
"""

import cv2
import numpy as np

SIDE, MAP = 128, 64
WINDOW_HU = 120
# Full scale of each plane, HU about brain's own density: a slice as it is, without noise, and against its
# mirror image.
OWN, CALM, UNLIKE = 25, 12, 10
# What is compared: neither CSF, nor blood and calcification, by density about brain's own, HU.
CSF_BELOW, BLOOD_ABOVE = -20, 12
# Sigma of what is taken away from noise before tissue is told, and of the mean over tissue, pixels.
SMOOTH, MEAN_OVER = 1.5, 3.0


def mean_over(values, tissue, sigma):
    """Gaussian mean over the places of a mask alone; 0 where there are too few."""
    sums, shares = (
        cv2.GaussianBlur(plane.astype(np.float32), (0, 0), sigma) for plane in (values * tissue, tissue)
    )
    return np.where(shares > 0.05, sums / np.maximum(shares, 0.05), 0)


def planes_of(grey, inside):
    """(256, 256) canvas 0-1 and region inside the skull → (3, 128, 128) in -1 to 1."""
    within = grey[inside > 0]
    level = float(np.median(within)) if within.size > 128 else 0.45
    about = ((grey - level) * WINDOW_HU).astype(np.float32)
    smooth = cv2.GaussianBlur(about, (0, 0), SMOOTH)
    tissue = ((inside > 0) & (smooth > CSF_BELOW) & (smooth < BLOOD_ABOVE)).astype(np.float32)
    calm = mean_over(about, tissue, MEAN_OVER)
    both = tissue * tissue[:, ::-1]
    planes = np.stack([about / OWN, calm / CALM * tissue, (calm - calm[:, ::-1]) / UNLIKE * both])
    planes = np.clip(planes, -1, 1) * (inside > 0)
    return np.stack(
        [cv2.resize(plane.astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_AREA) for plane in planes]
    )
