"""Writes pictures with and without burned-in text, and where the text is.

Real pictures of every set, each as it is and with invented names, dates and numbers rendered into it:
several fonts, sizes, places, colours, with and without JPEG behind it. OUT/pictures.jsonl has a line per
picture: file, set, fold, size, and per line of text its box, font and height of capitals. Seeded; nothing
of OUT may be shipped.
"""

import io
import json
import random
from pathlib import Path

import numpy as np
import pydicom
from PIL import Image, ImageDraw, ImageFont

from training.datasets import rows_of
from training.pipeline import DATA

SETS = {
    'breast/mias': 40,
    'breast/ddsm_tissue': 40,
    'brain/ct_ich': 80,
    'lung/covid_infnet': 40,
    'lung/lung_region': 8,
    'lung/petct_dx': 30,
    'cervix/via': 60,
    'cervix/annocerv': 40,
}
KNOWN = [
    'DejaVuSans',
    'DejaVuSansMono',
    'LiberationSans-Regular',
    'LiberationSans-Bold',
    'LiberationMono-Regular',
    'LiberationSerif-Regular',
]
UNSEEN = ['C059-Roman', 'LiberationSansNarrow-Regular', 'NimbusMonoPS-Bold', 'DroidSansFallbackFull']
FAMILY = ['Muster', 'Doe', 'Okafor', 'Lindqvist', 'Tanaka', 'Garcia', 'Novak', 'Petrov', 'Nguyen', 'Meyer']
GIVEN = ['Max', 'Jane', 'Ada', 'Ingrid', 'Yuki', 'Maria', 'Jan', 'Olga', 'Linh', 'Eva']
rng = random.Random(11)


def line_of_text():
    family, given = rng.choice(FAMILY), rng.choice(GIVEN)
    date = f'{rng.randint(1, 28):02}.{rng.randint(1, 12):02}.{rng.randint(1930, 2025)}'
    return rng.choice(
        [
            f'{family.upper()}^{given.upper()}',
            f'{family}, {given}',
            f'{given} {family}',
            f'DOB: {date}',
            date,
            f'ID: {rng.randint(1000, 999999)}',
            f'{rng.randint(20, 90):03}Y {rng.choice("MF")}',
            'General Hospital',
            f'SE: {rng.randint(1, 9)} IM: {rng.randint(1, 99)}',
            f'Acc {rng.randint(10**6, 10**7)}',
            f'kV {rng.choice([80, 100, 120])} mA {rng.randint(50, 400)}',
            f'{rng.randint(0, 23):02}:{rng.randint(0, 59):02}:{rng.randint(0, 59):02}',
            'St. Anna Klinik Radiologie',
        ]
    )


def font_file(name):
    return str(next(Path('/usr/share/fonts').rglob(f'{name}.[to]tf')))


def pictures():
    for name, most in SETS.items():
        rows = rows_of(DATA / name)
        for row in rng.sample(rows, min(most, len(rows))):
            fold = int(row.get('fold') or rng.randint(0, 4))
            yield name, fold, read(DATA / name / row['file'])
            if name == 'breast/mias' and rng.random() < 0.4:
                picture = read(DATA / name / row['file'])
                yield (
                    'breast/mias, three times as large',
                    fold,
                    picture.resize([3 * side for side in picture.size], Image.BICUBIC),
                )


def read(path):
    if path.suffix != '.dcm':
        picture = Image.open(path)
        picture.load()
        grey = picture.convert('L') if path.suffix == '.webp' else picture.convert('RGB')
        return grey
    ds = pydicom.dcmread(path)
    values = ds.pixel_array * float(ds.RescaleSlope) + float(ds.RescaleIntercept)
    return Image.fromarray(np.clip((values + 1000) / 2500 * 255, 0, 255).astype(np.uint8))


def paste(picture):
    width, height = picture.size
    sizes = [
        size for size in (11, 12, 14, 16, 18, 20, 24, 32, 40, 56, 72) if size <= min(width, height) / 14
    ] or [11]
    size = rng.choice(sizes[-7:])
    name = rng.choice(KNOWN + UNSEEN)
    font = ImageFont.truetype(font_file(name), size)
    draw = ImageDraw.Draw(picture)
    draw.fontmode = 'L' if rng.random() < 0.7 else '1'
    is_colour = picture.mode == 'RGB'
    style = rng.choices(
        ['bright', 'grey', 'dark on light box', 'light on dark box', 'outlined'], [60, 10, 10, 10, 10]
    )[0]
    colours = [(255, 255, 255), (255, 255, 0), (0, 255, 0)] if is_colour else [255, 255, 240]
    fill = {'grey': rng.randint(170, 220), 'dark on light box': 0}.get(style)
    fill = rng.choice(colours) if fill is None else ((fill,) * 3 if is_colour else fill)
    places = rng.choice(
        [['nw', 'ne', 'sw', 'se'], ['nw', 'ne'], ['nw'], ['ne'], ['sw'], ['se'], ['n'], ['s']]
    )
    lines, step, edge = [], round(size * 1.25), round(size * rng.uniform(0.2, 1))
    capitals = draw.textbbox((0, 0), 'H', font=font)
    for place in places:
        texts = [line_of_text() for _ in range(1 if len(place) == 1 else rng.randint(1, 4))]
        top = edge if 'n' in place else height - edge - step * len(texts)
        for i, text in enumerate(texts):
            left, upper, right, lower = draw.textbbox((0, 0), text, font=font)
            w = right - left
            x = edge if 'w' in place else width - edge - w if 'e' in place else (width - w) // 2
            y = top + i * step
            box = [x, y + upper, x + w, y + lower]
            if box[0] < 0 or box[2] > width or box[3] > height or box[1] < 0:
                continue
            if 'box' in style:
                draw.rectangle(
                    [box[0] - 3, box[1] - 3, box[2] + 3, box[3] + 3],
                    fill='white' if 'light box' in style else 'black',
                )
            stroke = {'stroke_width': 1, 'stroke_fill': 'black'} if style == 'outlined' else {}
            draw.text((x - left, y), text, font=font, fill=fill, **stroke)
            lines.append({'box': box, 'text': text, 'capitals': capitals[3] - capitals[1]})
    if rng.random() < 0.3:
        buffer = io.BytesIO()
        picture.save(buffer, 'JPEG', quality=rng.randint(75, 95))
        picture = Image.open(buffer)
    return picture, {'font': name, 'unseen': name in UNSEEN, 'style': style, 'lines': lines}


def write_pictures(out: Path) -> None:
    with open(out / 'pictures.jsonl', 'w') as lines:

        def write(file: str, picture: Image.Image, **facts: object) -> None:
            picture.save(out / file)
            lines.write(json.dumps({'file': file, 'size': picture.size, **facts}) + '\n')

        for number, (name, fold, picture) in enumerate(pictures()):
            write(f'{number:04}.png', picture, set=name, fold=fold, lines=[])
            for again in range(2):
                with_text, facts = paste(picture.copy())
                write(f'{number:04}-{again}.png', with_text, set=name, fold=fold, **facts)
