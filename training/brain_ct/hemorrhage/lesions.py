"""Paints bleedings of known place into slices without one, in a brain window (grey 0-1, 120 HU wide).

Shapes after their radiology: epidural a lens on the inner skull, subdural a crescent along it,
intraparenchymal a blob with an oedema rim, subarachnoid bright sulci and cisterns, intraventricular a level
in the ventricles.
"""

import random

import cv2
import numpy as np

HU = 1 / 120


def smooth_noise(shape, sigma):
    noise = cv2.GaussianBlur(np.random.normal(0, 1, shape).astype(np.float32), (0, 0), sigma)
    return noise / (noise.std() + 1e-6)


def rim_point(inside):
    outline, _ = cv2.findContours(inside, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    line = max(outline, key=len)[:, 0]
    return line[random.randrange(len(line))].astype(np.float32)


def centre_of(inside):
    ys, xs = np.nonzero(inside)
    return np.array([xs.mean(), ys.mean()], np.float32)


def epidural(grey, inside, level):
    point, middle = rim_point(inside), centre_of(inside)
    inward = (middle - point) / (np.linalg.norm(middle - point) + 1e-6)
    depth, length = random.uniform(5, 28), random.uniform(14, 48)
    ys, xs = np.mgrid[0:256, 0:256].astype(np.float32)
    dx, dy = xs - point[0], ys - point[1]
    deep = dx * inward[0] + dy * inward[1]
    along = -dx * inward[1] + dy * inward[0]
    return (deep / depth) ** 2 + (along / length) ** 2 + 0.08 * smooth_noise((256, 256), 8) < 1


def subdural(grey, inside, level):
    middle = centre_of(inside)
    angle, spread = random.uniform(-np.pi, np.pi), random.uniform(0.5, 1.5)
    ys, xs = np.mgrid[0:256, 0:256].astype(np.float32)
    away = np.abs((np.arctan2(ys - middle[1], xs - middle[0]) - angle + np.pi) % (2 * np.pi) - np.pi)
    depth = random.uniform(3.5, 14) * np.sqrt(np.clip(1 - (away / spread) ** 2, 0, 1))
    distance = cv2.distanceTransform(inside, cv2.DIST_L2, 5)
    return (distance < depth * (1 + 0.12 * smooth_noise((256, 256), 10))) & (depth > 1)


def parenchymal(grey, inside, level):
    distance = cv2.distanceTransform(inside, cv2.DIST_L2, 5)
    ys, xs = np.nonzero(distance > 7)
    if len(ys) == 0:
        return np.zeros((256, 256), bool)
    pick = random.randrange(len(ys))
    radius = random.choice([random.uniform(3, 9), random.uniform(6, 28)])
    gy, gx = np.mgrid[0:256, 0:256].astype(np.float32)
    turn, flat = random.uniform(0, np.pi), random.uniform(0.5, 1)
    dx, dy = gx - xs[pick], gy - ys[pick]
    u, v = dx * np.cos(turn) + dy * np.sin(turn), (-dx * np.sin(turn) + dy * np.cos(turn)) / flat
    return np.hypot(u, v) / radius + 0.18 * smooth_noise((256, 256), max(2, radius / 3)) < 1


def dark_spaces(grey, inside, level):
    calm = cv2.GaussianBlur(grey, (0, 0), 1.2)
    return (calm < level - 8 * HU) & (cv2.erode(inside, np.ones((3, 3), np.uint8)) > 0)


def subarachnoid(grey, inside, level):
    spaces = dark_spaces(grey, inside, level) | (
        (grey < level - 5 * HU) & (cv2.distanceTransform(inside, cv2.DIST_L2, 5) < 12) & (inside > 0)
    )
    ys, xs = np.nonzero(spaces)
    if len(ys) < 60:
        return np.zeros((256, 256), bool)
    pick = random.randrange(len(ys))
    gy, gx = np.mgrid[0:256, 0:256]
    near = np.hypot(gx - xs[pick], gy - ys[pick]) < random.uniform(18, 60)
    return cv2.dilate((spaces & near).astype(np.uint8), np.ones((2, 2), np.uint8)) > 0


def ventricular(grey, inside, level):
    spaces = cv2.morphologyEx(
        dark_spaces(grey, inside, level).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)
    )
    deep = spaces & (cv2.distanceTransform(inside, cv2.DIST_L2, 5) > 26)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(deep.astype(np.uint8))
    filled = np.zeros((256, 256), bool)
    for index in range(1, count):
        if stats[index, 4] < 40 or random.random() < 0.3:
            continue
        top, height = stats[index, 1], stats[index, 3]
        level_y = top + height * random.choice([0, random.uniform(0.2, 0.75)])
        filled |= (labels == index) & (np.arange(256)[:, None] >= level_y)
    return cv2.dilate(filled.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0


MAKERS = [epidural, subdural, subarachnoid, parenchymal, ventricular]


def paint(grey, inside):
    """grey float 0-1 (256, 256), inside uint8 → (grey, mask, type index), or None where the chosen kind
    finds no place.
    """
    if inside.sum() < 2500:
        return None
    level = float(np.median(grey[inside > 0]))
    kind = random.choices(range(5), [1, 1.2, 0.8, 1.1, 0.7])[0]
    bleeding = MAKERS[kind](grey, inside, level) & (inside > 0)
    if bleeding.sum() < 25:
        return None
    rise = random.uniform(14, 45) * HU
    if kind == 1 and random.random() < 0.15:
        rise = random.uniform(8, 16) * HU  # subacute
    soft = cv2.GaussianBlur(bleeding.astype(np.float32), (0, 0), random.uniform(0.6, 1.4))
    calm = cv2.GaussianBlur(grey, (0, 0), 2)
    texture = 1 + random.uniform(0, 0.25) * smooth_noise((256, 256), random.uniform(3, 12))
    blood = level + rise * texture + (grey - calm) * 0.8
    painted = grey * (1 - soft) + blood * soft
    if kind == 3 and random.random() < 0.6:  # oedema around it
        ring = cv2.GaussianBlur(
            cv2.dilate(bleeding.astype(np.uint8), np.ones((9, 9), np.uint8)).astype(np.float32), (0, 0), 3
        )
        painted -= np.clip(ring - soft, 0, 1) * random.uniform(5, 14) * HU * (inside > 0)
    return np.clip(painted, 0, 1), bleeding, kind


def scalp_swelling(grey, inside, head):
    """A bruise outside the skull is bright too: it must not count."""
    outside = (head > 0) & (inside == 0) & (grey < 0.8) & (grey > 0.15)
    ys, xs = np.nonzero(outside)
    if len(ys) < 50:
        return grey
    pick = random.randrange(len(ys))
    gy, gx = np.mgrid[0:256, 0:256].astype(np.float32)
    near = np.exp(-((gx - xs[pick]) ** 2 + (gy - ys[pick]) ** 2) / (2 * random.uniform(8, 25) ** 2))
    return np.where(outside, np.clip(grey + near * random.uniform(5, 35) * HU, 0, 0.9), grey).astype(
        np.float32
    )


def calcification(grey, inside):
    """Plexus, pineal and falx calcify: small, very bright, and no bleeding."""
    distance = cv2.distanceTransform(inside, cv2.DIST_L2, 5)
    ys, xs = np.nonzero(distance > 15)
    if len(ys) == 0:
        return grey
    out = grey.copy()
    for _ in range(random.randint(1, 3)):
        pick = random.randrange(len(ys))
        cv2.circle(
            out,
            (int(xs[pick]), int(ys[pick])),
            random.randint(1, 3),
            random.uniform(0.8, 1.0),
            -1,
            cv2.LINE_AA,
        )
    return out


def bone_islands(grey, inside):
    """Petrous ridge, sella and orbital roof cut across: white patches near the skull, and no bleeding."""
    distance = cv2.distanceTransform(inside, cv2.DIST_L2, 5)
    ys, xs = np.nonzero((distance > 2) & (distance < 35))
    if len(ys) == 0:
        return grey
    bone = np.zeros((256, 256), np.float32)
    for _ in range(random.randint(1, 2)):
        pick = random.randrange(len(ys))
        axes = (random.randint(2, 9), random.randint(2, 5))
        cv2.ellipse(
            bone, (int(xs[pick]), int(ys[pick])), axes, random.uniform(0, 180), 0, 360, 1, -1, cv2.LINE_AA
        )
    bone = cv2.GaussianBlur(bone, (0, 0), random.uniform(0.5, 1.2))
    return (grey + (1 - grey) * np.minimum(1, 1.5 * bone) * (inside > 0)).astype(np.float32)
