"""Random views of films, and the network's input."""

import cv2
import numpy as np

from training.breast.network.films import GLAND, PECTORAL, otsu

HEIGHT, WIDTH = 384, 256  # of the network's input
STRIDE = 4  # of its maps
COARSE = HEIGHT / 192  # blurs and marks below were tuned at 192 rows
LOCAL_SIGMA = 12


def planes_of(grey):
    """Three planes, 0 to 1: grey between robust limits, rank within what is brighter than half Otsu, local
    contrast.
    """
    low, high = np.percentile(grey, [0.5, 99.5])
    linear = np.clip((grey - low) / max(high - low, 1e-6), 0, 1).astype(np.float32)
    threshold = 0.5 * otsu(linear)
    inside = linear > threshold
    bins = np.minimum((linear * 255).astype(np.int32), 255)
    counts = np.bincount(bins[inside], minlength=256)
    rank = np.where(inside, (np.cumsum(counts) / max(counts.sum(), 1))[bins], 0.0)
    mean = cv2.GaussianBlur(linear, (0, 0), LOCAL_SIGMA, borderType=cv2.BORDER_REPLICATE)
    square = cv2.GaussianBlur(linear * linear, (0, 0), LOCAL_SIGMA, borderType=cv2.BORDER_REPLICATE)
    local = (linear - mean) / (np.sqrt(np.maximum(square - mean * mean, 0)) + 0.03)
    return np.stack([linear, rank, np.clip(0.5 + local / 6, 0, 1)]).astype(np.float32)


def fit(width, height):
    """Size and place of a box within the input: aspect kept, chest wall left, centred vertically."""
    scale = min(WIDTH / width, HEIGHT / height)
    w, h = max(8, min(WIDTH, round(width * scale))), max(8, min(HEIGHT, round(height * scale)))
    return w, h, (HEIGHT - h) // 2


def placed(grey):
    """A view of any fitting size → the network's input (3, HEIGHT, WIDTH), -1 to 1, -1 around the view."""
    h, w = grey.shape
    out = np.full((3, HEIGHT, WIDTH), -1, np.float32)
    top = (HEIGHT - h) // 2
    out[:, top : top + h, :w] = 2 * planes_of(grey) - 1
    return out


def shares_of(labels):
    """Share of each class per map cell, 0 to 255, (4, HEIGHT / STRIDE, WIDTH / STRIDE)."""
    h, w = labels.shape
    whole = np.zeros((HEIGHT, WIDTH), np.uint8)
    top = (HEIGHT - h) // 2
    whole[top : top + h, :w] = labels
    cells = [
        (whole == k).reshape(HEIGHT // STRIDE, STRIDE, WIDTH // STRIDE, STRIDE).mean((1, 3)) for k in range(4)
    ]
    return np.round(np.stack(cells) * 255).astype(np.uint8)


def canonical(item):
    """The input as the engine makes it from the box of the breast with a margin of 4 %; with the matrix
    film → input.
    """
    x0, y0, x1, y1 = item['box']
    mx, my = 0.04 * (x1 - x0), 0.04 * (y1 - y0)
    x0, y0 = max(0, int(x0 - mx)), max(0, int(y0 - my))
    x1, y1 = min(item['grey'].shape[1], int(x1 + mx)), min(item['grey'].shape[0], int(y1 + my))
    w, h, top = fit(x1 - x0, y1 - y0)
    grey = cv2.resize(item['grey'][y0:y1, x0:x1], (w, h), interpolation=cv2.INTER_AREA)
    labels = cv2.resize(item['labels'][y0:y1, x0:x1], (w, h), interpolation=cv2.INTER_NEAREST)
    sx, sy = w / (x1 - x0), h / (y1 - y0)
    return (
        placed(grey),
        shares_of(labels),
        [
            (sx * (x - x0), sy * (y - y0) + top, r * np.sqrt(sx * sy), n, s)
            for x, y, r, n, s in item['circles']
        ],
    )


def crop_box(item, rng):
    """A box in the stored film: usually the breast, sometimes below the muscle (like CC), sometimes tight."""
    x0, y0, x1, y1 = (float(v) for v in item['box'])
    w, h = x1 - x0, y1 - y0
    if rng.random() < 0.3:
        rows = np.nonzero((item['labels'] == PECTORAL).any(axis=1))[0]
        if len(rows):
            muscle_end = float(rows.max())
            cut = (
                muscle_end + rng.uniform(-0.02, 0.05) * h
                if rng.random() < 0.5
                else rng.uniform(y0, muscle_end)
            )
            if y1 - cut > 0.35 * h:
                y0 = cut
                h = y1 - y0
                if rng.random() < 0.5:
                    cols = np.nonzero((item['labels'][int(y0) : int(y1)] > 0).any(axis=0))[0]
                    x1 = float(cols.max() + 1)
                    w = x1 - x0
    tight = rng.random() < 0.2
    lo, hi = (-0.12, 0.02) if tight else (-0.01, 0.10)
    x0 -= w * (rng.uniform(-0.08, 0.0) if tight else rng.uniform(-0.02, 0.05) * (rng.random() < 0.4))
    x1 += w * rng.uniform(lo, hi)
    y0 -= h * rng.uniform(lo, hi)
    y1 += h * rng.uniform(lo, hi)
    return x0, y0, x1, y1


def warp(item, rng):
    """A view: grey, labels, circles in view pixels."""
    x0, y0, x1, y1 = crop_box(item, rng)
    stretch = np.exp(rng.normal(0, 0.08))
    w, h, _ = fit((x1 - x0) * stretch, (y1 - y0) / stretch)
    sx, sy = w / (x1 - x0), h / (y1 - y0)
    matrix = np.array([[sx, 0, -x0 * sx], [0, sy, -y0 * sy], [0, 0, 1]])
    angle, shear = np.deg2rad(rng.normal(0, 6)), rng.normal(0, 0.06)
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s + shear, 0], [s, c, 0], [0, 0, 1]])
    to = np.array([[1, 0, w / 2], [0, 1, h / 2], [0, 0, 1]])
    back = np.array([[1, 0, -w / 2], [0, 1, -h / 2], [0, 0, 1]])
    full = to @ turn @ back @ matrix
    border = cv2.BORDER_REPLICATE if rng.random() < 0.5 else cv2.BORDER_CONSTANT
    # Softened before the reduction, or fine structure would alias where the film is stored larger.
    sigma = 0.4 / max(min(sx, sy), 1e-3)
    grey = cv2.GaussianBlur(item['grey'], (0, 0), max(0.3, sigma))
    grey = cv2.warpAffine(grey, full[:2], (w, h), flags=cv2.INTER_LINEAR, borderMode=border)
    labels = cv2.warpAffine(item['labels'], full[:2], (w, h), flags=cv2.INTER_NEAREST, borderMode=border)
    grow = np.sqrt(abs(np.linalg.det(full[:2, :2])))
    circles = [(*(full[:2] @ [x, y, 1]), r * grow, n, m) for x, y, r, n, m in item['circles']]
    if rng.random() < 0.4:
        grey, labels = elastic(grey, labels, rng)
    if rng.random() < 0.15 and not (labels == PECTORAL).any():
        # Upside down happens with CC films only, where no muscle is seen.
        grey, labels = grey[::-1], labels[::-1]
        circles = [(x, h - y, r, n, m) for x, y, r, n, m in circles]
    return np.ascontiguousarray(grey), np.ascontiguousarray(labels), circles


def elastic(grey, labels, rng):
    h, w = grey.shape
    field = [
        cv2.resize(
            rng.normal(0, COARSE * rng.uniform(0.5, 3), (6, 4)).astype(np.float32),
            (w, h),
            interpolation=cv2.INTER_CUBIC,
        )
        for _ in range(2)
    ]
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    mx, my = xs + field[0], ys + field[1]
    return (
        cv2.remap(grey, mx, my, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        cv2.remap(labels, mx, my, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE),
    )


def paste_labels(grey, labels, rng):
    """Film labels, tape and scanner lines: bright things that are background."""
    peak = np.percentile(grey, 99.5)
    height, width = grey.shape
    for _ in range(rng.integers(1, 4)):
        w, h = rng.integers(6, 52), rng.integers(6, 44)
        if w >= width or h >= height:
            continue
        x, y = rng.integers(0, width - w), rng.integers(0, height - h)
        spot = labels[y : y + h, x : x + w]
        if (spot == 0).mean() < 0.9:
            continue
        patch = np.full((h, w), peak * rng.uniform(0.3, 1.1), np.float32)
        if rng.random() < 0.6:
            letters = (rng.random((h, w)) < 0.5).astype(np.float32)
            patch *= cv2.GaussianBlur(letters, (0, 0), 1.6)
        region = grey[y : y + h, x : x + w]
        region[spot == 0] = patch[spot == 0]
    if rng.random() < 0.3:
        size = rng.integers(2, 12)
        value = peak * rng.uniform(0.2, 1.1)
        side = rng.integers(0, 3)
        strip = np.s_[-size:, :] if side == 0 else (np.s_[:size, :] if side == 1 else np.s_[:, -size:])
        grey[strip][labels[strip] == 0] = value
    return grey


def blurred(mask, sigma):
    return cv2.GaussianBlur(mask.astype(np.float32), (0, 0), sigma)


def recolour(grey, labels, kind, rng):
    """Contrast of another detector: muscle and gland brighter or darker, edges lifted, thickness evened
    out.
    """
    scale = max(float(np.percentile(grey, 99.5)), 1.0)
    g = grey / scale
    breast = blurred(labels > 0, COARSE)
    if rng.random() < 0.35:
        # Flattened like a processed digital picture: the large-scale brightness is taken out inside the
        # breast.
        sigma = COARSE * rng.uniform(8, 30)
        base = cv2.GaussianBlur(g * (labels > 0), (0, 0), sigma) / np.maximum(
            blurred(labels > 0, sigma), 0.05
        )
        level = float(base[labels > 0].mean()) if (labels > 0).any() else 0.3
        k = rng.uniform(0.2, 0.9)
        flat = g - k * (base - level)
        g = g * (1 - breast) * rng.uniform(0, 1) + flat * breast
        if rng.random() < 0.5:
            g = (
                g
                + rng.uniform(0.3, 1.2)
                * (g - cv2.GaussianBlur(g, (0, 0), COARSE * rng.uniform(1, 4)))
                * breast
            )
        if kind == 'ddsm' and (labels == GLAND).any() and rng.random() < 0.3:
            # Flattening removes what tells gland from fat at this scale: part of it is put back, in a few
            # films only, or the network would wait for gland that bright.
            g = g + rng.uniform(0.02, 0.15) * blurred(labels == GLAND, COARSE * rng.uniform(1.5, 4))
    if rng.random() < 0.35:
        muscle = blurred(labels == PECTORAL, COARSE * rng.uniform(0.6, 2.5))
        g = g + muscle * rng.uniform(-0.35, 0.25)
        g = g * (1 - muscle) + muscle * np.maximum(g, 0.1)
    if rng.random() < 0.2:
        skin = (labels > 0).astype(np.uint8)
        inner = cv2.erode(skin, np.ones((3, 3), np.uint8), iterations=int(rng.integers(2, 5)))
        line = blurred(skin - inner, 1.2)
        line[:, :8] = 0
        g = g + line * rng.uniform(0.05, 0.4)
    return np.clip(g, 0, None) * scale


def augment(item, rng):
    """One training example: input (3, H, W), class shares (4, H / 4, W / 4), circles in input pixels."""
    grey, labels, circles = warp(item, rng)
    grey = recolour(grey, labels, item['kind'], rng)
    if rng.random() < 0.35:
        grey = paste_labels(grey, labels, rng)
    g = grey / max(float(grey.max()), 1.0)
    g = np.power(np.clip(g, 0, 1), np.exp(rng.normal(0, 0.3)))
    if rng.random() < 0.4:
        outside = labels == 0
        level = rng.uniform(0, 0.12)
        g = (
            np.maximum(g, level * (1 + 0.2 * rng.normal()))
            if rng.random() < 0.5
            else np.where(outside, g * rng.uniform(0, 1), g)
        )
    if rng.random() < 0.3:
        g = cv2.GaussianBlur(g.astype(np.float32), (0, 0), COARSE * rng.uniform(0.2, 0.8))
    if rng.random() < 0.5:
        g = g + rng.normal(0, rng.uniform(0.002, 0.03), g.shape)
    if rng.random() < 0.2:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(20, 80))]
        _, coded = cv2.imencode('.jpg', np.clip(g * 255, 0, 255).astype(np.uint8), quality)
        g = cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE).astype(np.float32) / 255
    top = (HEIGHT - g.shape[0]) // 2
    return (
        placed(np.asarray(g, np.float32)),
        shares_of(labels),
        [(x, y + top, r, n, m) for x, y, r, n, m in circles],
    )
