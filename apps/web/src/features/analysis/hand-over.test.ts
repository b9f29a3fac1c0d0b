import { catalogue } from '@second-read/analyses/catalogue';
import { modalityNames } from '@second-read/analyses/modality/gate';
import { describe, expect, it } from 'vitest';
import { handOver, moduleOfRefusal, takeHandedOver } from './hand-over.ts';

describe('a refused picture', () => {
  it.each([
    ['breast', modalityNames.mammogram],
    ['brain-ct', modalityNames.headCt],
    ['lung', modalityNames.chestCt],
    ['cervix', modalityNames.cervix],
  ] as const)('is offered to %s in the words of the gate', (id, seen) => {
    expect(moduleOfRefusal(`This looks like ${seen}, not something else. Advice.`)).toBe(catalogue[id]);
  });

  it('is offered to nobody where the gate does not know what it is', () => {
    expect(moduleOfRefusal('This does not look like a mammogram.')).toBeNull();
  });

  it('arrives at the screen it was meant for, once', () => {
    const image = { file: new File(['x'], 'a.png'), from: 'upload', isDicom: false } as const;
    handOver({ to: 'lung', image, patientId: 'P-1' });
    expect(takeHandedOver('lung')).toMatchObject({ image, patientId: 'P-1' });
    expect(takeHandedOver('lung')).toBeNull();
    handOver({ to: 'lung', image, patientId: 'P-1' });
    expect(takeHandedOver('breast')).toBeNull();
    expect(takeHandedOver('lung')).toBeNull();
  });
});
