import type { WireFields, WireValue } from '@second-read/core/analysis/report-module';
import { measured } from '@second-read/core/reading/measurement';
import type { AnyReading } from '@second-read/core/reading/reading';
import {
  type CervixFinding,
  type CervixReading,
  type Change,
  cervixReading,
  type SwedeScore,
} from '../reading/schema.ts';
import { impressionOf } from '../report/impression.ts';
import { swedeParts } from '../report/words.ts';

type Fields = { readonly [key: string]: WireValue };
type Of<Type extends CervixFinding['type']> = Extract<CervixFinding, { type: Type }>;

/** The response as a reviewed reading words it: every line from the reading, none of a rejected finding. */
export function worded(reading: AnyReading, wire: WireFields): WireFields {
  const reviewed = cervixReading.parse(reading);
  const machine = Array.isArray(wire.findings) ? wire.findings.filter(isFields) : [];
  const tissue = machine.filter(({ type }) => type === 'cervical tissue');
  const findings = [lesionFields(reviewed), ...tissue, abnormalityFields(reviewed)];
  const comments = Array.isArray(wire.comments) ? wire.comments : [];
  return {
    ...wire,
    findings,
    impression: impressionOf(findings),
    swede: reviewed.swede === null ? null : swedeFields(reviewed.swede),
    comments: comments.filter((each) => typeof each === 'string' && !ofFinding.test(each)),
    trace: [],
  };
}

const ofFinding = /lesion|acetowhite|abnormal|swede/i;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first that was found, else the line that says there is none. */
function lineOf<Type extends CervixFinding['type']>({ findings }: CervixReading, type: Type) {
  const all = findings.filter((each): each is Of<Type> => each.type === type);
  return all.find(({ state }) => state === 'found') ?? all[0];
}

function stated(finding: CervixFinding | undefined): Fields {
  if (finding === undefined || finding.state === 'not_assessed')
    return { clinical_note: 'Not assessed.', confidence: null };
  return { found: finding.state === 'found' ? 1 : 0, confidence: finding.certainty };
}

function lesionFields(reading: CervixReading): Fields {
  const lesion = lineOf(reading, 'lesion');
  const isFound = lesion?.state === 'found';
  const whiteness = lesion?.descriptors?.whiteness ?? null;
  return {
    type: 'lesion',
    ...stated(lesion),
    lesion_type: !isFound ? null : whiteness === null ? 'Acetowhite' : `Acetowhite, ${whiteness}`,
    size: isFound ? sizeOf(lesion) : null,
  };
}

function sizeOf({ measurements }: CervixFinding): string | null {
  const share = measured(measurements, 'share_of_cervix');
  const quadrants = measured(measurements, 'quadrants');
  const across = measured(measurements, 'longest_diameter', 'mm');
  const words = [
    share === null ? null : `${share} % of the cervix`,
    quadrants === null ? null : `${quadrants} ${quadrants === 1 ? 'quadrant' : 'quadrants'}`,
    across === null ? null : `${across} mm across`,
  ].filter((each) => each !== null);
  return words.length === 0 ? null : words.join(', ');
}

const changeWords: Readonly<Record<Change, string>> = {
  without_outline: 'Abnormality suspected without an outlined lesion',
  thin_acetowhite: 'Thin acetowhite epithelium',
  dense_acetowhite: 'Dense acetowhite epithelium',
  minor: 'Minor change (grade 1)',
  major: 'Major change (grade 2)',
  suspicious_for_invasion: 'Suspicious for invasion',
};

function abnormalityFields(reading: CervixReading): Fields {
  const abnormality = lineOf(reading, 'abnormality');
  const change = abnormality?.state === 'found' ? (abnormality.descriptors?.change ?? null) : null;
  return {
    type: 'abnormality',
    ...stated(abnormality),
    abnormality_type: change === null ? null : changeWords[change],
  };
}

/** Scored parts as numbers, the others null, and what the sum can still become. */
function swedeFields(swede: SwedeScore): WireValue {
  const values = swedeParts.map(([part]) => [part, swede[part as keyof SwedeScore]] as const);
  const scored = values.flatMap(([, value]) => (value === null ? [] : [value]));
  const least = scored.reduce((sum: number, value) => sum + value, 0);
  return {
    ...Object.fromEntries(values),
    total_least: least,
    total_most: least + 2 * (values.length - scored.length),
  };
}
