"""Lung masks nobody drew: dark enclosed regions of a slice, joined with the infection its readers outlined.

The COVID set has infection masks but no lung masks. Infected lung is part of the lung, whatever its grey.
"""

import numpy as np
from scipy import ndimage
from skimage.filters import threshold_otsu

LEAST_SHARE = 0.004
# Radius of the closing that takes vessels and hilum in, per pixel of the longest side.
CLOSING = 0.012


def disc(radius: int) -> np.ndarray:
    ys, xs = np.mgrid[-radius : radius + 1, -radius : radius + 1]
    return ys * ys + xs * xs <= radius * radius


def closed(region: np.ndarray, radius: int) -> np.ndarray:
    padded = np.pad(region, radius)
    filled = ndimage.binary_fill_holes(ndimage.binary_closing(padded, disc(radius)))
    return filled[radius:-radius, radius:-radius]


def is_airway(part: np.ndarray, share: float) -> bool:
    """Small, compact and in the middle of the picture."""
    ys, xs = np.nonzero(part)
    height, width = part.shape
    compact = len(ys) / ((np.ptp(ys) + 1) * (np.ptp(xs) + 1)) > 0.5
    return share < 0.03 and compact and abs(xs.mean() / width - 0.5) < 0.14


def pseudo_lungs(grey: np.ndarray, infection: np.ndarray) -> np.ndarray:
    smooth = ndimage.gaussian_filter(grey.astype(np.float32), 0.7)
    dark, count = ndimage.label(smooth < threshold_otsu(grey))
    keep = infection.copy()
    height, width = grey.shape
    for number in range(1, count + 1):
        part = dark == number
        share = part.mean()
        corners = part[0, 0] or part[0, -1] or part[-1, 0] or part[-1, -1]
        if share < LEAST_SHARE or corners:
            continue
        if not is_airway(part, share) or (part & infection).any():
            keep |= part
    return closed(keep, max(2, round(CLOSING * max(height, width))))
