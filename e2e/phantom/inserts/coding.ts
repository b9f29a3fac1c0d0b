import { code, type ModuleCoding, ownCode } from '@second-read/core/reading/code';

const physicalObject = code('260787004', 'SCT', 'Physical object');
const insert = ownCode('INSERT', 'Insert of a test phantom');

export const coding: ModuleCoding = {
  modality: 'CT',
  procedure: code('77477000', 'SCT', 'Computed tomography'),
  region: ownCode('PHANTOM', 'Test phantom'),
  findings: { insert },
  segments: { 1: { category: physicalObject, type: insert, finding: 'insert' } },
};
