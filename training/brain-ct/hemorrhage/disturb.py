"""Slices as publications show them, to judge how sturdy the reading is: `disturb.py DATASET OUT`.

Writes OUT/images and OUT/labels.csv: a hundred slices that bleed and a hundred that do not, in a window of 60-150 HU, turned by up
to 25 degrees, tinted, with arrows and letters, 180-1500 pixels wide, as JPEG. `prepare.ts OUT CACHE` then frames them.
"""
import csv
import random
import sys
from pathlib import Path

import cv2
import numpy as np

from slices import other_window

GREATEST_TURN, SIDES, SLICES = 25, (180, 1500), 100


def marked(picture):
    """Arrows and letters in white, black or a colour, sized with the picture."""
    side = picture.shape[0]
    line = max(1, side // 200)
    for _ in range(random.randint(1, 4)):
        x, y = random.randrange(side), random.randrange(side)
        tone = random.choice([(255, 255, 255), (255, 255, 255), (0, 0, 0), (0, 255, 255), (0, 0, 255)])
        if random.random() < 0.5:
            text = ''.join(random.choices('ABCDRLF 0123', k=random.randint(1, 6)))
            cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, side / random.uniform(350, 800), tone, line, cv2.LINE_AA)
        else:
            reach = side // 7
            end = (x + random.randint(-reach, reach), y + random.randint(-reach, reach))
            cv2.arrowedLine(picture, (x, y), end, tone, line + 1, cv2.LINE_AA, tipLength=0.35)
    return picture


def disturbed(grey):
    side = grey.shape[0]
    shown = other_window(grey.astype(np.float32) / 255)
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), random.uniform(-GREATEST_TURN, GREATEST_TURN), 0.92)
    shown = cv2.warpAffine(shown, turn, (side, side), flags=cv2.INTER_LINEAR)
    target = round(float(np.exp(random.uniform(*np.log(SIDES)))))
    shown = cv2.resize(shown, (target, target), interpolation=cv2.INTER_AREA if target < side else cv2.INTER_CUBIC)
    picture = np.repeat(np.clip(shown, 0, 1)[..., None], 3, 2)
    if random.random() < 0.5:
        picture = picture * np.random.uniform(0.8, 1, 3)
    picture = np.round(picture * 255).astype(np.uint8)
    return marked(picture) if random.random() < 0.6 else picture


def main():
    dataset, out = map(Path, sys.argv[1:3])
    random.seed(11), np.random.seed(11)
    rows = list(csv.DictReader(open(dataset / 'labels.csv')))
    bleeding = [row for row in rows if row['any_ich'] == '1']
    chosen = random.sample(bleeding, SLICES) + random.sample([row for row in rows if row['any_ich'] == '0'], SLICES)
    (out / 'images').mkdir(parents=True, exist_ok=True)
    for row in chosen:
        picture = disturbed(cv2.imread(str(dataset / row['file']), cv2.IMREAD_GRAYSCALE))
        row['file'] = f'images/{Path(row["file"]).stem}.jpg'
        cv2.imwrite(str(out / row['file']), picture, [cv2.IMWRITE_JPEG_QUALITY, random.randint(50, 95)])
    with open(out / 'labels.csv', 'w', newline='') as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(chosen)


if __name__ == '__main__':
    main()
