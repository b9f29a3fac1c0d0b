import type { ReadingModule } from '@second-read/core/analysis/reading-module';
import type { WireFields } from '@second-read/core/analysis/report-module';
import type { Box } from '@second-read/core/pixels/plane';
import { findingBase, findingsOf } from '@second-read/core/reading/finding';
import { readingBase } from '@second-read/core/reading/reading';
import { regionOfBox } from '@second-read/core/reading/region-of-box';
import { urgencyOfFacts } from '@second-read/core/report/urgency-of-facts';
import { manifest } from './manifest.ts';

/** A module of the product narrows its types further. */
const insert = findingBase.extend({ type: readingBase.shape.module });
const schema = readingBase.extend({ findings: findingsOf(insert) });
export type PhantomReading = ReturnType<typeof schema.parse>;
type Insert = PhantomReading['findings'][number];

const [{ id: type, label } = { id: 'insert', label: 'Insert' }] = manifest.findingTypes;
const none = {
  type: 'insert',
  reason: null,
  certainty: null,
  region: null,
  side: null,
} as const;

/** Diameters as sent: `24.0, 12.1`, or `none`; null where nothing can be read. */
function diametersOf({ inserts }: WireFields): number[] | null {
  if (typeof inserts !== 'string') return null;
  return inserts.split(', ').map(Number).filter(Number.isFinite);
}

function found(diameterPx: number, at: number): Insert {
  const measurements = [
    { quantity: 'diameter', value: Number(diameterPx.toFixed(1)), unit: 'px' as const, method: null },
  ];
  return { ...none, id: `insert-${at + 1}`, state: 'found', measurements };
}

const nothing: Insert = { ...none, id: 'insert-1', state: 'not_found', measurements: [] };

function readingWith(findings: readonly Insert[], origin: PhantomReading['origin']): PhantomReading {
  return {
    ...{ module: 'phantom', version: 1, origin, legible: findings.length > 0, rules: [] },
    findings: [...findings],
    input: { gate: null, spacingKnown: null },
    texts: { conclusion: null, comments: [] },
  };
}

/** Of what the engine found in a picture of that size. */
export function readingOfFindings(
  findings: readonly { readonly diameterPx: number; readonly box: Box }[],
  picture: { readonly width: number; readonly height: number },
): PhantomReading {
  const inserts = findings.map(({ diameterPx, box }, at) => ({
    ...found(diameterPx, at),
    region: regionOfBox(box, picture, 1),
  }));
  return readingWith(inserts.length > 0 ? inserts : [nothing], 'engine');
}

export const reading: ReadingModule<PhantomReading> = {
  schema,
  version: 1,
  readingFromWire: (wire) => {
    const diameters = diametersOf(wire);
    if (diameters === null) return readingWith([], 'wire');
    return readingWith(diameters.length > 0 ? diameters.map(found) : [nothing], 'wire');
  },
  urgencyOf: ({ findings }) =>
    urgencyOfFacts({
      findings: findings.filter(({ id }) => id === 'insert-1'),
      isConcluded: true,
      labels: new Map([[type, label]]),
    }),
};
