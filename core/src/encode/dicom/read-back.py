"""Reads segmentations and reports with highdicom and says, as JSON, what it found in each: an independent reader."""

import hashlib
import json
import sys

import highdicom as hd
import numpy as np
import pydicom


def measured(item):
    return [item.name.meaning, float(item.value), item.unit.value]


def segmentation(path):
    seg = hd.seg.segread(path)
    (study, series, instance), = seg.get_source_image_uids()
    frames = seg.get_pixels_by_source_instance([instance], ignore_spatial_locations=True)[0]
    measures = seg.SharedFunctionalGroupsSequence[0].get('PixelMeasuresSequence')
    return {
        'source': [study, series, instance],
        'measures': measures and {
            'spacing': [float(each) for each in measures[0].PixelSpacing],
            'thickness': float(measures[0].SliceThickness),
        },
        'segments': [
            {
                'number': number,
                'label': seg.get_segment_description(number).segment_label,
                'type': seg.get_segment_description(number).segmented_property_type.value,
                'sha256': hashlib.sha256(frames[..., place].astype(np.uint8).tobytes()).hexdigest(),
            }
            for place, number in enumerate(seg.segment_numbers)
        ],
    }


def exam_segmentation(path):
    """Every frame by its slice, and each segment as a volume in the patient."""
    seg = hd.seg.segread(path)
    sources = seg.get_source_image_uids()
    instances = [instance for _, _, instance in sources]
    volume = seg.get_volume(combine_segments=False) if seg.get_volume_geometry() else None
    frames = seg.get_pixels_by_source_instance(instances, ignore_spatial_locations=True)
    voxel = volume and float(np.prod(volume.spacing))
    return {
        'sources': instances,
        'space': seg.get('FrameOfReferenceUID'),
        'orientation': [
            float(value)
            for group in seg.SharedFunctionalGroupsSequence[0].get('PlaneOrientationSequence', [])
            for value in group.ImageOrientationPatient
        ],
        'spacing': volume and [round(float(each), 4) for each in volume.spacing],
        'positions': [
            [float(value) for value in frame.PlanePositionSequence[0].ImagePositionPatient]
            for frame in seg.PerFrameFunctionalGroupsSequence
            if 'PlanePositionSequence' in frame
        ],
        'segments': [
            {
                'label': seg.get_segment_description(number).segment_label,
                'tracking': seg.get_segment_description(number).tracking_uid,
                'pixels': [int(frames[at, ..., place].sum()) for at in range(len(instances))],
                'sha256': hashlib.sha256(frames[..., place].astype(np.uint8).tobytes()).hexdigest(),
                'ml': volume and round(float(volume.array[..., place].sum()) * voxel / 1000, 6),
            }
            for place, number in enumerate(seg.segment_numbers)
        ],
    }


def lesion(group):
    segment, *sources = group.referenced_segment
    return {
        'uid': group.tracking_uid,
        'name': group.tracking_identifier,
        'segment': segment.ReferencedSOPSequence[0].ReferencedSegmentNumber,
        'segmentation': segment.ReferencedSOPSequence[0].ReferencedSOPInstanceUID,
        'sources': [each.ReferencedSOPSequence[0].ReferencedSOPInstanceUID for each in sources],
        'measurements': [measured(each) for each in group.get_measurements()],
    }


def laterality(group):
    return [site.ContentSequence for site in group.finding_sites if 'ContentSequence' in site]


def detections(group):
    return [each for each in group.get_qualitative_evaluations() if each.name.value == 'DETECTION']


def drawn_on(item):
    source = item.ContentSequence[0].ReferencedSOPSequence[0]
    points = [float(value) for value in item.GraphicData]
    return [item.GraphicType, points, source.ReferencedSOPInstanceUID]


def reader_measurement(group):
    """A group without a finding: its values, how each was derived, and the points on their image."""
    measurements = group.get_measurements()
    own = [item for item in group[0].ContentSequence if item.ValueType == 'SCOORD']
    inferred = [
        item for each in measurements for item in each[0].ContentSequence if item.ValueType == 'SCOORD'
    ]
    return {
        'uid': group.tracking_uid,
        'name': group.tracking_identifier,
        'measurements': [
            [*measured(each), each.derivation.meaning if each.derivation else None] for each in measurements
        ],
        'drawn': [drawn_on(item) for item in [*own, *inferred]],
    }


def report(path):
    content = hd.sr.srread(path).content
    regions = content.get_planar_roi_measurement_groups()
    return {
        'lesions': [lesion(group) for group in content.get_volumetric_roi_measurement_groups()],
        'regions': [
            {
                'uid': group.tracking_uid,
                'name': group.tracking_identifier,
                'finding': group.finding_type.value,
                'segment': group.referenced_segmentation_frame[0].ReferencedSOPSequence[0].ReferencedSegmentNumber,
                'segmentation': group.referenced_segmentation_frame[0].ReferencedSOPSequence[0].ReferencedSOPInstanceUID,
                'source': group.referenced_segmentation_frame[1].ReferencedSOPSequence[0].ReferencedSOPInstanceUID,
                'measurements': [measured(each) for each in group.get_measurements()],
            }
            for group in regions
            if group.finding_type
        ],
        'findings': [
            {
                'uid': group.tracking_uid,
                'name': group.tracking_identifier,
                'finding': group.finding_type.value,
                'sides': [site[0].value.meaning for site in laterality(group)],
                'detection': [each.value.value for each in detections(group)],
                'measurements': [measured(each) for each in group.get_measurements()],
            }
            for group in content.get_image_measurement_groups()
            if group.finding_type
        ],
        'reader': [
            reader_measurement(group)
            for group in [*content.get_image_measurement_groups(), *regions]
            if not group.finding_type
        ],
    }


def key_objects(path):
    document = hd.ko.KeyObjectSelectionDocument.from_dataset(pydicom.dcmread(path))
    content = document.content
    references = [each.referenced_sop_instance_uid for each in content.get_references()]
    return {
        'title': content[0].name.value,
        'observer': content.get_observer_contexts()[0].observer_type.meaning,
        'references': references,
        'resolved': [list(document.resolve_reference(uid)) for uid in references],
    }


def main():
    found = {}
    for kind, path in (argument.split('=', 1) for argument in sys.argv[1:]):
        try:
            found[path] = {'seg': segmentation, 'exam-seg': exam_segmentation, 'sr': report, 'ko': key_objects}[kind](path)
        except Exception as error:
            found[path] = {'error': f'{type(error).__name__}: {error}'}
    json.dump(found, sys.stdout)


main()
