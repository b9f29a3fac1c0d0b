import {
  type CervixFinding,
  type CervixReading,
  type Change,
  whitenesses,
} from '@second-read/analyses/cervix/reading/schema';
import { readingFromWire } from '@second-read/analyses/cervix/report/from-wire';
import type { WireFields } from '@second-read/core/analysis/report-module';
import type { Measurement } from '@second-read/core/reading/measurement';

/** With the codes and the sizes that its words say. */
export function earlierCervix(wire: WireFields): CervixReading {
  const reading = readingFromWire(wire);
  return { ...reading, findings: reading.findings.map(coded) };
}

function coded(finding: CervixFinding): CervixFinding {
  const { told = {} } = finding;
  switch (finding.type) {
    case 'lesion':
      return finding.state !== 'found'
        ? finding
        : {
            ...finding,
            descriptors: { whiteness: whitenessOf(told.lesion_type) },
            measurements: sizesOf(told.size),
          };
    case 'cervical tissue':
      return { ...finding, measurements: shareOf(told.cervical_density) };
    case 'abnormality':
      return finding.state !== 'found'
        ? finding
        : { ...finding, descriptors: { change: changeOf(told.abnormality_type) } };
  }
}

function whitenessOf(words = ''): (typeof whitenesses)[number] | null {
  const word = /^Acetowhite, (\w+)$/.exec(words)?.[1];
  return whitenesses.find((each) => each === word) ?? null;
}

/** How the words of each version open. */
const opens: readonly (readonly [words: string, change: Change])[] = [
  ['Abnormality suspected without an outlined lesion', 'without_outline'],
  ['Thin acetowhite', 'thin_acetowhite'],
  ['Dense acetowhite', 'dense_acetowhite'],
  ['Minor change', 'minor'],
  ['Major change', 'major'],
  ['Suspicious for invasion', 'suspicious_for_invasion'],
];

function changeOf(words = ''): Change | null {
  return opens.find(([start]) => words.startsWith(start))?.[1] ?? null;
}

/** "18.0 % of the cervix, 2 quadrants, 12 mm across" */
function sizesOf(words = ''): Measurement[] {
  const [, share, quadrants] = /^(\d+(?:\.\d+)?) % of the cervix, (\d) quadrants?/.exec(words) ?? [];
  const [, across] = /, (\d+) mm across$/.exec(words) ?? [];
  return [
    ...numbered('share_of_cervix', share, 'percent'),
    ...numbered('quadrants', quadrants, 'count'),
    ...numbered('longest_diameter', across, 'mm'),
  ];
}

/** "Cervix outlined over 68.5 % of the picture; …" */
function shareOf(words = ''): Measurement[] {
  const [, share] = /^Cervix outlined over (\d+(?:\.\d+)?) % of the picture/.exec(words) ?? [];
  return numbered('share_of_picture', share, 'percent');
}

function numbered(quantity: string, value: string | undefined, unit: Measurement['unit']): Measurement[] {
  return value === undefined ? [] : [{ quantity, value: Number(value), unit, method: null }];
}
