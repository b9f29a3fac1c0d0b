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
import { codeWords } from '@second-read/core/report/sentences';
import {
  type BleedingKind,
  type ObservationCode,
  type ObservationId,
  observationCodes,
} from './reading/codes.ts';

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

/** What signs are called where that is more than their code says. */
const signWords: Readonly<Partial<Record<ObservationCode, string>>> = {
  usual: 'Within the usual range',
  no_sign: 'No sign measured',
  generalized_loss: 'Generalized volume loss',
  cortical_loss: 'Cortical volume loss',
};

const sign: DescriptorCoding = {
  concept: ownCode('SIGN', 'Sign on the slice'),
  values: Object.fromEntries(
    Object.values(observationCodes)
      .flat()
      .map((each) => [each, ownCode(each.toUpperCase(), signWords[each] ?? codeWords(each))]),
  ),
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
