"""Slices as publications show them, to judge how sturdy the reading is: `published.py DATA OUT` makes them,
`published.py ROWS ROWS` compares.

In OUT/KIND/SOURCE: up to a hundred slices that bleed and a hundred that do not of PHE-SICH and Roboflow,
and of AISD and the DICOM sets, from which no network learns; their labels.csv has every slice once. KIND
`published`: in another window, turned by up to 25 degrees, tinted, with arrows and letters, 180-1500 pixels
wide, as JPEG. `screen`: as a camera shows a screen, less sharp, with noise and a glow that grows to one
side. `plain`: as they are. `engine/alarm-rows.ts OUT/KIND NETWORKS ROWS 1` reads them with the networks
that never saw the source.
"""

import csv
import json
import random
import sys
from pathlib import Path

import cv2
import numpy as np
import pydicom
from sklearn.metrics import roc_auc_score

SOURCES = ('phe_sich', 'roboflow_ich', 'aisd', 'rsna_dicom', 'aisd_dicom')
GREATEST_TURN, SIDES, SLICES = 25, (180, 1500), 100


def other_window(grey):
    """A picture of 120 HU round 40 as 60-150 HU show it; air stays black."""
    width, centre = random.uniform(60, 150), random.uniform(32, 45)
    shown = np.clip((grey * 120 - 20 - centre) / width + 0.5, 0, 1)
    return np.where(grey < 0.02, 0, shown)


def marked(picture):
    """Arrows and letters in white, black or a color, sized with the picture."""
    side = picture.shape[0]
    line = max(1, side // 200)
    for _ in range(random.randint(1, 4)):
        x, y = random.randrange(side), random.randrange(side)
        tone = random.choice([(255, 255, 255), (255, 255, 255), (0, 0, 0), (0, 255, 255), (0, 0, 255)])
        if random.random() < 0.5:
            text = ''.join(random.choices('ABCDRLF 0123', k=random.randint(1, 6)))
            cv2.putText(
                picture,
                text,
                (x, y),
                cv2.FONT_HERSHEY_SIMPLEX,
                side / random.uniform(350, 800),
                tone,
                line,
                cv2.LINE_AA,
            )
        else:
            reach = side // 7
            end = (x + random.randint(-reach, reach), y + random.randint(-reach, reach))
            cv2.arrowedLine(picture, (x, y), end, tone, line + 1, cv2.LINE_AA, tipLength=0.35)
    return picture


def published(grey):
    side = max(grey.shape)
    shown = other_window(grey.astype(np.float32) / 255)
    turn = cv2.getRotationMatrix2D(
        (grey.shape[1] / 2, grey.shape[0] / 2), random.uniform(-GREATEST_TURN, GREATEST_TURN), 0.92
    )
    shown = cv2.warpAffine(shown, turn, grey.shape[::-1], flags=cv2.INTER_LINEAR)
    target = round(float(np.exp(random.uniform(*np.log(SIDES)))))
    shown = cv2.resize(
        shown,
        None,
        fx=target / side,
        fy=target / side,
        interpolation=cv2.INTER_AREA if target < side else cv2.INTER_CUBIC,
    )
    picture = np.repeat(np.clip(shown, 0, 1)[..., None], 3, 2)
    if random.random() < 0.5:
        picture = picture * np.random.uniform(0.8, 1, 3)
    picture = np.round(picture * 255).astype(np.uint8)
    return marked(picture) if random.random() < 0.6 else picture


def on_screen(grey, random_):
    side = np.linspace(0, 1, grey.shape[1])[None, :]
    shown = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), random_.uniform(0.5, 1.2)) * random_.uniform(
        0.7, 0.95
    )
    shown = (
        shown
        + random_.uniform(5, 18)
        + random_.uniform(0, 18) * side
        + random_.normal(0, random_.uniform(3, 9), grey.shape)
    )
    return np.round(np.clip(shown, 0, 255)).astype(np.uint8)


def grey_of(path):
    """In a window of 120 HU round 40, as the other sets show their slices."""
    if path.suffix != '.dcm':
        return cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    slice_ = pydicom.dcmread(path)
    hu = slice_.pixel_array * float(slice_.RescaleSlope) + float(slice_.RescaleIntercept)
    return np.round(np.clip((hu + 20) / 120, 0, 1) * 255).astype(np.uint8)


def make(data, out):
    random.seed(11), np.random.seed(11)
    screen = np.random.default_rng(11)
    for source in SOURCES:
        rows = [
            row
            for row in csv.DictReader(open(data / source / 'labels.csv'))
            if row['any_ich'] in ('0', '1') and row.get('near_positive', '0') != '1'
        ]
        chosen = [
            row
            for label in '10'
            for of in [[row for row in rows if row['any_ich'] == label]]
            for row in random.sample(of, min(SLICES, len(of)))
        ]
        for kind in ('plain', 'published', 'screen'):
            target = out / kind / source
            (target / 'images').mkdir(parents=True, exist_ok=True)
            shown = []
            for row in chosen:
                grey = grey_of(data / source / row['file'])
                name = f'images/{Path(row["file"]).stem}.{"jpg" if kind == "published" else "png"}'
                if kind == 'published':
                    cv2.imwrite(
                        str(target / name),
                        published(grey),
                        [cv2.IMWRITE_JPEG_QUALITY, random.randint(50, 95)],
                    )
                else:
                    picture = on_screen(grey, screen) if kind == 'screen' else grey
                    cv2.imwrite(str(target / name), picture)
                shown.append({**row, 'file': name})
            with open(target / 'labels.csv', 'w', newline='') as file:
                writer = csv.DictWriter(file, shown[0].keys())
                writer.writeheader()
                writer.writerows(shown)


def compare(plain, shown):
    for path in (plain, shown):
        rows, facts = (
            json.loads(path.read_text()),
            json.loads(path.with_name(f'{path.stem}-facts.json').read_text()),
        )
        for source in SOURCES:
            of = [row for row in rows if row['source'] == source]
            told = [fact for fact in facts if fact['source'] == source and fact.get('score') is not None]
            parts = []
            for label in sorted({row['isWith'] for row in of}, reverse=True):
                own = [fact for row, fact in zip(of, told, strict=True) if row['isWith'] == label]
                named, review = (sum(fact[name] is not None for fact in own) for name in ('kind', 'unlike'))
                parts.append(
                    f'{"bleeding" if label else "none"}: {named} of {len(own)} named, {review} put up for review'
                )
            score = (
                roc_auc_score([row['isWith'] for row in of], [row['score'] for row in of])
                if len(parts) == 2
                else None
            )
            print(path.stem, source, len(of), score and round(score, 3), *parts, sep=', ')


if __name__ == '__main__':
    first, second = map(Path, sys.argv[1:3])
    compare(first, second) if first.is_file() else make(first, second)
