import { noHeader } from '@second-read/core/report/document';
import { wordingFaults } from '@second-read/core/report/wording.test-support';
import { expect, it } from 'vitest';
import {
  borders,
  extents,
  type LungFinding,
  type LungReading,
  poses,
  sizeRows,
  textures,
  thirds,
  windows,
} from '../reading/schema.ts';
import { report } from '../report.ts';

const line = { reason: null, certainty: null, measurements: [], region: null, side: null };

function readingAt(at: number): LungReading {
  const pick = <T>(values: readonly T[], pace: number): T =>
    values[Math.floor(at / pace) % values.length] as T;
  const unit = pick(['mm', 'px'] as const, 7);
  const extent = pick(extents, 5);
  const isCrop = extent === 'crop';
  const pose = pick(poses, 3);
  const nodules = Array.from(
    { length: pick([0, 1, 2, 3], 1) },
    (_, n): LungFinding => ({
      ...{ ...line, id: `nodule-${n + 1}`, type: 'nodule', state: 'found', certainty: 61 },
      side: isCrop ? null : pick(['left', 'right', null] as const, 1 + n),
      descriptors: {
        kind: pick(['nodule', 'mass', null] as const, 3),
        texture: pick([...textures, null], 5),
        third: pick([...thirds, null], 2 + n),
        near: pick([...borders, null], 4),
        sizeRow: unit === 'px' ? null : pick([...sizeRows, null], 3),
      },
      measurements: [
        { quantity: 'mean_diameter', value: 9.4, unit, method: null },
        { quantity: 'area', value: 69, unit: unit === 'mm' ? 'mm2' : 'px2', method: null },
      ],
    }),
  );
  const opacity = (type: 'ground-glass' | 'consolidation', share: number): LungFinding => ({
    ...{ ...line, id: `${type}-1`, type, descriptors: null },
    ...(isCrop
      ? { state: 'not_assessed', reason: 'partial_view' }
      : { state: share > 1 ? 'found' : 'not_found' }),
    measurements: isCrop ? [] : [{ quantity: 'share_of_lungs', value: share, unit: 'percent', method: null }],
  });
  const [glass, dense] = [pick([0, 0.2, 12.5], 3), pick([0, 2.5, 40], 5)];
  return {
    ...{ module: 'lung', version: 1, origin: 'engine', legible: true },
    findings: [
      ...(nodules.length > 0 ? nodules : [notFound]),
      opacity('ground-glass', glass),
      opacity('consolidation', dense),
    ],
    rules: [],
    facts: {
      ...{ nodules: nodules.length, anyOpacity: 71, opacityShare: glass + dense },
      ...{ opacityShareLeft: pick([0, 4, 60], 2), opacityShareRight: pick([0, 24, 61], 3) },
    },
    input: {
      ...{ gate: 99, spacingKnown: unit === 'mm', extent, window: pick(windows, 11), pose },
      quantity: 'relative',
    },
    texts: { conclusion: null, comments: [] },
  };
}

const notFound: LungFinding = {
  ...{ ...line, id: 'nodule-1', type: 'nodule', state: 'not_found', certainty: 80 },
  descriptors: { kind: 'nodule_or_mass', texture: null, third: null, sizeRow: null },
};

it('a lung report keeps the rules of wording in all its states', () => {
  const documents = Array.from({ length: 2000 }, (_, at) => report.toDocument(readingAt(at), noHeader));
  expect([...new Set(documents.flatMap(wordingFaults))]).toEqual([]);
});

it('a turned picture is not told which side is which', () => {
  const turned = {
    ...readingAt(0),
    input: { ...readingAt(0).input, extent: 'slice', window: 'readable', pose: 'turned' },
  } as const;
  expect(String(report.toWire(turned).report_text)).not.toContain('sides are the patient');
});
