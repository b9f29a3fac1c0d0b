import {
  abnormalStructure,
  anatomicalStructure,
  code,
  type ModuleCoding,
  ownCode,
} from '@second-read/core/reading/code';

const cervix = code('71252005', 'SCT', 'Cervix');
const lesion = code('52988006', 'SCT', 'Lesion');

/** Concepts of PS3.16, context groups 4040 and 7151; what it has no concept for carries a code of our own. */
export const coding: ModuleCoding = {
  modality: 'ES',
  procedure: ownCode('COLPOSCOPY', 'Colposcopy or visual inspection with acetic acid'),
  region: cervix,
  findings: {
    lesion,
    'cervical tissue': cervix,
    abnormality: ownCode('ABNORMALITY', 'Colposcopic abnormality'),
  },
  segments: {
    1: { category: anatomicalStructure, type: cervix, finding: 'cervical tissue' },
    2: { category: abnormalStructure, type: lesion, finding: 'lesion' },
    3: {
      category: anatomicalStructure,
      type: ownCode('CANAL_COLUMNAR', 'Endocervical canal and columnar epithelium'),
    },
  },
};
