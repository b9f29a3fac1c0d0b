import { expect, it } from 'vitest';
import { manifests } from './manifests.ts';
import { modalityNames } from './modality/gate.ts';

it('a refusal names another kind of picture as the module that reads it does', () => {
  expect({
    breast: modalityNames.mammogram,
    'brain-ct': modalityNames.headCt,
    lung: modalityNames.chestCt,
    cervix: modalityNames.cervix,
  }).toEqual(Object.fromEntries(manifests.map(({ id, pictureName }) => [id, pictureName])));
});
