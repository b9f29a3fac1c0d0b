"""Spots with their surroundings, on the scales on which the engine looks at them; and what nodules are laid
on.
"""

import cv2
import numpy as np
import torch

# Side of what is kept around a spot, pixels.
KEPT = 128
# Places per slice on which nodules can be laid; of luna_slices, which are many, one.
GROUNDS = 3


def padded_by_half(plane: np.ndarray, border: int) -> np.ndarray:
    half = KEPT // 2
    return cv2.copyMakeBorder(plane, half, half, half, half, border)


def window_at(padded: np.ndarray, x: float, y: float) -> np.ndarray:
    """KEPT pixels around a place of a plane that was padded by half of it."""
    half = KEPT // 2
    left, top = int(round(x - half)) + half, int(round(y - half)) + half
    left, top = min(max(left, 0), padded.shape[1] - KEPT), min(max(top, 0), padded.shape[0] - KEPT)
    return padded[top : top + KEPT, left : left + KEPT]


def levels_of(plane: np.ndarray, lung: np.ndarray) -> tuple[float, float]:
    """Grey of lung and of soft tissue."""
    dark = float(np.median(plane[lung])) if lung.sum() > 200 else 20.0
    dense = plane[plane > dark + 40]
    return dark, float(np.percentile(dense, 50)) if dense.size > 100 else dark + 150


class Windows:
    """Rows of spots with their surroundings; and grounds on which nodules are laid."""

    def __init__(self) -> None:
        self.pixels, self.facts, self.limits, self.boxes, self.labels, self.records = [], [], [], [], [], []
        self.grounds, self.ground_levels, self.ground_limits, self.ground_records = [], [], [], []
        self.nodules, self.nodule_shares, self.nodule_records = [], [], []

    def add_slice(
        self, record: dict, picture: np.ndarray, lung: np.ndarray, rng: np.random.Generator
    ) -> None:
        scale, lung = record['scale'], lung > 0
        size = round(picture.shape[1] / scale), round(picture.shape[0] / scale)
        how = cv2.INTER_AREA if scale > 1 else cv2.INTER_LINEAR
        whole = picture if scale == 1 else cv2.resize(picture, size, interpolation=how)
        top, bottom, left, right = (edge / scale for edge in record['body'])
        top, left, bottom, right = max(0, top), max(0, left), min(size[1], bottom), min(size[0], right)
        half = cv2.resize(whole, (size[0] // 2, size[1] // 2), interpolation=cv2.INTER_AREA)
        planes, limits = {1: whole, 2: half}, {}
        for step, plane in list(planes.items()):
            part = plane[int(top / step) : int(bottom / step), int(left / step) : int(right / step)]
            limits[step] = np.percentile(part, [1, 99])
            planes[step] = padded_by_half(plane, cv2.BORDER_CONSTANT)
        for spot, label in zip(record['spots'], record['labels'], strict=True):
            step = int(spot[3])
            x, y = ((spot[4] + spot[6]) / 2 / scale / step, (spot[5] + spot[7]) / 2 / scale / step)
            self.pixels.append(window_at(planes[step], x, y))
            self.facts.append(spot[:4])
            self.limits.append(limits[step])
            self.boxes.append([left / step - x, top / step - y, right / step - x, bottom / step - y])
            self.labels.append(label)
            self.records.append(record)
        inside = np.argwhere(cv2.erode(lung.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0)
        if len(inside) > 500:
            levels = levels_of(picture, lung)
            for _ in range(GROUNDS if record['source'] != 'luna_slices' else 1):
                y, x = inside[rng.integers(len(inside))] / scale
                self.grounds.append(window_at(planes[1], x, y))
                self.ground_levels.append(levels)
                self.ground_limits.append(limits[1])
                self.ground_records.append(record)

    def add_crop(self, record: dict, picture: np.ndarray, agreement: np.ndarray) -> None:
        limits = np.percentile(picture, [1, 99])
        half = cv2.resize(picture, (64, 64), interpolation=cv2.INTER_AREA)
        planes = {
            1: padded_by_half(picture, cv2.BORDER_REFLECT_101),
            2: cv2.copyMakeBorder(half, 64, 64, 64, 64, cv2.BORDER_REFLECT_101),
        }
        for spot, label in zip(record['spots'], record['labels'], strict=True):
            step = int(spot[3])
            self.pixels.append(window_at(planes[step], spot[4] / step, spot[5] / step))
            self.facts.append(spot[:4])
            self.limits.append(limits)
            self.boxes.append([-999, -999, 999, 999])
            self.labels.append(label)
            self.records.append(record)
        if (agreement >= 120).sum() >= 12:
            cut, _ = cv2.threshold(picture, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
            soft, lung = np.median(picture[picture > cut]), np.median(picture[picture <= cut])
            self.nodules.append((picture.astype(np.float32) - lung) / max(soft - lung, 1))
            self.nodule_shares.append(agreement.astype(np.float32) / 240)
            self.nodule_records.append(record)

    def on(self, device) -> 'Windows':
        to = lambda values, kind: torch.from_numpy(np.asarray(values, kind)).to(device)
        self.pixels, self.facts = to(np.stack(self.pixels), np.uint8), to(self.facts, np.float32)
        self.limits, self.boxes = to(self.limits, np.float32), to(self.boxes, np.float32)
        self.labels = np.array(self.labels)
        self.truth = to(self.labels, np.float32)
        self.grounds, self.ground_levels = (
            to(np.stack(self.grounds), np.uint8),
            to(self.ground_levels, np.float32),
        )
        self.ground_limits = to(self.ground_limits, np.float32)
        self.nodules, self.nodule_shares = (
            to(np.stack(self.nodules), np.float16),
            to(np.stack(self.nodule_shares), np.float16),
        )
        return self
