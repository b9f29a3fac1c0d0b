import {
  abnormalStructure,
  anatomicalStructure,
  code,
  type ModuleCoding,
  ownCode,
} from '@second-read/core/reading/code';

const lung = code('39607008', 'SCT', 'Lung');
const nodule = code('27925004', 'SCT', 'Nodule');
const groundGlass = code('112120', 'DCM', 'Ground glass opacity');
const consolidation = ownCode('CONSOLIDATION', 'Pulmonary consolidation');

/** Concepts of PS3.16, context groups 6102 and 6104. */
export const coding: ModuleCoding = {
  modality: 'CT',
  procedure: code('77477000', 'SCT', 'Computed tomography'),
  region: lung,
  findings: { nodule, 'ground-glass': groundGlass, consolidation },
  segments: {
    1: { category: anatomicalStructure, type: lung, modifier: code('7771000', 'SCT', 'Left') },
    2: { category: anatomicalStructure, type: lung, modifier: code('24028007', 'SCT', 'Right') },
    3: { category: abnormalStructure, type: nodule, finding: 'nodule' },
    4: { category: abnormalStructure, type: groundGlass, finding: 'ground-glass' },
    5: { category: abnormalStructure, type: consolidation, finding: 'consolidation' },
  },
};
