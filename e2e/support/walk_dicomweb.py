"""Walks a DICOMweb server with dicomweb-client, reads its segmentation with highdicom, and prints JSON.

Arguments: root of the server, key, patient ID."""

import hashlib
import io
import json
import sys

import highdicom as hd
import numpy as np
from dicomweb_client.api import DICOMwebClient
from pydicom.dataset import Dataset

root, key, patient = sys.argv[1:]
client = DICOMwebClient(root, headers={'Authorization': f'Bearer {key}'})
(study,) = client.search_for_studies(search_filters={'PatientID': patient})
study_uid = Dataset.from_json(study).StudyInstanceUID


def sha256(values):
    return hashlib.sha256(values.tobytes()).hexdigest()


def walked(series):
    metadata = client.retrieve_series_metadata(study_uid, series.SeriesInstanceUID)
    instances = client.search_for_instances(study_uid, series.SeriesInstanceUID)
    files = list(client.iter_series(study_uid, series.SeriesInstanceUID))
    return {
        'modality': series.Modality,
        'instances': [series.NumberOfSeriesRelatedInstances, len(instances), len(metadata), len(files)],
        'same': all(
            Dataset.from_json(each).SOPInstanceUID == file.SOPInstanceUID
            for each, file in zip(metadata, files)
        ),
    }


def image(series):
    (file,) = client.iter_series(study_uid, series.SeriesInstanceUID)
    place = [study_uid, series.SeriesInstanceUID, file.SOPInstanceUID]
    (frame,) = client.retrieve_instance_frames(*place, frame_numbers=[1])
    rendered = client.retrieve_instance_rendered(*place, media_types=('image/png',))
    return {
        'frame_is_pixel_data': frame == file.PixelData,
        'values': sha256(file.pixel_array.astype(np.int16) * int(file.get('RescaleSlope', 1))
                         + np.int16(file.get('RescaleIntercept', 0))),
        'rendered': rendered[:4].hex(),
    }


def segmentation(series):
    (file,) = client.iter_series(study_uid, series.SeriesInstanceUID)
    written = io.BytesIO()
    file.save_as(written)
    written.seek(0)
    seg = hd.seg.segread(written)
    ((_, _, source),) = seg.get_source_image_uids()
    masks = seg.get_pixels_by_source_instance([source], ignore_spatial_locations=True)[0]
    return [sha256(np.ascontiguousarray(masks[..., at]).astype(np.uint8)) for at in range(masks.shape[-1])]


listed = [Dataset.from_json(each) for each in client.search_for_series(study_uid)]
by_modality = {each.Modality: each for each in listed}
print(
    json.dumps(
        {
            'series': [walked(each) for each in listed],
            'image': image(by_modality['CT']),
            'segments': segmentation(by_modality['SEG']),
            'report': Dataset.from_json(
                client.retrieve_series_metadata(study_uid, by_modality['SR'].SeriesInstanceUID)[0]
            ).SeriesDescription,
        }
    )
)
