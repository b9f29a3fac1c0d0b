import {
  abnormalStructure,
  anatomicalStructure,
  bodySubstance,
  code,
  type ModuleCoding,
  ownCode,
} from '@second-read/core/encode/code';

const haemorrhage = code('50960005', 'SCT', 'Hemorrhage');
const hypodense = ownCode('HYPODENSE_AREA', 'Hypodense area');
const ventricles = code('35764002', 'SCT', 'Brain ventricle');
const sulci = code('65216001', 'SCT', 'Cerebrospinal Fluid');

/** Concepts of PS3.16, context group 7151. */
export const coding: ModuleCoding = {
  modality: 'CT',
  procedure: code('303653007', 'SCT', 'Computed tomography of head'),
  region: code('12738006', 'SCT', 'Brain'),
  findings: { haemorrhage, 'hypodense area': hypodense, ventricles, sulci },
  segments: {
    1: { category: anatomicalStructure, type: code('12738006', 'SCT', 'Brain') },
    2: { category: anatomicalStructure, type: ventricles, finding: 'ventricles' },
    3: { category: abnormalStructure, type: haemorrhage, finding: 'haemorrhage' },
    4: { category: abnormalStructure, type: hypodense, finding: 'hypodense area' },
    5: { category: bodySubstance, type: sulci, finding: 'sulci' },
    6: { category: anatomicalStructure, type: code('89546000', 'SCT', 'Skull') },
  },
};
