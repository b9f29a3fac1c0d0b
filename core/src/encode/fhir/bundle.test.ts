import { describe, expect, it } from 'vitest';
import { exportRecord, labels } from '../record.test-support.ts';
import { fhirBundle, isFhirPatientId } from './bundle.ts';
import type { Json, Resource } from './resource.ts';

const record = exportRecord();
const bundle = fhirBundle(record, labels);
const ofType = (type: string): Resource[] =>
  bundle.entry.map(({ resource }) => resource).filter(({ resourceType }) => resourceType === type);

/** Every object of the bundle, with its keys. */
function objectsIn(value: Json | undefined): { readonly [key: string]: Json }[] {
  if (Array.isArray(value)) return value.flatMap((each: Json) => objectsIn(each));
  if (typeof value !== 'object' || value === null) return [];
  const object = value as { readonly [key: string]: Json };
  return [object, ...Object.values(object).flatMap(objectsIn)];
}

/** What R4 requires of the resources that are written: elements of cardinality 1. */
const required: Readonly<Record<string, readonly string[]>> = {
  DiagnosticReport: ['status', 'code'],
  Observation: ['status', 'code'],
  ImagingStudy: ['status', 'subject'],
  Media: ['status', 'content'],
  Patient: [],
  Organization: ['name'],
  Device: [],
};

describe('the FHIR bundle', () => {
  it('has a preliminary report of one patient with all its observations, the study and the pictures', () => {
    const [report] = ofType('DiagnosticReport');
    expect(report).toMatchObject({
      status: 'preliminary',
      conclusionCode: [{ coding: [{ system: 'http://snomed.info/sct', code: '397144001' }] }],
    });
    expect(report?.conclusion).toContain('Research use only. Not for primary diagnosis.');
    expect(report?.result).toHaveLength(ofType('Observation').length);
    expect(report?.media).toHaveLength(2);
    expect(ofType('Patient')).toMatchObject([{ identifier: [{ value: 'Ünal 漢字' }] }]);
    expect(Object.keys(ofType('Patient')[0] ?? {})).toEqual(['resourceType', 'identifier']);
  });

  it('holds what R4 requires of each resource', () => {
    for (const { resource } of bundle.entry) {
      const keys = required[resource.resourceType];
      expect(keys, resource.resourceType).toBeDefined();
      expect(Object.keys(resource)).toEqual(expect.arrayContaining([...(keys ?? [])]));
    }
  });

  it('refers to nothing that it does not hold, and no two entries have one address', () => {
    const addresses = bundle.entry.map(({ fullUrl }) => fullUrl);
    expect(new Set(addresses).size).toBe(addresses.length);
    const references = objectsIn([...bundle.entry.map(({ resource }) => resource)]).flatMap(
      ({ reference }) => (typeof reference === 'string' ? [reference] : []),
    );
    expect(references.length).toBeGreaterThan(10);
    expect(references.filter((each) => !addresses.includes(each))).toEqual([]);
  });

  it('has no empty text, list or object, which FHIR does not allow', () => {
    const empties = objectsIn(bundle).flatMap((object) =>
      Object.entries(object).filter(
        ([, value]) => value === '' || value === undefined || (Array.isArray(value) && value.length === 0),
      ),
    );
    expect(empties).toEqual([]);
  });

  it('says of findings what was detected and how surely, and of what was not assessed nothing', () => {
    const observations = ofType('Observation');
    expect(observations[0]).toMatchObject({
      status: 'preliminary',
      code: { text: 'Mass' },
      valueCodeableConcept: { text: 'Detected' },
      component: [{ valueQuantity: { value: 87.4, code: '%' } }, { valueCodeableConcept: { text: 'Oval' } }],
    });
    expect(observations[1]).toMatchObject({ dataAbsentReason: { coding: [{ code: 'not-performed' }] } });
    expect(observations[1]).not.toHaveProperty('valueCodeableConcept');
    expect(observations[1]).not.toHaveProperty('component');
    expect(observations[2]).toMatchObject({ valueQuantity: { value: 0.5, code: 'mm2' } });
  });

  it('names the DICOM instances that the same report is exported as', () => {
    expect(ofType('ImagingStudy')).toMatchObject([
      {
        identifier: [{ system: 'urn:dicom:uid', value: `urn:oid:${record.uid('study')}` }],
        numberOfSeries: 4,
        series: [
          { instance: [{ uid: record.uid('picture') }] },
          { instance: [{ uid: record.uid('capture') }] },
          { instance: [{ uid: record.uid('segmentation') }] },
          { instance: [{ uid: record.uid('report') }] },
        ],
      },
    ]);
    const nothing = fhirBundle(record, { width: 1, height: 1, data: Uint8Array.of(0) });
    expect(JSON.stringify(nothing)).not.toContain(record.uid('segmentation'));
  });

  it('keeps a patient ID as it is, or not at all', () => {
    expect(['a\\b', 'x'.repeat(200), 'a\tb'].map(isFhirPatientId)).toEqual([true, true, false]);
  });
});
