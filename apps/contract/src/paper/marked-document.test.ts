import { plainSummary } from '@second-read/core/report/plain-words';
import { expect, it } from 'vitest';
import { markedDocument } from './marked-document.ts';
import { breastDocument } from './pdf-samples.test-support.ts';

const signature = { signed_by: 'Ada Reader', signed_at: '2026-11-23T10:04:00Z', version: 1 };
const words = { picture: 'one picture', found: {}, meaning: '', urgent: '' };
const plainOf = (replaced: { replaced_by?: number }) => {
  const document = markedDocument(breastDocument, null, { ...signature, state: 'signed', ...replaced });
  return { document, plain: plainSummary(document, words, false).join(' ') };
};

it('a version that was replaced says by which one, and is signed no more for the patient', () => {
  const { document, plain } = plainOf({ replaced_by: 2 });
  expect(document.isSigned).toBeUndefined();
  expect(document.verification).toContain('REPLACED BY VERSION 2');
  const signed = 'Signed by Ada Reader, 2026-11-23 10:04 UTC, version 1.';
  expect(document.standing).toBe(`${signed} Replaced by version 2.`);
  expect(plain).toContain('a doctor has replaced it by version 2.');
  expect(plain).not.toContain('checked and signed');
  expect(plain).not.toContain('No doctor');
  expect(plainOf({}).document).toMatchObject({ isSigned: true, standing: signed });
  expect(plainOf({}).plain).toContain('A doctor has checked and signed this report.');
});
