"""Smooth fields that push the brain sideways inside a skull that stays, and fields that leave its midline
where it is.

A field is (dx, dy), each (256, 256): place (x, y) shows what was at (x - dx, y - dy). Every field dies away
at the skull.
"""

import random

import cv2
import numpy as np

ROWS, COLUMNS = np.mgrid[0:256, 0:256].astype(np.float32)
# A field steeper than this would fold the picture.
STEEPEST = 0.8


class Head:
    """The inner skull of one slice: its ideal midline, its inner width, and how deep every place lies."""

    def __init__(self, inside):
        rows = np.nonzero(inside.any(1))[0]
        left = inside[rows].argmax(1)
        right = 255 - inside[rows][:, ::-1].argmax(1)
        self.first, self.last, self.width = rows[0], rows[-1], int((right - left + 1).max())
        cut = int(len(rows) * 0.15)
        y, x, w = (
            part[cut : len(rows) - cut].astype(np.float64)
            for part in (rows, (left + right) / 2, right - left + 1)
        )
        slope = (w.sum() * (w * x * y).sum() - (w * x).sum() * (w * y).sum()) / (
            w.sum() * (w * y * y).sum() - (w * y).sum() ** 2
        )
        self.slope = float(np.clip(slope, -0.06, 0.06))
        self.middle_x, self.middle_y = (w * x).sum() / w.sum(), (w * y).sum() / w.sum()
        self.depth = cv2.distanceTransform(inside, cv2.DIST_L2, 5)

    def ideal(self, y):
        return self.middle_x + self.slope * (y - self.middle_y)

    def beside(self):
        """Distance from the ideal midline over half the inner width, positive towards larger x (256, 256)."""
        return ((COLUMNS - self.ideal(ROWS)) / (self.width / 2)).astype(np.float32)


def along(head):
    """A bump from front to back, or two of them."""
    length = head.last - head.first
    bump = np.zeros((256, 1), np.float32)
    for weight in [1] if random.random() < 0.75 else [1, random.uniform(-0.6, 0.8)]:
        centre = random.gauss((head.first + head.last) / 2, 0.12 * length)
        bump += weight * np.exp(
            -((ROWS[:, :1] - centre) ** 2) / (2 * (random.uniform(0.1, 0.42) * length) ** 2)
        )
    return bump / (np.abs(bump).max() + 1e-6)


def sideways(head):
    """All of the brain in one direction, most in the middle."""
    share = np.clip(np.abs(head.beside() - random.uniform(-0.15, 0.15)), 0, 1)
    return along(head) * (1 - share ** random.uniform(1.3, 3)) ** random.uniform(0.7, 1.6), np.zeros(
        (256, 256), np.float32
    )


def mass(head):
    """A mass in one half that pushes all away from itself."""
    angle, far = random.uniform(-1.2, 1.2), random.uniform(0.3, 0.8)
    half, length = head.width / 2, (head.last - head.first) / 2
    side = random.choice([-1, 1])
    y0 = (head.first + head.last) / 2 + far * length * np.sin(angle)
    x0 = head.ideal(y0) + side * half * far * np.cos(angle)
    dx, dy = COLUMNS - x0, ROWS - y0
    r = np.hypot(dx, dy) / (half * random.uniform(0.45, 1.0)) + 1e-3
    push = r * np.exp(-r * r / 2) / r
    return push * dx / half, push * dy / half * random.uniform(0.3, 1)


def wave(head):
    """A smooth random field."""
    size = random.uniform(28, 60)
    noise = cv2.GaussianBlur(
        np.random.normal(0, 1, (256, 256)).astype(np.float32), (0, 0), size / 4, borderType=cv2.BORDER_REFLECT
    )
    noise = cv2.GaussianBlur(cv2.resize(noise[::4, ::4], (256, 256)), (0, 0), size / 4)
    field = noise / (np.abs(noise).max() + 1e-6)
    return field, 0.4 * np.roll(field, 40, 0)


def tilt(head):
    """Front and back pushed to different sides, or one of them alone."""
    v = (ROWS - (head.first + head.last) / 2) / ((head.last - head.first) / 2)
    share = np.clip(np.abs(head.beside()), 0, 1)
    return np.clip(v - random.uniform(-0.8, 0.8), -1.5, 1.5) * (1 - share**2) * np.exp(
        -v * v / random.uniform(0.3, 1)
    ), np.zeros((256, 256), np.float32)


def breathing(head):
    """Both halves wider or narrower alike, or one half alone: ventricles change and the midline stays."""
    u = head.beside()
    share = np.clip(np.abs(u), 0, 1)
    field = along(head) * u * (1 - share ** random.uniform(1.5, 2.5)) * 2.6
    if random.random() < 0.5:
        field = field * (np.sign(u) == random.choice([-1, 1]))
    return field, np.zeros((256, 256), np.float32)


PUSHES, WEIGHTS = [sideways, mass, wave, tilt], [0.4, 0.3, 0.15, 0.15]


def displacement(head, most):
    """A random field whose midline moves by up to `most` pixels; a quarter leaves it alone."""
    dx, dy = np.zeros((256, 256), np.float32), np.zeros((256, 256), np.float32)
    middle = np.clip(np.round(head.ideal(np.arange(256))), 0, 255).astype(int)
    inner = slice(head.first + (head.last - head.first) // 5, head.last - (head.last - head.first) // 5)
    if random.random() < 0.75:
        maker = random.choices(PUSHES, WEIGHTS)[0]
        fx, fy = maker(head)
        # `sideways` dies away by itself as measured along a row; the others are held by the depth below the
        # skull.
        hold = np.clip(head.depth / random.uniform(6, 14 if maker is sideways else 45), 0, 1)
        fx, fy = fx * hold, fy * hold
        peak = np.abs(fx[np.arange(256), middle][inner]).max()
        scale = random.uniform(0, most) * random.choice([-1, 1]) / (peak + 1e-6)
        scale = np.clip(
            scale, -1.4 * most / (np.abs(fx).max() + 1e-6), 1.4 * most / (np.abs(fx).max() + 1e-6)
        )
        dx, dy = fx * scale, fy * scale
    if random.random() < 0.6:
        fx, _ = breathing(head)
        amount = random.uniform(-0.55, 0.35) if random.random() < 0.8 else 0.45
        dx = dx + fx * amount * 0.18 * head.width * np.clip(head.depth / 10, 0, 1)
    steep = max(np.abs(np.diff(dx, axis=1)).max(), np.abs(np.diff(dy, axis=0)).max())
    calm = min(1, STEEPEST / (steep + 1e-6))
    return (dx * calm).astype(np.float32), (dy * calm).astype(np.float32)


def midline_moved(head, dx):
    """Where the midline has come to lie in every row, less the ideal one (256): the x with x - dx(x) =
    ideal.
    """
    ys = np.arange(256)
    x0 = head.ideal(ys)
    x = x0.copy()
    for _ in range(12):
        low = np.clip(np.floor(x), 0, 254).astype(int)
        part = np.clip(x - low, 0, 1)
        x = x0 + dx[ys, low] * (1 - part) + dx[ys, low + 1] * part
    return x - x0
