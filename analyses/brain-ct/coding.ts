import {
  abnormalStructure,
  anatomicalStructure,
  bodySubstance,
  type Code,
  code,
  type DescriptorCoding,
  type ModuleCoding,
  ownCode,
} from '@second-read/core/reading/code';
import type { BleedingKind, ObservationCode, ObservationId } from './reading/codes.ts';

/** What the report looks for; of DICOM's concepts none names them but hemorrhage. */
export const findings: Readonly<Record<ObservationId, Code>> = {
  haemorrhage: code('50960005', 'SCT', 'Hemorrhage'),
  midline_shift: ownCode('MIDLINE_SHIFT', 'Midline shift'),
  basal_cistern_dilation: ownCode('BASAL_CISTERNS', 'Abnormal basal cisterns'),
  mass_effect: ownCode('MASS_EFFECT', 'Mass effect'),
  ventricular_dilation: ownCode('VENTRICLES', 'Dilated ventricles'),
  hypodense_areas: ownCode('HYPODENSE_AREA', 'Hypodense area'),
  sulcation: ownCode('SULCI', 'Abnormal sulci'),
  hypertrophy: ownCode('VOLUME_LOSS', 'Parenchymal volume loss'),
};

const sign: DescriptorCoding<ObservationCode> = {
  concept: ownCode('SIGN', 'Sign on the slice'),
  values: {
    suspected: ownCode('SUSPECTED', 'Suspected'),
    not_excluded: ownCode('NOT_EXCLUDED', 'Not excluded'),
    not_detected: ownCode('NOT_DETECTED', 'Not detected'),
    shifted: ownCode('SHIFTED', 'Shifted'),
    not_shifted: ownCode('NOT_SHIFTED', 'Not shifted'),
    dilated: ownCode('DILATED', 'Dilated'),
    possibly_dilated: ownCode('POSSIBLY_DILATED', 'Possibly dilated'),
    not_dilated: ownCode('NOT_DILATED', 'Not dilated'),
    narrow: ownCode('NARROW', 'Narrow'),
    usual: ownCode('USUAL', 'Within the usual range'),
    present: ownCode('PRESENT', 'Present'),
    no_sign: ownCode('NO_SIGN', 'No sign measured'),
    seen: ownCode('SEEN', 'Seen'),
    none_seen: ownCode('NONE_SEEN', 'None seen'),
    effaced: ownCode('EFFACED', 'Effaced'),
    asymmetric: ownCode('ASYMMETRIC', 'Asymmetric'),
    prominent: ownCode('PROMINENT', 'Prominent'),
    not_visible: ownCode('NOT_VISIBLE', 'Not visible'),
    generalized_loss: ownCode('GENERALIZED_LOSS', 'Generalized volume loss'),
    cortical_loss: ownCode('CORTICAL_LOSS', 'Cortical volume loss'),
  },
  possible: ['possibly_dilated'],
};

const kind: DescriptorCoding<BleedingKind> = {
  concept: ownCode('BLEEDING_KIND', 'Kind of hemorrhage favored'),
  values: {
    epidural: ownCode('EPIDURAL', 'Epidural'),
    subdural: ownCode('SUBDURAL', 'Subdural'),
    subarachnoid: ownCode('SUBARACHNOID', 'Subarachnoid'),
    intraparenchymal: ownCode('PARENCHYMAL', 'Intraparenchymal'),
    intraventricular: ownCode('VENTRICULAR', 'Intraventricular'),
  },
};

const ventricles = code('35764002', 'SCT', 'Brain ventricle');
const sulci = code('65216001', 'SCT', 'Cerebrospinal Fluid');

/** Concepts of PS3.16, context group 7151. */
export const coding: ModuleCoding = {
  modality: 'CT',
  procedure: code('303653007', 'SCT', 'Computed tomography of head'),
  region: code('12738006', 'SCT', 'Brain'),
  findings,
  descriptors: { sign, kind },
  segments: {
    1: { category: anatomicalStructure, type: code('12738006', 'SCT', 'Brain') },
    2: { category: anatomicalStructure, type: ventricles, finding: 'ventricles' },
    3: { category: abnormalStructure, type: findings.haemorrhage, finding: 'haemorrhage' },
    4: { category: abnormalStructure, type: findings.hypodense_areas, finding: 'hypodense area' },
    5: { category: bodySubstance, type: sulci, finding: 'sulci' },
    6: { category: anatomicalStructure, type: code('89546000', 'SCT', 'Skull') },
  },
};
