import { describe, expect, it } from 'vitest';
import { type Attributes, type Writing, writeDicom } from '../decode/dicom/write-dicom.test-support.ts';
import { headFacts } from './deidentify-head.ts';
import { readIdentity } from './read-identity.ts';

const attributes: Attributes = {
  '0008,0016': ['UI', '1.2.840.10008.5.1.4.1.1.2'],
  '0008,0018': ['UI', '1.2.3.4'],
  '0008,1140': ['SQ', [{ '0008,0018': ['UI', '9.9'], '0020,000d': ['UI', '9.8'] }]],
  '0008,0020': ['DA', '20071122'],
  '0008,0030': ['TM', '103000.5'],
  '0008,0201': ['SH', '+0100'],
  '0010,0020': ['LO', ' P 1 '],
  '0020,000d': ['UI', '1.2.3'],
  '0020,000e': ['UI', '1.2.3.1'],
  '0028,0010': ['US', [1]],
};
const identity = {
  sopClassUid: '1.2.840.10008.5.1.4.1.1.2',
  sopInstanceUid: '1.2.3.4',
  studyUid: '1.2.3',
  seriesUid: '1.2.3.1',
  patientId: 'P 1',
  named: { patientId: 'P 1', studyUid: '1.2.3' },
  studyDate: '20071122',
  studyTime: '103000.5',
  utcOffset: '+0100',
};

const identityOf = (bytes: Uint8Array) => {
  const facts = headFacts(bytes);
  return facts.ok ? readIdentity(bytes, facts) : undefined;
};

describe('the identity of an instance', () => {
  it.each<[string, Writing]>([
    ['explicit', {}],
    ['implicit', { transferSyntax: '1.2.840.10008.1.2', isExplicit: false }],
    ['big endian', { transferSyntax: '1.2.840.10008.1.2.2', isLittleEndian: false }],
    ['a file without preamble', { hasPreamble: false }],
  ])('is read from the outermost elements: %s', (_name, writing) => {
    expect(identityOf(writeDicom(attributes, writing))).toEqual(identity);
  });

  it('needs no pixels, and is empty if the file states none', () => {
    const { '0008,0016': _class, ...others } = attributes;
    expect(identityOf(writeDicom(others))).toEqual({ ...identity, sopClassUid: '' });
    expect(identityOf(writeDicom({ '0028,0010': ['US', [1]] }))?.studyUid).toBe('');
  });

  it('names the space that its slices share, where the file does and its bytes reach so far', () => {
    const { '0028,0010': rows, ...head } = attributes;
    const bytes = writeDicom({ ...head, '0020,0052': ['UI', '1.2.3.5'], ...(rows && { '0028,0010': rows }) });
    expect(identityOf(bytes)).toEqual({ ...identity, frameOfReferenceUid: '1.2.3.5' });
    for (let length = 0; length < bytes.length; length++)
      expect([undefined, '1.2.3.5']).toContain(identityOf(bytes.slice(0, length))?.frameOfReferenceUid);
  });

  it('tells what a reading must know: the age of minors, contrast medium, reconstruction', () => {
    const { '0028,0010': rows, ...head } = attributes;
    const declared = (own: Attributes) =>
      identityOf(writeDicom({ ...head, ...own, ...(rows && { '0028,0010': rows }) }))?.declared;
    expect(declared({})).toBeUndefined();
    expect(declared({ '0010,0030': ['DA', '19970601'], '0018,0010': ['LO', 'IOMERON'] })).toEqual({
      ageYears: 10,
      hasContrast: true,
    });
    const coded: Attributes[] = [{ '0008,0104': ['LO', 'Iodipamide'] }];
    expect(declared({ '0018,0012': ['SQ', coded] })).toEqual({ hasContrast: true });
    expect(declared({ '0018,0012': ['SQ', []] })).toBeUndefined();
    expect(declared({ '0010,1010': ['AS', '044Y'], '0018,0010': ['LO', 'NONE'] })).toBeUndefined();
    expect(declared({ '0008,0032': ['TM', '103105.5'] })).toEqual({ acquiredAfter: 65 });
    expect(declared({ '0018,1210': ['SH', 'Br64d\\3'] })).toEqual({ kernel: 'Br64d', sharpness: 'sharp' });
    expect(declared({ '0008,103e': ['LO', 'Doe, Jane BONE'], '0018,1210': ['SH', '31'] })).toEqual({
      kernel: '31',
      sharpness: 'sharp',
    });
  });

  it('has sex and age where the file says them', () => {
    const { '0020,000d': study, '0020,000e': series, '0028,0010': rows, ...head } = attributes;
    const person = { '0010,0040': ['CS', 'F'], '0010,1010': ['AS', '054Y'] } as const;
    const rest = { ...(study && { '0020,000d': study }), ...(series && { '0020,000e': series }) };
    const bytes = writeDicom({
      ...head,
      ...person,
      ...rest,
      ...(rows && { '0028,0010': rows }),
    } as Attributes);
    expect(identityOf(bytes)).toEqual({ ...identity, sex: 'F', age: '054Y' });
  });

  it('is never derived from truncated values', () => {
    const whole = writeDicom(attributes);
    for (let length = 0; length < whole.length; length++) {
      const found = identityOf(whole.slice(0, length));
      expect([undefined, '1.2.3.1', '']).toContain(found?.seriesUid);
    }
  });
});
