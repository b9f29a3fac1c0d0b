"""Pictures of class "other" drawn by program: text pages, screens, charts, noise, gradients, drawings,
ultrasound fans.
"""

import random

import cv2
import numpy as np

WORDS = 'patient image report result left right normal dense study chest brain date page total system file open save'.split()


def page(height, width):
    ground, ink = random.choice([(255, 0), (245, 40), (20, 230), (255, 60)])
    rgb = np.full((height, width, 3), ground, np.uint8)
    size, y = random.uniform(0.25, 0.8), random.randint(10, 40)
    while y < height - 5:
        if random.random() < 0.85:
            line = ' '.join(random.choices(WORDS, k=random.randint(2, 12)))
            cv2.putText(
                rgb,
                line,
                (random.choice([8, 8, 30]), y),
                cv2.FONT_HERSHEY_SIMPLEX,
                size,
                [ink] * 3,
                1,
                cv2.LINE_AA,
            )
        y += int(size * 36) + 2
    return rgb


def screen(height, width):
    rgb = np.full((height, width, 3), np.random.randint(0, 256, 3), np.uint8)
    for _ in range(random.randint(4, 25)):
        x, y = random.randrange(width), random.randrange(height)
        w, h = random.randint(8, max(9, width // 2)), random.randint(6, max(7, height // 3))
        cv2.rectangle(
            rgb, (x, y), (x + w, y + h), np.random.randint(0, 256, 3).tolist(), random.choice([-1, -1, 1])
        )
        cv2.putText(
            rgb,
            random.choice(WORDS),
            (x + 3, y + h // 2),
            cv2.FONT_HERSHEY_DUPLEX,
            0.4,
            np.random.randint(0, 256, 3).tolist(),
            1,
        )
    return rgb


def chart(height, width):
    rgb = np.full((height, width, 3), 255, np.uint8)
    xs = np.linspace(20, width - 10, 40)
    for _ in range(random.randint(1, 4)):
        ys = height / 2 + np.cumsum(np.random.normal(0, height / 30, 40))
        points = np.stack([xs, np.clip(ys, 5, height - 10)], 1).astype(np.int32)
        colour = np.random.randint(0, 220, 3).tolist()
        if random.random() < 0.5:
            cv2.polylines(rgb, [points], False, colour, random.randint(1, 3), cv2.LINE_AA)
        else:
            for x, y in points[::3]:
                cv2.rectangle(rgb, (int(x), int(y)), (int(x) + 6, height - 12), colour, -1)
    cv2.line(rgb, (18, 5), (18, height - 12), (0, 0, 0), 1)
    cv2.line(rgb, (18, height - 12), (width - 5, height - 12), (0, 0, 0), 1)
    return rgb


def noise(height, width):
    grain = np.random.normal(128, random.uniform(10, 80), (height, width, random.choice([1, 3]))).astype(
        np.float32
    )
    if random.random() < 0.7:
        grain = cv2.GaussianBlur(grain, (0, 0), random.choice([1, 3, 8, 20, 40])).reshape(height, width, -1)
        grain = (grain - grain.min()) / (np.ptp(grain) + 1e-6) * 255
    return np.clip(np.broadcast_to(grain, (height, width, 3)), 0, 255).astype(np.uint8)


def gradient(height, width):
    ys, xs = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    angle = random.uniform(0, 6.3)
    plane = random.choice(
        [
            np.cos(angle) * xs + np.sin(angle) * ys,
            np.hypot(xs, ys),
            np.sin(xs * random.uniform(2, 20)),
            np.maximum(abs(xs), abs(ys)),
        ]
    )
    plane = (plane - plane.min()) / np.ptp(plane)
    ends = np.random.randint(0, 256, (2, 3)) if random.random() < 0.5 else np.array([[0] * 3, [255] * 3])
    return (ends[0] + (ends[1] - ends[0]) * plane[..., None]).astype(np.uint8)


def drawing(height, width):
    ground, ink = random.choice([(255, 0), (0, 255), (0, 180)])
    rgb = np.full((height, width, 3), ground, np.uint8)
    for _ in range(random.randint(1, 14)):
        centre = (random.randrange(width), random.randrange(height))
        axes = (random.randint(4, width // 2), random.randint(4, height // 2))
        tone = [ink] * 3 if random.random() < 0.6 else [random.randrange(256)] * 3
        cv2.ellipse(
            rgb,
            centre,
            axes,
            random.randrange(180),
            0,
            random.choice([360, 360, 180]),
            tone,
            random.choice([-1, 1, 2, 5]),
            cv2.LINE_AA,
        )
    return rgb


def ultrasound(height, width):
    ys, xs = np.mgrid[0 : 1 : height * 1j, -0.5 : 0.5 : width * 1j]
    fan = (
        (np.abs(np.arctan2(xs, ys + 0.15)) < random.uniform(0.4, 0.8))
        & (np.hypot(xs, ys + 0.15) < random.uniform(0.8, 1.1))
        & (ys > 0.03)
    )
    speckle = np.random.rayleigh(1, (height, width)).astype(np.float32)
    body = cv2.GaussianBlur(np.random.rand(height, width).astype(np.float32), (0, 0), random.uniform(8, 25))
    body = (body - body.min()) / np.ptp(body)
    grey = (
        np.clip(
            cv2.GaussianBlur(speckle, (0, 0), random.uniform(0.6, 1.5)) * body * random.uniform(60, 150),
            0,
            255,
        )
        * fan
    )
    return np.repeat(grey.astype(np.uint8)[..., None], 3, 2)


def spheres(height, width):
    """Smooth bright blobs on black: the shape of a breast or a head without any tissue in it."""
    rgb = np.zeros((height, width), np.float32)
    for _ in range(random.randint(1, 3)):
        cv2.ellipse(
            rgb,
            (random.randrange(width), random.randrange(height)),
            (random.randint(20, width), random.randint(20, height)),
            random.randrange(180),
            0,
            360,
            random.uniform(0.3, 1),
            -1,
        )
    rgb = cv2.GaussianBlur(rgb, (0, 0), random.uniform(0.5, 15))
    if random.random() < 0.5:
        rgb += np.random.normal(0, 0.05, rgb.shape) * (rgb > 0.05)
    return np.repeat((np.clip(rgb, 0, 1) * 255).astype(np.uint8)[..., None], 3, 2)


def clouds(height, width):
    """Random texture of every grain, as tissue, sky or stone has it."""
    spectrum = np.fft.rfft2(np.random.normal(0, 1, (height, width)))
    fy, fx = np.fft.fftfreq(height)[:, None], np.fft.rfftfreq(width)[None]
    plane = np.fft.irfft2(
        spectrum / (np.hypot(fy, fx) + 1 / max(height, width)) ** random.uniform(0.6, 1.8), (height, width)
    )
    low, high = np.percentile(plane, (2, 98))
    grey = np.clip((plane - low) / (high - low), 0, 1) ** random.uniform(0.5, 2)
    tint = np.random.uniform(0.4, 1, 3) if random.random() < 0.4 else np.ones(3)
    return (grey[..., None] * 255 * tint).astype(np.uint8)


def draw():
    height, width = random.randint(60, 300), random.randint(60, 300)
    return random.choice(
        [page, screen, chart, noise, noise, gradient, drawing, ultrasound, spheres, clouds, clouds]
    )(height, width)
