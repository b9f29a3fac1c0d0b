import { describe, expect, it } from 'vitest';
import { contrastAgent } from './contrast-agent.ts';
import { Dataset } from './dataset/dataset.ts';
import type { Attribute } from './dataset/tags.ts';
import { imageDirections } from './image-directions.ts';
import { ageYears } from './patient-age.ts';
import { pixelAspect } from './pixel-spacing.ts';

function dataset(
  values: Partial<Record<Attribute, string>>,
  items: Partial<Record<Attribute, Dataset[]>> = {},
) {
  const set = new Dataset(true);
  for (const [name, text] of Object.entries(values) as [Attribute, string][])
    set.add(name, { vr: 'LO', bytes: Uint8Array.from(text, (c) => c.charCodeAt(0)) });
  for (const [name, own] of Object.entries(items) as [Attribute, Dataset[]][])
    set.add(name, { vr: 'SQ', bytes: new Uint8Array(), items: own });
  return set;
}

describe('what a file says of its patient', () => {
  it.each([
    [{ patientAge: '003M' }, 0.25],
    [{ patientAge: '045Y' }, 45],
    [{ patientAge: '026W' }, 0.498],
    [{ patientBirthDate: '20100601', studyDate: '20251201' }, 15.5],
    [{ patientBirthDate: '20080301', studyDate: '20260301' }, 18],
    [{ patientBirthDate: '20080302', studyDate: '20260301' }, 17.9945],
    [{ patientBirthDate: '2010.06.01', studyDate: '20251201' }, 15.5],
    [{ patientBirthDate: '20300601', studyDate: '20251201' }, undefined],
    [{ patientAge: 'old', patientBirthDate: 'unknown' }, undefined],
  ])('%o is an age of %s years', (values, years) => {
    const found = ageYears(dataset(values));
    if (years === undefined) expect(found).toBeUndefined();
    else expect(found).toBeCloseTo(years, 3);
  });

  it('is contrast medium of an enhanced image, which codes it in a sequence', () => {
    const agent = dataset({ codeValue: 'C-B0322', codeMeaning: 'Iohexol' });
    expect(contrastAgent(dataset({}, { contrastAgentSequence: [agent] }))).toBe('Iohexol');
    expect(contrastAgent(dataset({}, { contrastAgentSequence: [dataset({})] }))).toBe('coded');
    expect(contrastAgent(dataset({}, { contrastAgentSequence: [] }))).toBeUndefined();
  });

  it('is contrast medium unless it says that there was none', () => {
    expect(contrastAgent(dataset({ contrastAgent: 'OMNIPAQUE 350' }))).toBe('OMNIPAQUE 350');
    for (const none of ['NONE', 'no', '-'])
      expect(contrastAgent(dataset({ contrastAgent: none }))).toBeUndefined();
  });
});

describe('what a file says of its directions', () => {
  const cosines = '-1\\0\\0\\0\\-1\\0';
  const prone = { row: [-1, 0, 0], column: [0, -1, 0] };

  it('is read from Image Orientation, of a frame from its group, else from Patient Orientation', () => {
    expect(imageDirections(dataset({ imageOrientation: cosines }), 0)).toEqual(prone);
    const plane = dataset({}, { planeOrientationSequence: [dataset({ imageOrientation: cosines })] });
    expect(imageDirections(dataset({}, { sharedFunctionalGroups: [plane] }), 3)).toEqual(prone);
    expect(imageDirections(dataset({ patientOrientation: 'R\\A' }), 0)).toEqual(prone);
    expect(imageDirections(dataset({ patientOrientation: 'MLO' }), 0)).toBeUndefined();
  });

  it('knows pixels that are not square without a size', () => {
    expect(pixelAspect(dataset({ pixelAspectRatio: '2\\1' }))).toBe(2);
    expect(pixelAspect(dataset({}))).toBeUndefined();
  });
});
