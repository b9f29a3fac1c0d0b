import { countedAtMost } from '@second-read/contract/reports';
import type { FastifyReply } from 'fastify';
import { expect, it, vi } from 'vitest';
import { searchOf } from './matching.ts';
import { findStudies } from './search-studies.ts';

let many = 0;
vi.mock('../reports/index.ts', () => ({
  idsByPatient: async () => Array.from({ length: many }, () => crypto.randomUUID()),
}));

it.each([
  [countedAtMost - 1, false],
  [countedAtMost, true],
])('with %i reports of a patient, that more might match is said: %s', async (reports, isCut) => {
  many = reports;
  const caller = { userId: 'ada', organisationId: 'clinic', role: 'reader' };
  const reply = { raw: {}, request: { caller } } as unknown as FastifyReply;
  const studies = { all: () => [], of: () => [], forget: () => {} };
  const found = await findStudies(searchOf({ offset: 0, PatientID: '42*' }), reply, studies, {} as never);
  expect(found).toEqual({ studies: [], reports: [], isCut });
});
