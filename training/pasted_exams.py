"""What the scripts share that paste lesions of known truth into stacks and have `npm run exam` read them."""

import json
import pathlib
import subprocess

import numpy as np
from pydicom.dataset import FileDataset, FileMetaDataset
from pydicom.uid import CTImageStorage, ExplicitVRLittleEndian, generate_uid


# What a lesion is called; opacities, shifts and ventricles are none.
KINDS = ('nodule', 'mass', 'haemorrhage')


def write(folder, volume, pixel, slab):
    """A stack of axial slices with Hounsfield units, the base first."""
    folder.mkdir(parents=True, exist_ok=True)
    study, series = generate_uid(), generate_uid()
    for n, plane in enumerate(volume):
        meta = FileMetaDataset()
        meta.MediaStorageSOPClassUID, meta.TransferSyntaxUID = CTImageStorage, ExplicitVRLittleEndian
        meta.MediaStorageSOPInstanceUID = generate_uid()
        file = FileDataset(None, {}, file_meta=meta, preamble=b'\0' * 128)
        file.SOPClassUID, file.SOPInstanceUID = CTImageStorage, meta.MediaStorageSOPInstanceUID
        file.StudyInstanceUID, file.SeriesInstanceUID, file.Modality = study, series, 'CT'
        file.InstanceNumber, file.SliceThickness = n + 1, slab
        file.ImagePositionPatient, file.ImageOrientationPatient = [0, 0, n * slab], [1, 0, 0, 0, 1, 0]
        file.Rows, file.Columns = plane.shape
        file.PixelSpacing, file.SamplesPerPixel = [pixel, pixel], 1
        file.PhotometricInterpretation = 'MONOCHROME2'
        file.BitsAllocated = file.BitsStored = 16
        file.HighBit, file.PixelRepresentation = 15, 1
        file.RescaleSlope, file.RescaleIntercept, file.RescaleType = 1, 0, 'HU'
        file.PixelData = np.round(plane).astype('<i2').tobytes()
        file.save_as(folder / f'{n + 1:03}.dcm', enforce_file_format=True)


def score(laid, exam, others):
    """Which findings lie on each pasted lesion: one and of it alone, or a linking error."""
    found = [one for one in exam['findings'] if one['found'] and one['slices'] and one['type'] in KINDS]
    hits = [[n for n, one in enumerate(laid) if touches(finding, one)] for finding in found]
    told = []
    for n, one in enumerate(laid):
        own = [f for f, lesions in enumerate(hits) if n in lesions]
        is_linked = len(own) == 1 and hits[own[0]] == [n]
        shown = {place(mark['file']) for f in own for mark in found[f]['slices']}
        told.append(
            {
                **{name: one[name] for name in ('mm', 'ml')},
                'named': len(own) > 0,
                'linked': is_linked,
                'slices': len(shown & set(one['slices'])) / len(one['slices']),
                'measuredMl': found[own[0]]['volumeMl'] if is_linked else None,
                'measuredMm': found[own[0]].get('diameterMm') if is_linked else None,
            }
        )
    false = [f for f, lesions in zip(found, hits) if not lesions]
    return told, sum(not any(touches(finding, other) for other in others) for finding in false)


def place(file):
    return int(pathlib.Path(file).stem) - 1


def touches(finding, lesion):
    for mark in finding['slices']:
        box = lesion['slices'].get(place(mark['file']))
        b = mark['box']
        if (
            box
            and b['x'] < box[2]
            and box[0] < b['x'] + b['width']
            and b['y'] < box[3]
            and box[1] < b['y'] + b['height']
        ):
            return True
    return False


def read(module, folder, out, models=None):
    """The exam as it reads, with the networks in `models` or those that ship; one that was read before is
    not read again.
    """
    if (out / 'exam.json').exists():
        return json.loads((out / 'exam.json').read_text(encoding='utf-8'))
    with open(f'{out}.log', 'w', encoding='utf-8') as log:
        subprocess.run(
            [
                'npm',
                'run',
                '--silent',
                'exam',
                '--',
                module,
                str(folder),
                '--out',
                str(out),
                '--jobs',
                '1',
                *(['--models', str(models)] if models else []),
            ],
            check=True,
            stdout=log,
            stderr=log,
        )
    return json.loads((out / 'exam.json').read_text(encoding='utf-8'))


def summary(told, false):
    """Linking and volume over pasted lesions; errors are shares of the true volume."""
    named = [one for one in told if one['named']]
    linked = [one for one in named if one['linked']]
    off = [one['measuredMl'] / one['ml'] - 1 for one in linked]
    return {
        'lesions': len(told),
        'named': len(named),
        'linking_errors': len(named) - len(linked),
        'linking_error_share': round(1 - len(linked) / max(1, len(named)), 3),
        'volume_error_highest': round(float(np.max(np.abs(off))), 3) if linked else None,
        'slices_linked_share': round(float(np.mean([one['slices'] for one in linked])), 3)
        if linked
        else None,
        'volume_error_median': round(float(np.median(np.abs(off))), 3) if linked else None,
        'volume_error_mean': round(float(np.mean(off)), 3) if linked else None,
        'false_lesions': false,
    }


def record(module, name, figures):
    """Puts figures of exams under `exam` into the metrics of a module."""
    path = pathlib.Path('analyses') / module / 'model' / 'metrics.json'
    metrics = json.loads(path.read_text(encoding='utf-8'))
    metrics.setdefault('exam', {})[name] = figures
    path.write_text(json.dumps(metrics, indent=2, ensure_ascii=False) + '\n', encoding='utf-8')
