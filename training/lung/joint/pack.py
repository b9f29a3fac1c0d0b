"""Everything that the trainings end to end need, in a folder: pictures with outlines, lungs and spots.

    python -m training.lung.joint.pack pictures|crops|spots --data ../shared/datasets/lung --cache training/lung/cache

`pictures` packs whole slices and their outlines into CACHE/joint, `crops` the crops with the spots that
nodule.onnx finds, `spots` adds to the slices what engine/whole-slices.ts wrote into CACHE for each set of
SOURCES. Pictures are 8 bit: grey as it is, Hounsfield units in WINDOW.
"""

import argparse
import json
import pickle
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import pydicom
from scipy import ndimage

from training.lung.chest.data import body_of, found_in, lungs_of
from training.lung.crops.data import AGREEMENT_STEP, crop_rows
from training.lung.opacity.data import grey_of, load_covid
from training.lung.spot.figures import boxes_of, label_of
from training.metrics import ANALYSES

SOURCES = ('petct_dx', 'lidc_series', 'msd_tumour', 'luna_normal', 'luna_slices')
WINDOW = (-1350.0, 150.0)
# As in analyses/lung/engine: the scale on which a slice is read, a spot's least share and area.
LONGEST, SHARE_FROM, MIN_AREA = 512, 0.1, 6
# Crops whose nodule has this many pixels are also searched at half size.
LARGE = 300
QUALITY = 88
# A spot of a crop is used where at least so much of its surroundings lies in the crop, pixels.
CROP_MARGIN = 24


def working_of(root: Path, row: dict[str, str]) -> tuple[np.ndarray, float]:
    """The picture on the scale on which the engine reads it, and picture pixels per pixel of it."""
    if row['file'].endswith('.dcm'):
        data = pydicom.dcmread(root / row['file'])
        hu = data.pixel_array * float(data.RescaleSlope) + float(data.RescaleIntercept)
        picture = (np.clip((hu - WINDOW[0]) / (WINDOW[1] - WINDOW[0]), 0, 1) * 255).astype(np.uint8)
    else:
        picture = grey_of(root / row['file'])
    return picture, max(picture.shape) / LONGEST


def png(mask: np.ndarray) -> bytes:
    return cv2.imencode('.png', mask.astype(np.uint8))[1].tobytes()


def webp(picture: np.ndarray, quality: int = QUALITY) -> bytes:
    return cv2.imencode('.webp', picture, [cv2.IMWRITE_WEBP_QUALITY, quality])[1].tobytes()


def told_spots(row: dict[str, str], found: list) -> tuple[np.ndarray, np.ndarray]:
    spots = np.array(found, np.float32).reshape(-1, 9)
    boxes, others = boxes_of(row.get('boxes')), boxes_of(row.get('other_boxes'))
    return spots, np.array([label_of(spot, boxes, others)[0] for spot in spots], np.int8)


def slices_of(data: Path, source: str) -> list[dict]:
    root, records = data / source, []
    for row in crop_rows(root):
        picture, scale = working_of(root, row)
        marked, known = found_in(root, row, picture.shape)
        if source == 'petct_dx':
            # A box alone is known: what lies in it and is dense.
            for x0, y0, x1, y1 in boxes_of(row['boxes']):
                part = np.zeros(picture.shape, bool)
                part[int(y0) : int(y1), int(x0) : int(x1)] = True
                marked |= part & (ndimage.gaussian_filter(picture.astype(np.float32), 1) > 190)
                known &= ~part | marked
        lung = lungs_of(picture.astype(np.float32), marked)
        rows, columns = body_of(picture)
        records.append(
            {
                'kind': 'slice',
                'source': source,
                'case': row['case'],
                'fold': row.get('fold', '-'),
                'file': row['file'],
                'picture': webp(picture, 90 if source != 'luna_slices' else QUALITY),
                'lung': png(lung),
                'mass': png(marked),
                'known': png(known),
                'body': (rows.start, rows.stop, columns.start, columns.stop),
                'scale': scale,
                'spots': np.zeros((0, 9), np.float32),
                'labels': np.zeros(0, np.int8),
                'mm': float(row.get('mm_per_pixel') or row.get('spacing_mm') or 1.4),
            }
        )
    return records


def covid_of(data: Path) -> list[dict]:
    records = []
    for item in load_covid(data / 'covid_infnet'):
        lung, infection, dense = item.targets
        records.append(
            {
                'kind': 'covid',
                'source': 'covid_infnet',
                'case': item.name,
                'fold': item.folds[0],
                'file': item.name,
                'picture': webp(item.grey, 92),
                'lung': png(lung),
                'opacity': png(infection),
                'dense': png(dense),
            }
        )
    return records


def shares_of(session: onnxruntime.InferenceSession, picture: np.ndarray) -> np.ndarray:
    low, high = np.percentile(picture, [1, 99])
    scaled = np.clip((picture.astype(np.float32) - low) / max(high - low, 1) * 2 - 1, -1.5, 1.5)
    return session.run(None, {'picture': scaled[None, None].astype(np.float32)})[0][0, 0]


def spots_in(share: np.ndarray, step: int, agreement: np.ndarray) -> list[tuple]:
    """Facts, middle in the crop, label: as the engine finds spots, told by the readers' outlines."""
    labels, _ = ndimage.label(share > SHARE_FROM)
    result = []
    for number, box in enumerate(ndimage.find_objects(labels), 1):
        part = labels[box] == number
        area = int(part.sum())
        x, y = ((box[1].start + box[1].stop) / 2 * step, (box[0].start + box[0].stop) / 2 * step)
        if area < MIN_AREA or min(x, y, 128 - x, 128 - y) < CROP_MARGIN:
            continue
        whole = (
            cv2.resize((labels == number).astype(np.uint8), (128, 128), interpolation=cv2.INTER_NEAREST) > 0
        )
        near = ndimage.binary_dilation(whole, iterations=4)
        consensus = agreement >= 2 * AGREEMENT_STEP
        label = (
            0
            if not (agreement[near] > 0).any()
            else 1
            if (consensus & whole).sum() > 0.35 * min(consensus.sum(), whole.sum()) > 0
            else -1
        )
        values = share[box][part]
        result.append((values.max(), values.mean(), np.log(area), step, x, y, label))
    return result


def crops_of(data: Path) -> list[dict]:
    root = data / 'lidc_nodules'
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(ANALYSES / 'lung/model/nodule.onnx'), options)
    records = []
    for row in crop_rows(root):
        picture, agreement = grey_of(root / row['file']), grey_of(root / row['agreement'])
        found = spots_in(shares_of(session, picture), 1, agreement)
        if int(row['area_2of4']) >= LARGE:
            half = cv2.resize(picture, (64, 64), interpolation=cv2.INTER_AREA)
            found += [spot for spot in spots_in(shares_of(session, half), 2, agreement) if spot[-1] == 1]
        records.append(
            {
                'kind': 'crop',
                'source': 'lidc_nodules',
                'case': row['case'],
                'fold': row['fold'],
                'file': row['file'],
                'picture': webp(picture, 90),
                'agreement': png(agreement),
                'spots': np.array([spot[:6] for spot in found], np.float32).reshape(-1, 6),
                'labels': np.array([spot[6] for spot in found], np.int8),
                'large': int(row['area_2of4']) >= LARGE and row['role'] == 'largest',
            }
        )
    return records


def respotted(data: Path, cache: Path, source: str, records: list[dict]) -> list[dict]:
    """The same slices with the spots that the engine finds now."""
    with open(cache / f'{source}.jsonl') as lines:
        found = {one['file']: one['spots'] for one in map(json.loads, lines)}
    told = {row['file']: told_spots(row, found.get(row['file'], [])) for row in crop_rows(data / source)}
    return [
        {**record, 'spots': told[record['file']][0], 'labels': told[record['file']][1]} for record in records
    ]


def write(folder: Path, part: str, records: list[dict]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / f'{part}.pkl', 'wb') as handle:
        pickle.dump(records, handle)
    print(part, len(records), flush=True)


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('what', choices=['pictures', 'crops', 'spots'])
    parser.add_argument('--data', type=Path, required=True)
    parser.add_argument('--cache', type=Path, required=True)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    folder = args.cache / 'joint'
    if args.what == 'crops':
        write(folder, 'crops', crops_of(args.data))
    if args.what == 'pictures':
        write(folder, 'covid', covid_of(args.data))
        for source in SOURCES:
            write(folder, source, slices_of(args.data, source))
    if args.what == 'spots':
        for source in SOURCES:
            with open(folder / f'{source}.pkl', 'rb') as handle:
                records = pickle.load(handle)
            write(folder, source, respotted(args.data, args.cache, source, records))
