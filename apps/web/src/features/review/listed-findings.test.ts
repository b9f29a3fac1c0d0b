import { review as lungReview } from '@second-read/analyses/lung/review';
import type { ReviewReply } from '@second-read/contract/reviews';
import { expect, it } from 'vitest';
import { listed } from './listed-findings.ts';

const labelsOf = (...kinds: readonly (string | null)[]) => labelsWithout([], kinds);

const labelsWithout = (rejected: readonly string[], kinds: readonly (string | null)[]) => {
  const findings = kinds.map((kind, at) => ({
    ...{ id: `nodule-${at + 1}`, type: 'nodule', state: 'found', reason: null, certainty: 80, side: 'right' },
    ...{ measurements: [], region: null, descriptors: { kind, texture: 'solid', third: null } },
  }));
  const decisions = Object.fromEntries(rejected.map((id) => [id, { decision: 'rejected' }]));
  const reading = {
    ...{ module: 'lung', version: 1, origin: 'engine', legible: true, rules: [], findings },
    ...{ input: { gate: null, spacingKnown: null }, texts: { conclusion: null, comments: [] } },
  };
  const reply = { machine: reading, current: reading, decisions, review: lungReview.fields };
  return listed(reply as unknown as ReviewReply).map(({ label }) => label);
};

it('calls a nodule of more than 30 mm a mass, as the report does', () => {
  expect(labelsOf('mass')).toEqual(['Mass']);
  expect(labelsOf('nodule_or_mass')).toEqual(['Nodule or mass']);
  expect(labelsOf(null)).toEqual(['Nodule']);
});

it('numbers those that have the same name', () => {
  expect(labelsOf('nodule', 'mass', 'nodule')).toEqual(['Nodule 1', 'Mass', 'Nodule 2']);
});

it('numbers them as the report does, which a rejected one is not in', () => {
  const labels = labelsWithout(['nodule-1'], ['mass', 'mass', 'mass']);
  expect(labels).toEqual(['Mass', 'Mass 1', 'Mass 2']);
});
