import { manifests } from '@second-read/analyses/manifests';
import { describe, expect, it } from 'vitest';
import { handOver, moduleOfRefusal, takeHandedOver } from './hand-over.ts';

describe('a refused picture', () => {
  it.each(manifests)('is offered to $title, which reads it', (manifest) => {
    const message = `This looks like ${manifest.pictureName}, not something else. Advice.`;
    expect(moduleOfRefusal(message)).toBe(manifest);
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
