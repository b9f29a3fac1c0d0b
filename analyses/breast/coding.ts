import {
  abnormalStructure,
  anatomicalStructure,
  code,
  type DescriptorCoding,
  type ModuleCoding,
  ownCode,
  tissue,
} from '@second-read/core/reading/code';
import type { compositions, margins, massDensities, massShapes } from './reading/schema.ts';

const mass = code('129788004', 'SCT', 'Mammographic breast mass');
const calcification = code('129769006', 'SCT', 'Calcification Cluster');
const node = code('68171009', 'SCT', 'Axillary lymph node');

/** Every value of each has its concept. */
interface BreastDescriptors {
  readonly margin: DescriptorCoding<(typeof margins)[number]>;
  readonly density: DescriptorCoding<(typeof massDensities)[number]>;
  readonly shape: DescriptorCoding<(typeof massShapes)[number]>;
  readonly composition: DescriptorCoding<(typeof compositions)[number]>;
}

const descriptors: BreastDescriptors = {
  margin: {
    concept: code('111037', 'DCM', 'Margins'),
    values: {
      circumscribed: code('129738007', 'SCT', 'Circumscribed lesion'),
      indistinct: code('129741003', 'SCT', 'Indistinct lesion'),
      spiculated: code('129742005', 'SCT', 'Spiculated lesion'),
    },
  },
  density: {
    concept: code('111035', 'DCM', 'Lesion Density'),
    values: {
      low: code('129746008', 'SCT', 'Low density (not containing fat) lesion'),
      equal: code('129745007', 'SCT', 'Equal density (isodense) lesion'),
      high: code('129744006', 'SCT', 'High density lesion'),
    },
  },
  shape: {
    concept: code('107644003', 'SCT', 'Shape'),
    values: {
      oval: code('84360004', 'SCT', 'Oval'),
      round: code('42700002', 'SCT', 'Round'),
      irregular: code('49608001', 'SCT', 'Irregular'),
    },
  },
  composition: {
    concept: code('129715009', 'SCT', 'Breast composition'),
    values: {
      fatty: code('129716005', 'SCT', 'Almost entirely fat'),
      scattered: code('129717001', 'SCT', 'Scattered fibroglandular densities'),
      heterogeneous: code('129718006', 'SCT', 'Heterogeneously dense'),
      extreme: code('129719003', 'SCT', 'Extremely dense'),
    },
  },
};

/**
 * Concepts of PS3.16, context groups 6000, 6004, 6006, 6008, 6014 and 6052; SNOMED CT categories of BI-RADS.
 */
export const coding: ModuleCoding = {
  modality: 'MG',
  procedure: code('71651007', 'SCT', 'Mammography'),
  region: code('76752008', 'SCT', 'Breast'),
  findings: {
    mass,
    axilla: node,
    calcification,
    'breast tissue': code('129715009', 'SCT', 'Breast composition'),
  },
  segments: {
    1: { category: tissue, type: code('55603005', 'SCT', 'Fat') },
    2: {
      category: tissue,
      type: ownCode('FIBROGLANDULAR', 'Fibroglandular tissue'),
      finding: 'breast tissue',
    },
    3: { category: anatomicalStructure, type: code('60005003', 'SCT', 'Pectoralis major muscle') },
    4: { category: abnormalStructure, type: mass, finding: 'mass' },
    5: { category: abnormalStructure, type: calcification, finding: 'calcification' },
    6: { category: anatomicalStructure, type: node, finding: 'axilla' },
  },
  // CID 6014 has no mass: on one picture it is a density.
  cad: { mass: code('129793001', 'SCT', 'Mammography breast density'), calcification },
  descriptors: { ...descriptors },
  categories: {
    1: code('397140005', 'SCT', 'Mammography assessment (Category 1) - Negative'),
    2: code('397141009', 'SCT', 'Mammography assessment (Category 2) - Benign finding'),
    3: code('397143007', 'SCT', 'Mammography assessment (Category 3) - Probably benign'),
    4: code('397144001', 'SCT', 'Mammography assessment (Category 4) - Suspicious'),
    5: code('397145000', 'SCT', 'Mammography assessment (Category 5) - Highly suggestive'),
  },
};
