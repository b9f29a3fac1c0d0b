"""Films and tissue maps in one canonical orientation (chest wall left), and their augmentation."""
import os
from pathlib import Path

import cv2
import numpy as np
import pandas as pd
from PIL import Image

DATA = Path(os.environ.get("SECOND_READ_DATA", Path(__file__).resolve().parents[3] / "shared" / "datasets"))
HEIGHT, WIDTH = 192, 128  # of the network's input
STORED_HEIGHT = 480
BACKGROUND, ADIPOSE, GLAND, PECTORAL = 0, 1, 2, 3


def chest_wall_left(breast):
    """True when the breast meets the left border of the picture more than the right one."""
    strip = max(2, breast.shape[1] // 16)
    return breast[:, :strip].sum() >= breast[:, -strip:].sum()


def load(kind, row):
    """grey 0..255 float32, labels (MIAS: 1 = any breast tissue), box of breast and muscle."""
    if kind == "ddsm":
        root = DATA / "breast/ddsm_tissue"
        grey = np.asarray(Image.open(root / row["file"]))[..., 0]
        labels = np.asarray(Image.open(root / row["mask"]))
    else:
        root = DATA / "breast/mias"
        grey = np.asarray(Image.open(root / row["file"]))[..., 0]
        labels = np.asarray(Image.open(root / row["tissue_pseudo"]))
        labels = np.choose(labels, [BACKGROUND, ADIPOSE, PECTORAL, BACKGROUND]).astype(np.uint8)
    if not chest_wall_left(labels > 0):
        grey, labels = grey[:, ::-1], labels[:, ::-1]
    scale = STORED_HEIGHT / grey.shape[0]
    size = (max(8, round(grey.shape[1] * scale)), STORED_HEIGHT)
    grey = cv2.resize(np.ascontiguousarray(grey), size, interpolation=cv2.INTER_AREA).astype(np.float32)
    labels = cv2.resize(np.ascontiguousarray(labels), size, interpolation=cv2.INTER_NEAREST)
    ys, xs = np.nonzero(labels)
    return {"kind": kind, "fold": int(row["fold"]), "file": row["file"], "grey": grey, "labels": labels,
            "box": (xs.min(), ys.min(), xs.max() + 1, ys.max() + 1)}


def load_all():
    items = []
    for kind, name in (("ddsm", "ddsm_tissue"), ("mias", "mias")):
        for _, row in pd.read_csv(DATA / "breast" / name / "labels.csv").iterrows():
            items.append(load(kind, row))
    return items


def otsu(values):
    histogram, edges = np.histogram(values, bins=256)
    histogram = histogram.astype(np.float64)
    weight = np.cumsum(histogram)
    total = np.cumsum(histogram * np.arange(256))
    mean = total[-1] / weight[-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        between = (mean * weight - total) ** 2 / (weight * (weight[-1] - weight))
    return edges[int(np.nanargmax(np.where(np.isfinite(between), between, -1))) + 1]


def channels(grey):
    """Two planes: linear grey between robust limits, and rank within what is brighter than half Otsu."""
    low, high = np.percentile(grey, [0.5, 99.5])
    linear = np.clip((grey - low) / max(high - low, 1e-6), 0, 1)
    threshold = 0.5 * otsu(linear)
    inside = linear > threshold
    bins = np.minimum((linear * 255).astype(np.int32), 255)
    counts = np.bincount(bins[inside], minlength=256)
    cumulative = np.cumsum(counts) / max(counts.sum(), 1)
    rank = np.where(inside, cumulative[bins], 0.0)
    return np.stack([linear, rank]).astype(np.float32)


def canonical(item):
    """The input as the engine makes it: the box of the breast with a margin of 3 %, stretched."""
    x0, y0, x1, y1 = item["box"]
    mx, my = 0.03 * (x1 - x0), 0.03 * (y1 - y0)
    x0, y0 = max(0, int(x0 - mx)), max(0, int(y0 - my))
    x1, y1 = min(item["grey"].shape[1], int(x1 + mx)), min(item["grey"].shape[0], int(y1 + my))
    grey = cv2.resize(item["grey"][y0:y1, x0:x1], (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    labels = cv2.resize(item["labels"][y0:y1, x0:x1], (WIDTH, HEIGHT), interpolation=cv2.INTER_NEAREST)
    return channels(grey), labels


def crop_box(item, rng):
    """A box in the stored film: usually the breast, sometimes below the muscle (like CC), sometimes tight."""
    x0, y0, x1, y1 = (float(v) for v in item["box"])
    w, h = x1 - x0, y1 - y0
    if rng.random() < 0.3:
        rows = np.nonzero((item["labels"] == PECTORAL).any(axis=1))[0]
        if len(rows):
            muscle_end = float(rows.max())
            cut = muscle_end + rng.uniform(-0.02, 0.05) * h if rng.random() < 0.7 else rng.uniform(y0, muscle_end)
            if y1 - cut > 0.35 * h:
                y0 = cut
                h = y1 - y0
                if rng.random() < 0.5:
                    cols = np.nonzero((item["labels"][int(y0):int(y1)] > 0).any(axis=0))[0]
                    x1 = float(cols.max() + 1)
                    w = x1 - x0
    tight = rng.random() < 0.2
    lo, hi = (-0.15, 0.02) if tight else (-0.02, 0.12)
    x0 -= w * (rng.uniform(-0.10, 0.0) if tight else rng.uniform(-0.02, 0.06) * (rng.random() < 0.4))
    x1 += w * rng.uniform(lo, hi)
    y0 -= h * rng.uniform(lo, hi)
    y1 += h * rng.uniform(lo, hi)
    return x0, y0, x1, y1


def warp(item, rng):
    x0, y0, x1, y1 = crop_box(item, rng)
    sx, sy = WIDTH / (x1 - x0), HEIGHT / (y1 - y0)
    matrix = np.array([[sx, 0, -x0 * sx], [0, sy, -y0 * sy], [0, 0, 1]])
    angle = np.deg2rad(rng.normal(0, 6))
    shear = rng.normal(0, 0.06)
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s + shear, 0], [s, c, 0], [0, 0, 1]])
    to = np.array([[1, 0, WIDTH / 2], [0, 1, HEIGHT / 2], [0, 0, 1]])
    back = np.array([[1, 0, -WIDTH / 2], [0, 1, -HEIGHT / 2], [0, 0, 1]])
    full = (to @ turn @ back @ matrix)
    border = cv2.BORDER_REPLICATE if rng.random() < 0.5 else cv2.BORDER_CONSTANT
    # Softened before the reduction, or fine structure would alias where the film is stored larger.
    sigma = 0.4 / max(min(sx, sy), 1e-3)
    grey = cv2.GaussianBlur(item["grey"], (0, 0), max(0.3, sigma))
    grey = cv2.warpAffine(grey, full[:2], (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=border)
    labels = cv2.warpAffine(item["labels"], full[:2], (WIDTH, HEIGHT), flags=cv2.INTER_NEAREST, borderMode=border)
    if rng.random() < 0.5:
        grey, labels = elastic(grey, labels, rng)
    if rng.random() < 0.15:
        # Upside down happens with CC films only, where no muscle is seen.
        if not (labels == PECTORAL).any():
            grey, labels = grey[::-1], labels[::-1]
    return np.ascontiguousarray(grey), np.ascontiguousarray(labels)


def elastic(grey, labels, rng):
    field = [cv2.resize(rng.normal(0, rng.uniform(0.5, 3.5), (6, 4)).astype(np.float32), (WIDTH, HEIGHT),
                        interpolation=cv2.INTER_CUBIC) for _ in range(2)]
    ys, xs = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    mx, my = xs + field[0], ys + field[1]
    return (cv2.remap(grey, mx, my, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
            cv2.remap(labels, mx, my, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE))


def paste_labels(grey, labels, rng):
    """Film labels, tape and scanner lines: bright things that are background."""
    peak = np.percentile(grey, 99.5)
    for _ in range(rng.integers(1, 4)):
        w, h = rng.integers(3, 26), rng.integers(3, 22)
        x, y = rng.integers(0, WIDTH - w), rng.integers(0, HEIGHT - h)
        spot = labels[y:y + h, x:x + w]
        if (spot == 0).mean() < 0.9:
            continue
        patch = np.full((h, w), peak * rng.uniform(0.3, 1.1), np.float32)
        if rng.random() < 0.6:
            letters = (rng.random((h, w)) < 0.5).astype(np.float32)
            patch *= cv2.GaussianBlur(letters, (0, 0), 0.8)
        region = grey[y:y + h, x:x + w]
        region[spot == 0] = patch[spot == 0]
    if rng.random() < 0.3:
        size = rng.integers(1, 6)
        value = peak * rng.uniform(0.2, 1.1)
        side = rng.integers(0, 3)
        strip = np.s_[-size:, :] if side == 0 else (np.s_[:size, :] if side == 1 else np.s_[:, -size:])
        grey[strip][labels[strip] == 0] = value
    return grey


def recolour(grey, labels, kind, rng):
    """Contrast of another detector: muscle and gland brighter or darker, edges lifted, thickness evened out."""
    scale = max(float(np.percentile(grey, 99.5)), 1.0)
    g = grey / scale
    breast = cv2.GaussianBlur((labels > 0).astype(np.float32), (0, 0), 1.0)
    if rng.random() < 0.45:
        # Flattened like a processed digital picture: the large-scale brightness is taken out inside the breast.
        sigma = rng.uniform(8, 30)
        base = cv2.GaussianBlur(g * (labels > 0), (0, 0), sigma) / np.maximum(cv2.GaussianBlur((labels > 0).astype(np.float32), (0, 0), sigma), 0.05)
        level = float(base[labels > 0].mean()) if (labels > 0).any() else 0.3
        k = rng.uniform(0.3, 0.95)
        flat = g - k * (base - level)
        g = g * (1 - breast) * rng.uniform(0, 1) + flat * breast
        if rng.random() < 0.5:
            g = g + rng.uniform(0.3, 1.5) * (g - cv2.GaussianBlur(g, (0, 0), rng.uniform(1, 4))) * breast
        if kind == "ddsm" and (labels == GLAND).any() and rng.random() < 0.3:
            # Flattening removes what tells gland from fat at this scale: part of it is put back, in a few films
            # only, or the network would wait for gland that bright.
            gland = cv2.GaussianBlur((labels == GLAND).astype(np.float32), (0, 0), rng.uniform(1.5, 4))
            g = g + rng.uniform(0.02, 0.15) * gland
    if rng.random() < 0.5:
        muscle = cv2.GaussianBlur((labels == PECTORAL).astype(np.float32), (0, 0), rng.uniform(0.6, 2.5))
        g = g + muscle * rng.uniform(-0.35, 0.25)
        g = g * (1 - muscle) + muscle * np.maximum(g, 0.1)
    if kind == "ddsm" and rng.random() < 0.15:
        gland = cv2.GaussianBlur((labels == GLAND).astype(np.float32), (0, 0), rng.uniform(1, 4))
        g = g + gland * rng.uniform(-0.06, 0.1)
    if rng.random() < 0.25:
        skin = (labels > 0).astype(np.uint8)
        inner = cv2.erode(skin, np.ones((3, 3), np.uint8), iterations=int(rng.integers(1, 3)))
        line = cv2.GaussianBlur((skin - inner).astype(np.float32), (0, 0), 0.6)
        line[:, :4] = 0
        g = g + line * rng.uniform(0.05, 0.4)
    return np.clip(g, 0, None) * scale


def augment(item, rng):
    """One training example: (2, H, W) float32, (H, W) labels."""
    grey, labels = warp(item, rng)
    grey = recolour(grey, labels, item["kind"], rng)
    if rng.random() < 0.35:
        grey = paste_labels(grey, labels, rng)
    g = grey / max(float(grey.max()), 1.0)
    g = np.power(np.clip(g, 0, 1), np.exp(rng.normal(0, 0.35)))
    if rng.random() < 0.4:
        outside = labels == 0
        level = rng.uniform(0, 0.12)
        g = np.maximum(g, level * (1 + 0.2 * rng.normal())) if rng.random() < 0.5 else np.where(outside, g * rng.uniform(0, 1), g)
    if rng.random() < 0.4:
        g = cv2.GaussianBlur(g.astype(np.float32), (0, 0), rng.uniform(0.3, 1.4))
    if rng.random() < 0.5:
        g = g + rng.normal(0, rng.uniform(0.002, 0.03), g.shape)
    if rng.random() < 0.2:
        ok, coded = cv2.imencode(".jpg", np.clip(g * 255, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(20, 80))])
        g = cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE).astype(np.float32) / 255
    return channels(np.asarray(g, np.float32)), labels
