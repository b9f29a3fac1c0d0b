import { anyReadingOf, readingOf } from '@second-read/analyses/stored-reading';
import { expect, it } from 'vitest';
import { makeDataKey, parseKeyRing } from '../../platform/crypto/key-ring.ts';
import type { ReviewRow } from './reviews.repository.ts';
import { openContent, sealOfReview } from './sealed-review.ts';

const keys = parseKeyRing(makeDataKey());
const row = { id: '0190a5d0-0000-7000-8000-000000000000', patientKey: keys[0].id };
const wire = { report_text: ['birads_cat:4', 'acr_breast_density:2', 'mass:1'] };
const texts = { conclusion: 'As it was signed.', comments: [] };
const told = anyReadingOf(readingOf({ module: 'breast', wire }));

function opened(reading: object, ofWire: object = wire) {
  const category = { proposed: null, given: null, reason: null };
  const signed = { reading, wire: ofWire, written: {}, outlines: {}, decisions: {}, category };
  const content = sealOfReview(JSON.stringify(signed), row, keys);
  return openContent({ ...row, content } as ReviewRow, keys).reading;
}

it('what was signed is read as it was signed', () => {
  expect(told.findings.length).toBeGreaterThan(0);
  const signed = { ...told, origin: 'engine', reviewed: true, texts };
  expect(opened(signed)).toEqual(signed);
});

it('what was signed in a form that its module no longer has is read from its fields, in its own words', () => {
  const earlier = { ...told, version: told.version + 1, findings: [{ id: 'mass-1', is: 'there' }], texts };
  expect(opened(earlier)).toEqual({ ...told, texts });
});

it('an exam is none of its module of images, and stays as it was signed', () => {
  const ofExam = { ...told, kind: 'of an exam', texts };
  expect(opened(ofExam, { kind: 'exam', conclusion: '', slices: 3 })).toEqual(ofExam);
});
