"""Where masses are laid into real slices, as patients with masses are few: hilum, mediastinum, chest wall."""

import cv2
import numpy as np
from scipy import ndimage

# Side to which a slice is reduced to find its lungs; parts of air smaller than this, in its pixels, are none
# of them.
SIDE, LEAST_AIR = 256, 250
LEAST_LUNG = 1250
# How often a mass lies at the edge of solid tissue in place of the wall's side of the lung, and near the
# middle of the body.
SOLID_SIDE, NEAR_MIDDLE, MIDDLE = 0.7, 0.7, 0.28


def air_of(picture: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Body and air within it, of a picture already reduced."""
    limit, _ = cv2.threshold(picture.astype(np.uint8), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    dark = picture < limit
    labels, _ = ndimage.label(ndimage.binary_fill_holes(ndimage.binary_opening(~dark, iterations=3)))
    body = ndimage.binary_fill_holes(labels == 1 + np.argmax(np.bincount(labels.ravel())[1:]))
    labels, _ = ndimage.label(ndimage.binary_opening(dark & ndimage.binary_erosion(body, iterations=2)))
    sizes = np.bincount(labels.ravel())
    sizes[0] = 0
    return body, (sizes > LEAST_AIR)[labels]


def hull_of(air: np.ndarray, is_left: bool, middle: float) -> np.ndarray:
    """Convex hull of the air on one side of the body."""
    part = air.copy()
    part[:, (np.arange(air.shape[1]) < middle) != is_left] = False
    outlines, _ = cv2.findContours(part.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = np.zeros(air.shape, np.uint8)
    if outlines:
        cv2.fillConvexPoly(hull, cv2.convexHull(np.vstack(outlines)), 1)
    return hull > 0


def places_of(
    air: np.ndarray, hull: np.ndarray, body: np.ndarray, middle: float, rng
) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns at which a mass may be centred."""
    solid = ndimage.binary_dilation(air & hull, iterations=2) & ~air & hull
    edge = solid if rng.random() < SOLID_SIDE else air & hull & ~ndimage.binary_erosion(hull, iterations=4)
    if rng.random() < NEAR_MIDDLE:
        width = np.ptp(np.nonzero(body)[1])
        edge = edge & (np.abs(np.arange(edge.shape[1]) - middle) < MIDDLE * width)
    return np.nonzero(edge)


def noise(shape: tuple, sigma: float, rng) -> np.ndarray:
    smooth = cv2.GaussianBlur(rng.normal(0, 1, shape).astype(np.float32), (0, 0), sigma)
    return smooth / smooth.std()


def lobed(shape: tuple, x: float, y: float, radius: float, rng) -> np.ndarray:
    short, turn = radius * rng.uniform(0.6, 1), rng.uniform(0, np.pi)
    rows, columns = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    along = (columns - x) * np.cos(turn) + (rows - y) * np.sin(turn)
    across = (rows - y) * np.cos(turn) - (columns - x) * np.sin(turn)
    border = 1 - 0.13 * noise(shape, max(2, radius / 4), rng) - 0.05 * noise(shape, 1.5, rng)
    return np.hypot(along / radius, across / short) < border
