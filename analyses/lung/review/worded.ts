import type { WireFields } from '@second-read/core/analysis/report-module';
import { measured } from '@second-read/core/reading/measurement';
import type { AnyReading } from '@second-read/core/reading/reading';
import { line, linesOf, readReportText } from '@second-read/core/report/report-text';
import { lungRadsSizeRow } from '../engine/nodules/size.ts';
import { type LungFinding, type LungReading, lungReading, type NoduleFinding } from '../reading/schema.ts';
import { impressionOf } from '../report/impression.ts';

/** The response as a reviewed reading words it: every line from the reading, none of a rejected finding. */
export function worded(reading: AnyReading, wire: WireFields): WireFields {
  const reviewed = lungReading.parse(reading);
  const nodules = reviewed.findings.filter((each): each is NoduleFinding => each.type === 'nodule');
  const found = nodules.filter(({ state }) => state === 'found');
  const lines = [...noduleLines(nodules[0], found), ...opacityLines(reviewed)];
  const machine = readReportText(wire.report_text);
  const comments = [
    ...found.map(noduleSentence),
    ...machine.comments.filter((comment) => ofPicture.test(comment)),
  ];
  return {
    ...wire,
    report_text: [
      ...lines,
      line('impression', impressionOf(readReportText(lines))),
      ...comments.map((text) => line('comment', text)),
    ],
  };
}

/** What the machine says of the picture and not of a finding. */
const ofPicture = /^(Not assessed|Technique|The window shows|The lungs lie)/;

const textureWords = { solid: 'solid', part_solid: 'part-solid', ground_glass: 'ground-glass' } as const;

function textureOf({ descriptors }: NoduleFinding): (typeof textureWords)[keyof typeof textureWords] | null {
  const texture = descriptors?.texture ?? null;
  return texture === null ? null : textureWords[texture];
}

function sizeOf({ measurements }: NoduleFinding): string | null {
  const mm = measured(measurements, 'mean_diameter', 'mm');
  if (mm !== null) return `${mm.toFixed(1)} mm`;
  const px = measured(measurements, 'mean_diameter', 'px');
  return px === null ? null : `${px.toFixed(1)} px (pixel size unknown)`;
}

function placeOf({ side, descriptors }: NoduleFinding): string | null {
  if (side === null || side === 'both') return null;
  const lung = side === 'right' ? 'Right lung' : 'Left lung';
  const third = descriptors?.third ?? null;
  return third === null ? lung : `${lung}, ${third} third from front to back (lobe not determined)`;
}

function noduleLines(line: NoduleFinding | undefined, found: readonly NoduleFinding[]): string[] {
  const [first] = found;
  const mm = first ? measured(first.measurements, 'mean_diameter', 'mm') : null;
  const texture = first ? textureOf(first) : null;
  const row = mm === null || texture === null ? null : lungRadsSizeRow(mm, texture);
  const volume = first ? measured(first.measurements, 'volume') : null;
  return linesOf([
    ['nodule', first !== undefined],
    ['nodule_assessed', line?.state === 'not_assessed' ? false : null],
    ['nodule_kind', line?.descriptors?.kind?.replaceAll('_', ' ')],
    ['nodule_confidence', (first ?? line)?.certainty],
    ['nodule_count', found.length],
    ['nodule_size', first && sizeOf(first)],
    ['nodule_type', texture],
    ['region_affected', first && placeOf(first)],
    ['volume', volume === null ? null : `${volume} mm³`],
    ['lung_rads_size', row?.words],
  ]);
}

function noduleSentence(nodule: NoduleFinding, index: number): string {
  const kind = nodule.descriptors?.kind === 'mass' ? 'Mass' : 'Nodule';
  const size = sizeOf(nodule);
  const words = [
    textureOf(nodule),
    size && `mean diameter ${size}`,
    placeOf(nodule)?.replace(/^[RL]/, (letter) => letter.toLowerCase()),
  ].filter(Boolean);
  return `${kind} ${index + 1}: ${words.join(', ') || 'not described'}.`;
}

function opacityLines({ findings, facts }: LungReading): string[] {
  const of = (type: LungFinding['type']) => {
    const all = findings.filter((each) => each.type === type);
    return all.find(({ state }) => state === 'found') ?? all[0];
  };
  const [glass, dense] = [of('ground-glass'), of('consolidation')];
  const isFound = glass?.state === 'found' || dense?.state === 'found';
  const share = (finding: LungFinding | undefined) =>
    finding && measured(finding.measurements, 'share_of_lungs');
  const certainty = isFound ? facts.anyOpacity : glass?.certainty;
  return linesOf([
    ['opacity', isFound],
    ['opacity_assessed', glass?.state === 'not_assessed' ? false : null],
    ['opacity_confidence', certainty],
    ['opacity_share', facts.opacityShare],
    ['opacity_share_left', facts.opacityShareLeft],
    ['opacity_share_right', facts.opacityShareRight],
    ['ground_glass', glass?.state === 'found'],
    ['ground_glass_share', share(glass)],
    ['consolidation', dense?.state === 'found'],
    ['consolidation_share', share(dense)],
  ]);
}
