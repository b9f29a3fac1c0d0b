"""Reads every training picture once, at most 240 px a side, into one cache file.

A record is (kind, group, source, fold, picture): kind 0-4 as in network.KINDS, `group` a patient or file,
`fold` 0-4 or -1 (in the training of the shipped network alone, or of all where it is a drawing) or -2
(never in training), picture uint8 (h, w) or (h, w, 3), or float32 (h, w) in Hounsfield units.
"""

import pickle
import random
import zlib
from pathlib import Path

import cv2
import numpy as np
import pydicom

from training.datasets import rows_of

SIDE = 240
# Everyday pictures that are measured, never learned from; the documentation of scikit-image shows its own
# pictures.
NEVER_LEARNT = ('mate-backgrounds', 'python-skimage-doc', 'data')
PICTURES = {'.png', '.jpg', '.jpeg', '.webp'}


def shrink(picture):
    scale = SIDE / max(picture.shape[:2])
    if scale >= 1:
        return picture
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def read(path):
    """RGB; transparent pictures are laid on a random flat ground."""
    large = path.stat().st_size > 1_500_000
    picture = cv2.imread(str(path), cv2.IMREAD_REDUCED_COLOR_4 if large else cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim < 2 or min(picture.shape[:2]) < 40:
        return None
    if picture.dtype == np.uint16:
        picture = (picture >> 8).astype(np.uint8)
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2RGB)
    elif picture.shape[2] == 4:
        alpha = picture[..., 3:].astype(np.float32) / 255
        ground = random.choice([0, 0, 255, 128])
        picture = (picture[..., 2::-1] * alpha + ground * (1 - alpha)).astype(np.uint8)
    else:
        picture = picture[..., ::-1]
    small = shrink(np.ascontiguousarray(picture))
    is_grey = (small == small[..., :1]).all()
    return np.ascontiguousarray(small[..., 0]) if is_grey else small


def fold_of(group):
    """Everyday pictures come without folds: all of one file, or of one template, in one of five by its
    name.
    """
    return zlib.crc32(group.encode()) % 5


# Kind and folder of every data set of 8-bit pictures.
PUBLISHED = [
    (0, 'breast/mias'),
    (0, 'breast/ddsm_tissue'),
    (0, 'breast/cesm_dm_test'),
    (0, 'breast/mammogram_mastery'),
    (1, 'brain/ct_ich'),
    (1, 'brain/phe_sich'),
    (1, 'brain/roboflow_ich'),
    (1, 'brain/mbh25'),
    (1, 'brain/aisd'),
    (1, 'brain/cpaisd'),
    (2, 'lung/lidc_nodules'),
    (2, 'lung/luna_slices'),
    (2, 'lung/luna_normal'),
    (2, 'lung/covid_infnet'),
    (2, 'lung/iq_oth'),
    (2, 'lung/lung_region'),
    (3, 'cervix/via'),
    (3, 'cervix/annocerv'),
    (3, 'cervix/atlas'),
    (3, 'cervix/puskesmas'),
]
# In Hounsfield units; a series without folds is learned from and not measured, except by heads that leave it
# out.
HOUNSFIELD = [(1, 'brain/rsna_dicom'), (1, 'brain/aisd_dicom'), (2, 'lung/lidc_series'), (2, 'lung/petct_dx')]
# Turned by the source: here as it lies and upright.
TURNED = 'lung/msd_tumour'


def in_hounsfield(path):
    data = pydicom.dcmread(path)
    return (data.pixel_array * float(data.RescaleSlope) + float(data.RescaleIntercept)).astype(np.float32)


def mammogram(path):
    data = pydicom.dcmread(path)
    pixels = data.pixel_array.astype(np.float32)
    pixels = pixels.max() - pixels if data.PhotometricInterpretation == 'MONOCHROME1' else pixels
    return shrink((np.clip(pixels / max(np.percentile(pixels, 99.9), 1), 0, 1) * 255).astype(np.uint8))


def medical(root):
    for kind, name in PUBLISHED:
        for row in rows_of(root / name):
            if name == 'lung/lidc_nodules' and row['role'] != 'largest':
                continue
            picture = read(root / name / row['file'])
            # The lung_region pictures have no known licence: they are measured, never learned from.
            fold = -2 if name == 'lung/lung_region' else int(row['fold'])
            yield kind, row['case'], name, fold, picture
            if name == 'cervix/annocerv':
                wide = cv2.resize(picture, (SIDE, SIDE * 2 // 3), interpolation=cv2.INTER_AREA)
                yield kind, row['case'], name, fold, wide
    for row in rows_of(root / TURNED):
        picture = read(root / TURNED / row['file'])
        for quarters in (0, 3):
            yield 2, row['case'], TURNED, int(row['fold']), np.ascontiguousarray(np.rot90(picture, quarters))
    for row in rows_of(root / 'breast/exams'):
        yield 0, row['case'], 'breast/exams', int(row['fold']), mammogram(root / 'breast/exams' / row['file'])
    for kind, name in HOUNSFIELD:
        for row in rows_of(root / name):
            hu = in_hounsfield(root / name / row['file'])
            yield (
                kind,
                row['case'],
                name,
                int(row.get('fold') or -1),
                cv2.resize(hu, (256, 256), interpolation=cv2.INTER_AREA),
            )
    for kind, name in enumerate(['breast', 'brain', 'lung', 'cervix']):
        for path in sorted((root / 'gallery' / name).glob('*.[jp][pn]g')):
            yield kind, path.stem, f'gallery/{name}', -1, read(path)
    series = root / 'lung/petct_dx'
    yield from chest_films(np.stack([in_hounsfield(series / row['file']) for row in rows_of(series)]))


def chest_films(volume):
    """No chest film is at hand: project the chest CT to front and side views, as X-rays would."""
    attenuation = np.clip(volume + 1000, 0, 2500) / 1000
    for axis in (1, 2):
        for first, last in [(0, 512), (60, 450), (110, 400)]:
            part = attenuation[:, first:last] if axis == 1 else attenuation[:, :, first:last]
            path = part.sum(axis=axis) * 0.0646 * 0.19
            film = cv2.resize(path, (288, 288), interpolation=cv2.INTER_CUBIC)
            for power in (0.35, 0.6, 1.0):
                seen = 1 - np.exp(-power * film)
                low, high = np.percentile(seen, (1, 99))
                grey = (np.clip((seen - low) / (high - low), 0, 1) * 255).astype(np.uint8)
                yield 4, 'drr', 'other/chest-film', -1, grey


def test_dicoms(root):
    """DICOM pictures of other body parts: shoulder and abdomen CT, MRI, ultrasound, palettes, patterns."""
    for path in sorted((root / 'dicom/files').glob('*.dcm')):
        if 'GH133' in path.name or 'TransferSyntax' in path.name:
            continue
        try:
            data = pydicom.dcmread(path, force=True)
            pixels = np.asarray(data.pixel_array, dtype=np.float32)
        except Exception:
            continue  # Damaged on purpose, or a syntax without a decoder here.
        while pixels.ndim > 3 or (pixels.ndim == 3 and pixels.shape[-1] not in (3, 4)):
            pixels = pixels[0]
        low, high = np.percentile(pixels, (1, 99))
        pixels = np.clip((pixels - low) / max(high - low, 1e-6) * 255, 0, 255).astype(np.uint8)
        if min(pixels.shape[:2]) < 40:
            continue
        pixels = np.repeat(pixels[..., None], 3, 2) if pixels.ndim == 2 else pixels[..., :3]
        yield 4, path.stem, 'other/dicom', fold_of(path.stem), shrink(np.ascontiguousarray(pixels))


def head_mri(folder):
    """Slices of head MRI templates: like a head CT in shape, not in tissue contrast."""
    import nibabel

    names = ['mni_icbm152_t1_tal_nlin_sym_09a_converted', 'ch2', 'ch2bet', 'ch2better', 'inia19-t1-brain']
    for name in names:
        for path in folder.rglob(f'{name}.nii.gz'):
            volume = np.asarray(nibabel.load(path).dataobj, dtype=np.float32)
            volume = np.clip(volume / np.percentile(volume, 99.5), 0, 1) * 255
            for axis in range(3):
                for index in np.linspace(0.2, 0.85, 14) * volume.shape[axis]:
                    plane = np.rot90(np.take(volume, int(index), axis)).astype(np.uint8)
                    yield 4, name, 'other/mri', fold_of(name), shrink(np.ascontiguousarray(plane))


def details(path, count):
    """Random cut-outs of a large photograph, from a tenth of it to most of it."""
    picture = cv2.imread(str(path), cv2.IMREAD_REDUCED_COLOR_2)
    if picture is None or min(picture.shape[:2]) < 500:
        return
    height, width = picture.shape[:2]
    for _ in range(count):
        side = int(min(height, width) * random.uniform(0.2, 0.9))
        y, x = random.randint(0, height - side), random.randint(0, width - side)
        yield shrink(np.ascontiguousarray(picture[y : y + side, x : x + side, ::-1]))


def everyday(folder, limit=150):
    """Up to `limit` pictures a package."""
    from skimage import data as samples

    packages = sorted(
        p for p in folder.iterdir() if p.is_dir() and p.name not in ('packages', 'nilearn', 'mricron-data')
    )
    for package in [*packages, Path(samples.__file__).parent]:
        held_out = package.name in NEVER_LEARNT
        files = sorted(p for p in package.rglob('*') if p.suffix.lower() in PICTURES and not p.is_symlink())
        large = [p for p in files if p.stat().st_size > 3000]
        random.shuffle(large)
        most = 500 if package.name in ('tuxpaint-stamps-default', 'openclipart-png') else limit
        for path in large[:most]:
            picture = read(path)
            if picture is None:
                continue
            fold = -2 if held_out else fold_of(path.name)
            yield 4, path.name, f'other/{package.name}', fold, picture
            if not held_out and picture.ndim == 3 and path.stat().st_size > 250_000:
                for part in details(path, 8):
                    yield 4, path.name, 'other/details', fold, part


def write_pictures(root: Path, photographs: Path, target: Path) -> None:
    random.seed(7)
    records = [
        r
        for part in (medical(root), test_dicoms(root), head_mri(photographs), everyday(photographs))
        for r in part
        if r[4] is not None
    ]
    with open(target, 'wb') as handle:
        pickle.dump(records, handle)
