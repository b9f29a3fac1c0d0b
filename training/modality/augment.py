"""From a cached picture to network input: what an upload of the same kind may look like elsewhere."""

import random

import cv2
import numpy as np

from training.modality.network import SIDE

CHEST_WINDOWS = [
    (-600, 1500),
    (-500, 1400),
    (-650, 1200),
    (-300, 1600),
    (40, 400),
    (40, 350),
    (50, 700),
    (300, 1800),
    (0, 3000),
]
HEAD_WINDOWS = [(40, 80), (40, 120), (35, 60), (60, 200), (100, 300), (600, 2800)]


def windowed(hu, kind):
    """A window as radiology uses it over Hounsfield units of a head (kind 1) or a chest."""
    centre, width = random.choice(HEAD_WINDOWS if kind == 1 else CHEST_WINDOWS)
    shift = 0.15 * width if kind == 1 else 60
    centre, width = centre + random.uniform(-shift, shift), width * random.uniform(0.85, 1.2)
    return (np.clip((hu - centre) / width + 0.5, 0, 1) * 255).astype(np.uint8)


def is_slice(kind, picture):
    """Whether a chest picture is a whole slice; crops around nodules are 128 pixels."""
    return kind == 2 and max(picture.shape[:2]) > 130


def narrowed(grey):
    """A chest slice, 0-1, as a soft-tissue window shows it: lung black, or nearly so, muscle in the middle."""
    above = grey[grey > grey.mean()]
    soft = float(np.median(above)) if above.size else 0.5
    low = soft - random.uniform(0.08, 0.35)
    return np.clip((grey - low) / (random.uniform(0.12, 0.5) + soft - low), 0, 1)


def hidden(picture):
    """A slice of head or chest as a window shows it that leaves bone, the densest tissue and noise."""
    high_units = picture.dtype == np.float32
    grey = picture if high_units else picture.reshape(*picture.shape[:2], -1)[..., 0].astype(np.float32)
    above = grey[grey > grey.mean()]
    soft = float(np.median(above)) if above.size else float(grey.mean())
    unit = 1.0 if high_units else max(soft - float(grey.min()), 1) / 1000  # of one Hounsfield unit, about
    fine = cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR)
    fine = fine + np.random.normal(0, random.uniform(5, 50) * unit, fine.shape)
    low = soft + random.uniform(-30, 60) * unit
    shown = np.clip((fine - low) / (random.uniform(40, 500) * unit), 0, 1) * 255
    return cv2.resize(shown.astype(np.float32), grey.shape[::-1], interpolation=cv2.INTER_AREA).astype(
        np.uint8
    )


def contrast(grey, kind):
    """`grey` 0-1. Window, gamma, inversion."""
    if kind == 1 and random.random() < 0.06:  # bone window
        grey = np.interp(grey, [0, 0.08, 0.2, 0.8, 0.97, 1], [0, 0.1, 0.3, 0.42, 0.8, 1]).astype(np.float32)
    elif kind == 1 and random.random() < 0.05:  # skull stripped away
        grey = np.where(grey > 0.93, 0, grey)
    low = random.uniform(-0.12, 0.22) if random.random() < 0.6 else 0
    high = random.uniform(0.7, 1.15) if random.random() < 0.6 else 1
    shown = np.clip((grey - low) / (high - low), 0, 1)
    if low < 0:
        shown = shown * np.clip(grey * 12, 0, 1)  # air stays black
    if random.random() < 0.5:
        shown = shown ** random.uniform(0.55, 1.7)
    return shown


def as_contrast_view(grey):
    """A mammogram film cut to a half disc, as a view from above (CC) is shaped."""
    height, width = grey.shape
    right = grey[:, width // 2 :].mean() > grey[:, : width // 2].mean()
    size = max(height, width)
    canvas = cv2.resize(grey, (int(size * random.uniform(0.45, 0.7)), size), interpolation=cv2.INTER_AREA)
    ys, xs = np.mgrid[0 : canvas.shape[0], 0 : canvas.shape[1]].astype(np.float32)
    reach = random.uniform(0.75, 1.0) * canvas.shape[1]
    xs = canvas.shape[1] - xs if right else xs
    distance = np.hypot(xs / reach, (ys - size / 2) / (size * random.uniform(0.35, 0.5)))
    return canvas * np.clip((1 - distance) * random.uniform(8, 25), 0, 1)


def marks(rgb):
    """Letters, arrows, boxes, scale bars, as burned in by scanners and publications."""
    height, width = rgb.shape[:2]
    for _ in range(random.randint(1, 4)):
        colour = tuple(random.choice([[255] * 3, [0] * 3, [255, 255, 0], [255, 0, 0], [0, 255, 0]]))
        x, y = random.randrange(width), random.randrange(height)
        pick = random.random()
        if pick < 0.5:
            text = ''.join(random.choices('ABCDEFLRMOCC 0123456789', k=random.randint(1, 8)))
            cv2.putText(
                rgb,
                text,
                (x, y),
                cv2.FONT_HERSHEY_SIMPLEX,
                random.uniform(0.3, 1.1),
                colour,
                random.randint(1, 2),
                cv2.LINE_AA,
            )
        elif pick < 0.8:
            end = (x + random.randint(-50, 50), y + random.randint(-50, 50))
            cv2.arrowedLine(rgb, (x, y), end, colour, random.randint(1, 4), cv2.LINE_AA, tipLength=0.4)
        else:
            cv2.rectangle(
                rgb,
                (x, y),
                (x + random.randint(5, 60), y + random.randint(5, 60)),
                colour,
                random.choice([-1, 1, 2]),
            )
    return rgb


def turned(rgb, fill):
    height, width = rgb.shape[:2]
    if random.random() < 0.12:
        rgb = np.rot90(rgb, random.choice([1, 2, 3])).copy()
        height, width = rgb.shape[:2]
    if random.random() < 0.5:
        rgb = rgb[:, ::-1].copy()
    if random.random() < 0.5:
        matrix = cv2.getRotationMatrix2D(
            (width / 2, height / 2), random.uniform(-25, 25), random.uniform(0.8, 1.15)
        )
        rgb = cv2.warpAffine(rgb, matrix, (width, height), borderValue=fill)
    return rgb


def halved(rgb):
    """One half of a slice, as a screenshot of one lung shows it."""
    height, width = rgb.shape[:2]
    keep = random.uniform(0.42, 0.65)
    if random.random() < 0.7:
        w = int(width * keep)
        return rgb[:, :w] if random.random() < 0.5 else rgb[:, width - w :]
    h = int(height * keep)
    return rgb[:h] if random.random() < 0.5 else rgb[height - h :]


def cropped(rgb, kind):
    height, width = rgb.shape[:2]
    pick = random.random()
    if kind != 4 and pick < 0.3:  # to the bright part, as tight crops are
        grey = rgb.mean(2)
        inside = grey > 25
        rows, columns = np.where(inside.mean(1) > 0.05)[0], np.where(inside.mean(0) > 0.05)[0]
        if len(rows) > 40 and len(columns) > 40:
            rgb = rgb[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    elif pick < 0.65:
        keep = random.uniform(0.7, 1) if kind != 4 else random.uniform(0.35, 1)
        h, w = int(height * keep * random.uniform(0.9, 1)), int(width * keep * random.uniform(0.9, 1))
        y, x = random.randint(0, height - h), random.randint(0, width - w)
        rgb = rgb[y : y + h, x : x + w]
    if random.random() < 0.25:
        rgb = cv2.resize(
            rgb,
            (max(40, int(rgb.shape[1] * random.uniform(0.7, 1.4))), rgb.shape[0]),
            interpolation=cv2.INTER_AREA,
        )
    if random.random() < 0.2:  # a border
        border = [random.randint(0, 40) for _ in range(4)]
        rgb = cv2.copyMakeBorder(
            rgb, *border, cv2.BORDER_CONSTANT, value=random.choice([[0] * 3, [255] * 3, [0] * 3])
        )
    return rgb


def degraded(rgb):
    if random.random() < 0.3:
        ok, data = cv2.imencode('.jpg', rgb, [cv2.IMWRITE_JPEG_QUALITY, random.randint(25, 90)])
        rgb = cv2.imdecode(data, cv2.IMREAD_COLOR) if ok else rgb
    if random.random() < 0.2:
        rgb = np.clip(
            rgb + np.random.normal(0, random.uniform(2, 14), rgb.shape[:2])[..., None], 0, 255
        ).astype(np.uint8)
    if random.random() < 0.15:
        rgb = cv2.GaussianBlur(rgb, (0, 0), random.uniform(0.5, 1.8))
    return rgb


def view(kind, picture, hides=False):
    """One random RGB picture (uint8) of a record; `hides`: a CT in a window that leaves bone and noise."""
    whole = is_slice(kind, picture)
    if hides:
        picture = hidden(picture)
    elif picture.dtype == np.float32:
        picture = windowed(picture, kind)
    elif whole and random.random() < 0.35:
        picture = (narrowed(picture.reshape(*picture.shape[:2], -1)[..., 0] / 255) * 255).astype(np.uint8)
    elif kind == 1 and random.random() < 0.15:  # a dark window, as picked from a wide one
        picture = (picture * random.uniform(0.25, 0.6)).astype(np.uint8)
    is_grey = picture.ndim == 2
    rgb = np.repeat(picture[..., None], 3, 2) if is_grey else picture
    if kind == 4 and not is_grey and random.random() < 0.45:
        is_grey, rgb = True, np.repeat(rgb.astype(np.float32).mean(2, keepdims=True), 3, 2).astype(np.uint8)
    if kind == 3 and random.random() < 0.04:
        is_grey, rgb = True, np.repeat(rgb.astype(np.float32).mean(2, keepdims=True), 3, 2).astype(np.uint8)
    rgb = rgb.astype(np.float32) / 255
    if kind == 0 and random.random() < 0.25:
        rgb = np.repeat(as_contrast_view(rgb[..., 0])[..., None], 3, 2)
    if is_grey or kind == 4:
        rgb = np.dstack([contrast(rgb[..., 0], kind)] * 3) if is_grey else contrast(rgb, 4)
    else:
        rgb = np.clip(
            rgb * np.random.uniform(0.82, 1.18, 3).astype(np.float32) * random.uniform(0.75, 1.2), 0, 1
        )
    if kind == 4 and random.random() < 0.2:  # a bright shape on black is not yet a scan
        ys, xs = np.mgrid[-1 : 1 : rgb.shape[0] * 1j, -1 : 1 : rgb.shape[1] * 1j]
        inside = (
            np.hypot(
                (xs - random.choice([-1, 0, 0, 1])) / random.uniform(0.6, 1.4), ys / random.uniform(0.6, 1)
            )
            < 1
        )
        rgb = rgb * inside[..., None]
    inverted = is_grey and random.random() < 0.08
    if inverted:
        rgb = 1 - rgb
    if is_grey and random.random() < 0.2:  # screen or paper tint
        rgb = rgb * np.random.uniform(0.7, 1, 3) + np.random.uniform(0, 0.06, 3)
    rgb = (np.clip(rgb, 0, 1) * 255).astype(np.uint8)
    if whole and random.random() < 0.12:
        rgb = halved(rgb)
    rgb = np.ascontiguousarray(cropped(turned(rgb, [255] * 3 if inverted else [0] * 3), kind))
    if random.random() < 0.25:
        rgb = marks(rgb)
    return degraded(rgb)


def letterboxed(rgb):
    """RGB uint8 → float32 (3, SIDE, SIDE), -1 to 1, as analyses/modality/planes.ts does it; keep the two
    alike.
    """
    height, width = rgb.shape[:2]
    scale = SIDE / max(height, width)
    w, h = max(1, round(width * scale)), max(1, round(height * scale))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(rgb, (w, h), interpolation=method).astype(np.float32)
    grey = small @ np.array([0.299, 0.587, 0.114], np.float32)
    low, high = np.percentile(grey, (0.5, 99.5))
    planes = np.full((3, SIDE, SIDE), -1, np.float32)
    y, x = (SIDE - h) // 2, (SIDE - w) // 2
    planes[:, y : y + h, x : x + w] = (
        np.clip((small - low) / max(high - low, 1), 0, 1).transpose(2, 0, 1) * 2 - 1
    )
    return planes
