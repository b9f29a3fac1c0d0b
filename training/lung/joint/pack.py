"""Everything that the trainings end to end need, in a folder: pictures with outlines, lungs and spots.

Whole slices and their outlines, the crops with the spots that nodule.onnx finds, and then the slices with
what engine/whole-slices.ts wrote into CACHE for each set of SOURCES. Pictures are 8 bit: grey as it is,
Hounsfield units in a lung window.
"""

import pickle
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from scipy import ndimage

from training.datasets import lines_of, rows_of
from training.export import session_of
from training.lung.chest.data import body_of, found_in, lungs_of, read_slice
from training.lung.crops.data import AGREEMENT_STEP
from training.lung.opacity.data import grey_of, load_covid
from training.lung.spot.figures import SOURCES, boxes_of, label_of
from training.pipeline import ANALYSES

# As in analyses/lung/engine: the scale on which a slice is read, a spot's least share and area.
LONGEST, SHARE_FROM, MIN_AREA = 512, 0.1, 6
# Crops whose nodule has this many pixels are also searched at half size.
LARGE = 300
QUALITY = 88
# A spot of a crop is used where at least so much of its surroundings lies in the crop, pixels.
CROP_MARGIN = 24


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
    for row in rows_of(root):
        picture = read_slice(root / row['file']).astype(np.uint8)
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
                'scale': max(picture.shape) / LONGEST,
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
    session = session_of(ANALYSES / 'lung/model/nodule.onnx')
    records = []
    for row in rows_of(root):
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
    found = {one['file']: one['spots'] for one in lines_of(cache / f'{source}.jsonl')}
    told = {row['file']: told_spots(row, found.get(row['file'], [])) for row in rows_of(data / source)}
    return [
        {**record, 'spots': told[record['file']][0], 'labels': told[record['file']][1]} for record in records
    ]


def write(folder: Path, part: str, records: list[dict]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / f'{part}.pkl', 'wb') as handle:
        pickle.dump(records, handle)


def pack_pictures(data: Path, folder: Path) -> None:
    write(folder, 'covid', covid_of(data))
    for source in SOURCES:
        write(folder, source, slices_of(data, source))


def pack_crops(data: Path, folder: Path) -> None:
    write(folder, 'crops', crops_of(data))


def pack_spots(data: Path, cache: Path, folder: Path) -> None:
    for source in SOURCES:
        with open(folder / f'{source}.pkl', 'rb') as handle:
            records = pickle.load(handle)
        write(folder, source, respotted(data, cache, source, records))
