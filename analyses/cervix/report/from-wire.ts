import type { WireFields, WireValue } from '@second-read/core/analysis/report-module';
import type { CervixReading, SwedeScore } from '../reading/schema.ts';
import { type Fields, findingsFrom, isFields } from './findings-from-fields.ts';

/**
 * The reading of a reply of the specification, as another server sends it. Never throws; what is missing or
 * malformed is null or not assessed, and a reply that has no findings
 * is not legible.
 */
export function readingFromWire(wire: WireFields): CervixReading {
  const legible = Array.isArray(wire.findings);
  const listed = Array.isArray(wire.findings) ? wire.findings.filter(isFields) : [];
  return {
    module: 'cervix',
    version: 1,
    origin: 'wire',
    legible,
    findings: legible ? findingsFrom(listed) : [],
    swede: isFields(wire.swede) ? swedeFrom(wire.swede) : null,
    rules: textsOf(wire.trace).map((text) => ({ id: null, values: {}, text })),
    facts: {
      notNegative: null,
      swedeFromFive: null,
      junctionOutlined: null,
      notAssessed: null,
    },
    input: {
      gate: null,
      spacingKnown: null,
      framing: null,
      reflections: null,
      colposcope: null,
      light: null,
    },
    texts: {
      conclusion: typeof wire.impression === 'string' && wire.impression !== '' ? wire.impression : null,
      comments: textsOf(wire.comments),
    },
  };
}

function swedeFrom(fields: Fields): SwedeScore {
  const points = (part: keyof SwedeScore) => {
    const value = fields[part];
    return value === 0 || value === 1 || value === 2 ? value : null;
  };
  return {
    acetowhiteness: points('acetowhiteness'),
    margin: points('margin'),
    vessels: points('vessels'),
    size: points('size'),
    iodine: points('iodine'),
  };
}

function textsOf(value: WireValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}
