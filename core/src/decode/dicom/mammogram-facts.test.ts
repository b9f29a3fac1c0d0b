import { describe, expect, it } from 'vitest';
import type { DicomCodec } from '../dicom-codec.ts';
import type { SourceFacts } from '../study.ts';
import { decodeDicom } from './decode-dicom.ts';
import { type Attributes, greyAttributes, wordBytes, writeDicom } from './write-dicom.test-support.ts';

const noCodec: DicomCodec = {
  inflate: () => {
    throw new Error('not compressed');
  },
  decodeFrame: () => Promise.reject(new Error('not compressed')),
};

async function factsOf(attributes: Attributes, modality = 'MG', isExplicit = true): Promise<SourceFacts> {
  const file: Attributes = {
    '0008,0060': ['CS', modality],
    ...greyAttributes(2, 2, 16),
    ...attributes,
    '7fe0,0010': ['OW', wordBytes([1, 2, 3, 4])],
  };
  const writing = isExplicit ? {} : { transferSyntax: '1.2.840.10008.1.2', isExplicit };
  const result = await decodeDicom(writeDicom(file, writing), noCodec);
  if (!result.ok) throw new Error(result.problem);
  return result.study.source;
}

function coded(value: string, inside: Attributes = {}): Attributes {
  const scheme = /^\d+$/.test(value) ? 'SCT' : 'SRT';
  return { '0008,0100': ['SH', value], '0008,0102': ['SH', scheme], '0008,0104': ['LO', 'any'], ...inside };
}

const modifier = (value: string): Attributes => ({ '0054,0222': ['SQ', [coded(value)]] });

describe('what the file of a mammogram says', () => {
  it('is not asked of other modalities', async () => {
    expect((await factsOf({ '0028,1300': ['CS', 'YES'] }, 'CT')).mammogram).toBeUndefined();
  });

  it('is nothing where the file says nothing', async () => {
    const { mammogram } = await factsOf({});
    expect(mammogram).toEqual({
      modifiers: [],
      isPartial: false,
      isRaw: false,
      showsBothBreasts: false,
      magnification: undefined,
    });
  });

  it.each([true, false])(
    'is implant, part, raw values and magnification (explicit: %s)',
    async (isExplicit) => {
      const attributes: Attributes = {
        '0008,0068': ['CS', 'FOR PROCESSING'],
        '0018,1114': ['DS', '1.8'],
        '0028,1300': ['CS', 'YES'],
        '0028,1350': ['CS', 'YES'],
      };
      const { mammogram } = await factsOf(attributes, 'MG', isExplicit);
      expect(mammogram).toMatchObject({ hasImplant: true, isPartial: true, isRaw: true, magnification: 1.8 });
    },
  );

  it('is no implant where the file denies one', async () => {
    expect((await factsOf({ '0028,1300': ['CS', 'NO'] })).mammogram?.hasImplant).toBe(false);
  });

  it('is that a picture shows both breasts, which is no side', async () => {
    const facts = await factsOf({ '0020,0062': ['CS', 'B'] });
    expect(facts.mammogram?.showsBothBreasts).toBe(true);
    expect(facts.laterality).toBeUndefined();
  });

  it.each([
    ['399163009', 'magnification'],
    ['R-102D6', 'magnification'],
    ['399055006', 'spot_compression'],
    ['R-102D7', 'spot_compression'],
    ['399209000', 'implant_displaced'],
    ['R-102D3', 'rolled'],
    ['399161006', 'cleavage'],
  ])('is the modifier %s in the item of the view, or beside it', async (code, name) => {
    const inView: Attributes = { '0054,0220': ['SQ', [coded('399162004', modifier(code))]] };
    expect((await factsOf(inView)).mammogram?.modifiers).toEqual([name]);
    const beside: Attributes = { '0054,0220': ['SQ', [coded('R-10242')]], ...modifier(code) };
    const facts = await factsOf(beside, 'MG', false);
    expect(facts.mammogram?.modifiers).toEqual([name]);
    expect(facts.view).toBe('CC');
  });

  it.each([
    ['399192008', 'XCCL'],
    ['R-1024B', 'XCCM'],
    ['399260004', 'ML'],
    ['R-10226', 'MLO'],
  ])('is the view by its code %s, unless its position is named', async (code, name) => {
    const view: Attributes = { '0054,0220': ['SQ', [coded(code)]] };
    expect((await factsOf(view)).view).toBe(name);
    expect((await factsOf({ '0018,5101': ['CS', 'CC'], ...view })).view).toBe('CC');
  });

  it('knows a specimen, and no code that is unknown', async () => {
    const of = async (code: string) =>
      (await factsOf({ '0054,0220': ['SQ', [coded(code)]] })).mammogram?.modifiers;
    expect(await of('G-8310')).toEqual(['specimen']);
    expect(await of('T-04000')).toEqual([]);
  });
});
