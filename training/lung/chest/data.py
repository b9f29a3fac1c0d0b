"""Whole slices with masses laid in, for the network that sees lung with its disease, and masses.

Targets are three planes: lung with what fills it, nodules and masses, and where the second is known. Lungs
are dark regions that the body encloses, closed; a mass is drawn (chest/laid_masses.py) or a nodule of
LIDC-IDRI enlarged. The same texture is also laid into solid tissue without being marked, so that texture
alone says nothing.
"""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pydicom
from scipy import ndimage

from training.datasets import rows_of
from training.lung.chest.laid_masses import LEAST_LUNG, SIDE, air_of, hull_of, lobed, noise, places_of
from training.lung.crops.data import AGREEMENT_STEP, nodule_hu
from training.lung.opacity.data import Slice, grey_of, reduced
from training.lung.opacity.pseudo_lungs import CLOSING, closed

# Of the picture's longest side: cores of airways are at least twice this wide.
PARTING = 0.004
MIDDLE = (0.36, 0.64)
# Dark parts up to this share of the picture hold gas where they are as dark as the air around the body, of
# the way to soft tissue.
GAS_SHARE, GAS_BELOW = 0.02, 0.06
# Findings narrower than this in mm are neither marked nor counted as nothing.
LEAST_MM = 6.0
# Crops of LIDC whose nodule has this many pixels are enlarged to masses.
LEAST_ENLARGED = 300
LUNG_WINDOW = (-1350.0, 150.0)


def without_airways(picture: np.ndarray, lungs: np.ndarray) -> np.ndarray:
    """Takes trachea and main bronchi out: compact cores midway between both lungs, darker than nearly all
    lung.
    """
    columns = np.nonzero(lungs.any(0))[0]
    if len(columns) == 0:
        return lungs
    smooth = ndimage.gaussian_filter(picture.astype(np.float32), 1)
    low, middle = np.percentile(smooth[lungs], [2, 50])
    cores = ndimage.binary_opening(
        (smooth < low + 0.25 * (middle - low)) & lungs, iterations=max(2, round(PARTING * max(picture.shape)))
    )
    labels, _ = ndimage.label(cores)
    for number, box in enumerate(ndimage.find_objects(labels), 1):
        part = labels[box] == number
        share, place = part.sum() / picture.size, (box[1].start + box[1].stop) / 2
        between = (place - columns.min()) / max(1, np.ptp(columns))
        if 0.00015 < share < 0.004 and part.mean() > 0.55 and MIDDLE[0] < between < MIDDLE[1]:
            lungs = lungs & ~ndimage.binary_dilation(labels == number, iterations=3)
    return lungs


def parts_of(picture: np.ndarray) -> tuple[np.ndarray, int]:
    """Labels of what is bright, and the number of the largest part, the body; 0 where there is none."""
    limit, _ = cv2.threshold(picture.astype(np.uint8), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    labels, count = ndimage.label(ndimage.binary_opening(picture >= limit, iterations=3))
    return labels, 1 + int(np.argmax(np.bincount(labels.ravel())[1:])) if count else 0


def enclosed_by_body(picture: np.ndarray) -> np.ndarray:
    """The body with what it encloses: not the air between table and clothing."""
    labels, body = parts_of(picture)
    return ndimage.binary_fill_holes((labels == body) & (labels > 0))


def body_of(picture: np.ndarray) -> tuple[slice, slice]:
    """The box of the body, as the engine reads it."""
    labels, body = parts_of(picture)
    if body == 0:
        return slice(0, picture.shape[0]), slice(0, picture.shape[1])
    rows, columns = ndimage.find_objects(labels)[body - 1]
    return slice(max(0, rows.start - 2), rows.stop + 2), slice(max(0, columns.start - 2), columns.stop + 2)


def texture_of(picture: np.ndarray, tissue: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Grey of soft tissue, now and then with darker parts, as noisy as the picture's own."""
    level = np.median(tissue) if tissue.size > 50 else np.percentile(picture, 85)
    own = np.std(tissue - np.median(tissue)) if tissue.size > 50 else 4
    fine = rng.uniform(0.3, 1.1) * np.clip(own, 1, 8) * noise(picture.shape, rng.uniform(0.4, 1.2), rng)
    texture = level + rng.uniform(-8, 3) + fine + rng.uniform(0, 3) * noise(picture.shape, 5, rng)
    if rng.random() < 0.3:
        texture = texture - np.clip(noise(picture.shape, 5, rng) - 1, 0, 2) * rng.uniform(10, 60)
    return texture


def spiculated(mass: np.ndarray, radius: float, rng: np.random.Generator) -> np.ndarray:
    """Thin lines that leave a mass."""
    drawn = mass.astype(np.uint8)
    rows, columns = np.nonzero(mass)
    y, x = rows.mean(), columns.mean()
    for _ in range(rng.integers(0, 14)):
        angle, length = rng.uniform(0, 2 * np.pi), radius * rng.uniform(0.9, 1.6)
        end = int(x + np.cos(angle) * length), int(y + np.sin(angle) * length)
        cv2.line(drawn, (int(x), int(y)), end, 1, int(rng.integers(1, 3)))
    return drawn > 0


class Layer:
    """Lays masses into pictures; `nodules` are grey (0 lung, 1 soft tissue) and share of readers of LIDC
    crops.
    """

    def __init__(self, nodules: list[tuple[np.ndarray, np.ndarray]], rng: np.random.Generator):
        self.nodules, self.rng = nodules, rng

    def lay(
        self, picture: np.ndarray, mm: float, lung: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
        """Picture, its mass and its lung with the mass; None where there is no room."""
        rng, scale = self.rng, SIDE / max(picture.shape)
        body, air = air_of(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
        columns = np.nonzero(body)[1]
        middle = (columns.min() + columns.max()) / 2
        hull = hull_of(air, rng.random() < 0.5, middle)
        rows, columns = (
            places_of(air, hull, body, middle, rng) if rng.random() < 0.85 else np.nonzero(air & hull)
        )
        if hull.sum() < LEAST_LUNG or len(rows) < 20:
            return None
        place = rng.integers(len(rows))
        x, y = columns[place] / scale, rows[place] / scale
        whole = lambda part: cv2.resize(part.astype(np.uint8), picture.shape[::-1]) > 0
        inside, hull = whole(air), whole(hull)
        tissue = picture[hull & ~inside & (picture > np.percentile(picture, 60))]
        if self.nodules and rng.random() < 0.35:
            out, mass = self.enlarged(picture, (x, y), mm, tissue)
        else:
            out, mass = self.drawn(picture, (x, y), mm, (tissue, ndimage.binary_dilation(hull, iterations=6)))
        if mass.sum() < 200 or (mass & inside).sum() < 0.15 * mass.sum():
            return None
        full = lung | (mass & ndimage.binary_dilation(hull, iterations=4))
        return out, mass, full

    def drawn(self, picture, place, mm, given):
        tissue, room = given
        radius = self.rng.uniform(8, 40) / mm
        mass = lobed(picture.shape, *place, radius, self.rng)
        mass &= room
        if mass.sum() < 20:
            return picture, mass
        shown = spiculated(mass, radius, self.rng) if self.rng.random() < 0.5 else mass
        soft = cv2.GaussianBlur(shown.astype(np.float32), (0, 0), self.rng.uniform(0.6, 1.8))
        texture = texture_of(picture, tissue, self.rng)
        return picture * (1 - soft) + np.maximum(picture, texture) * soft, mass

    def enlarged(self, picture, place, mm, tissue):
        grey, share = self.nodules[self.rng.integers(len(self.nodules))]
        wide = np.sqrt((share >= 0.5).sum())
        factor = self.rng.uniform(18, 60) / mm / max(wide, 1)
        if factor < 1:
            factor = 1.0
        turn = cv2.getRotationMatrix2D(
            (grey.shape[1] / 2, grey.shape[0] / 2), self.rng.uniform(0, 360), factor
        )
        turn[:, 2] += np.array(place) - np.array(grey.shape[::-1]) / 2
        moved = lambda part, fill: cv2.warpAffine(
            part.astype(np.float32), turn, picture.shape[::-1], borderValue=fill
        )
        soft_grey = np.median(tissue) if tissue.size > 50 else np.percentile(picture, 85)
        dark = np.percentile(picture[picture < soft_grey], 40) if (picture < soft_grey).any() else 0
        near = moved(ndimage.binary_dilation(share > 0, iterations=3), 0)
        weight = np.clip(cv2.GaussianBlur(near, (0, 0), 2.0), 0, 1)
        texture = dark + moved(grey, 0) * (soft_grey - dark)
        return picture * (1 - weight) + np.maximum(picture, texture) * weight, moved(share, 0) >= 0.5

    def decoy(self, picture: np.ndarray, mm: float, lung: np.ndarray) -> np.ndarray:
        """The same texture within solid tissue: nothing to be found."""
        rng, (rows, columns) = self.rng, body_of(picture)
        solid = np.zeros(picture.shape, bool)
        solid[rows, columns] = picture[rows, columns] > np.percentile(picture, 60)
        solid &= ~ndimage.binary_dilation(lung, iterations=3)
        places = np.argwhere(ndimage.binary_erosion(solid, iterations=5))
        if len(places) < 50:
            return picture
        y, x = places[rng.integers(len(places))]
        part = lobed(picture.shape, x, y, rng.uniform(10, 35) / mm, rng) & solid
        soft = cv2.GaussianBlur(part.astype(np.float32), (0, 0), rng.uniform(0.6, 1.8))
        return picture * (1 - soft) + texture_of(picture, picture[solid], rng) * soft


def dependent(
    picture: np.ndarray, mm: float, lung: np.ndarray, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """The picture with denser lung along the wall on which the patient lies (or another one), and where
    that is.
    """
    depth, turn = int(rng.uniform(4, 30) / mm), int(rng.choice([0, 0, 0, 1, 2, 3]))
    turned = np.rot90(lung, turn)
    shifted = np.zeros_like(turned)
    shifted[:-depth] = turned[depth:]
    band = np.rot90(turned & ~shifted, -turn).astype(np.float32)
    weight = cv2.GaussianBlur(band, (0, 0), max(1.0, depth / 4)) + 0.15 * noise(picture.shape, 4, rng)
    weight = np.clip(weight * rng.uniform(0.6, 2), 0, rng.uniform(0.4, 1)) * cv2.GaussianBlur(
        lung.astype(np.float32), (0, 0), 0.8
    )
    return picture * (1 - weight) + np.maximum(picture, np.percentile(picture, 85)) * weight, weight > 0.3


def read_slice(path: Path) -> np.ndarray:
    """Grey in a lung window, 0 to 255."""
    if path.suffix != '.dcm':
        return grey_of(path).astype(np.float32)
    data = pydicom.dcmread(path)
    hu = data.pixel_array * float(data.RescaleSlope) + float(data.RescaleIntercept)
    low, high = LUNG_WINDOW
    return (np.clip((hu - low) / (high - low), 0, 1) * 255).astype(np.float32)


def found_in(root: Path, row: dict[str, str], shape: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Outlined nodules from LEAST_MM on, and where they are known: not on what fewer readers or smaller
    outlines say.
    """
    marked, known = np.zeros(shape, bool), np.ones(shape, bool)
    if row.get('agreement', '-') not in ('-', ''):
        share = grey_of(root / row['agreement']) / (4.0 * AGREEMENT_STEP)
        marked = share >= 0.5
        known &= ~ndimage.binary_dilation((share > 0) & ~marked, iterations=2)
    elif row.get('mask', '-') not in ('-', ''):
        marked = grey_of(root / row['mask']) > 0
    mm = float(row['mm_per_pixel']) if row.get('mm_per_pixel') else 1.4
    labels, count = ndimage.label(marked)
    sizes = ndimage.sum_labels(marked, labels, range(1, count + 1))
    for number, size in enumerate(sizes, 1):
        if 2 * np.sqrt(size / np.pi) * mm < LEAST_MM:
            part = labels == number
            marked &= ~part
            known &= ~ndimage.binary_dilation(part, iterations=3)
    return marked, known


def slice_of(name: str, picture: np.ndarray, planes: tuple[np.ndarray, ...]) -> Slice:
    """Cut to the body, as the engine reads it."""
    box = body_of(picture)
    targets = np.stack(planes).astype(np.uint8)[:, box[0], box[1]]
    item = reduced(Slice(name, (), picture[box], targets))
    return replace(item, grey=np.clip(item.grey, 0, 255).astype(np.uint8))


def dark_lungs(picture: np.ndarray) -> np.ndarray:
    """Dark regions that the body encloses, but for a compact small one in the middle (trachea or gullet),
    and gas of stomach and bowel.
    """
    limit, _ = cv2.threshold(picture.astype(np.uint8), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    body = enclosed_by_body(picture)
    columns = np.nonzero(body.any(0))[0]
    labels, count = ndimage.label((ndimage.gaussian_filter(picture, 0.7) < limit) & body)
    lungs = np.zeros(picture.shape, bool)
    around = picture[~ndimage.binary_dilation(body, iterations=3) & (picture < limit)]
    air = np.median(around) if around.size > 50 else picture.min()
    gas = air + GAS_BELOW * (np.median(picture[picture >= limit]) - air)
    for number, box in enumerate(ndimage.find_objects(labels), 1):
        part = labels[box] == number
        share, place = part.sum() / picture.size, (box[1].start + box[1].stop) / 2
        is_gas = share < GAS_SHARE and np.median(picture[box][part]) < gas
        aside = abs((place - columns.min()) / max(1, np.ptp(columns)) - 0.5)
        is_airway = share < 0.007 and part.mean() > 0.5 and aside < 0.1
        if share > 0.002 and not is_airway and not is_gas:
            lungs[box] |= part
    return lungs


def lungs_of(picture: np.ndarray, disease: np.ndarray) -> np.ndarray:
    grey = np.clip(picture, 0, 255).astype(np.float32)
    whole = closed(
        dark_lungs(grey) | (disease & enclosed_by_body(grey)), max(2, round(CLOSING * max(grey.shape)))
    )
    return without_airways(grey, whole)


def large_nodules(root: Path) -> list[tuple[np.ndarray, np.ndarray]]:
    rows = [
        r
        for r in rows_of(root)
        if r['fold'] != '0' and int(r['area_2of4']) >= LEAST_ENLARGED and r['role'] == 'largest'
    ]
    return [((hu + 850) / 890, share) for hu, share in (nodule_hu(root, row) for row in rows)]
