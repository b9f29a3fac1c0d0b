import type { WireFields } from '@second-read/core/analysis/report-module';
import { line, linesOf } from '@second-read/core/report/report-text';
import type { LungFinding, LungReading } from '../reading/schema.ts';
import { commentsOf } from './comments.ts';
import { impressionOf } from './impression.ts';
import { foundNodules, noduleWords } from './nodule-words.ts';

/** What is stored and sent: `report_text` in the breast shape; links, ids and dates are the server's. */
export function toWire(reading: LungReading): WireFields {
  if (!reading.legible) return { report_text: [] };
  return {
    report_text: [
      ...measuredLines(reading),
      line('impression', impressionOf(reading)),
      ...commentsOf(reading).map((text) => line('comment', text)),
      ...reading.rules.map(({ text }) => line('trace', text)),
    ],
  };
}

function measuredLines(reading: LungReading): string[] {
  return [...noduleLines(reading), ...opacityLines(reading)];
}

function noduleLines(reading: LungReading): string[] {
  const nodules = foundNodules(reading);
  const [first] = nodules;
  const told = first ?? reading.findings.find((finding) => finding.type === 'nodule');
  return linesOf([
    ['nodule', first !== undefined],
    ['nodule_assessed', told?.state === 'not_assessed' ? false : null],
    ['nodule_kind', told?.descriptors?.kind?.replaceAll('_', ' ')],
    ['nodule_confidence', confidence(told?.certainty)],
    ['nodule_count', nodules.length],
    ...(first === undefined ? [] : describedLines(noduleWords(first, reading))),
  ]);
}

function describedLines({ size, type, place, volume, band }: ReturnType<typeof noduleWords>) {
  return [
    ['nodule_size', size],
    ['nodule_type', type],
    ['region_affected', place],
    ['volume', volume],
    ['lung_rads_size', band],
  ] as const;
}

function opacityLines({ findings, facts }: LungReading): string[] {
  const glass = findings.find(({ type }) => type === 'ground-glass');
  const consolidation = findings.find(({ type }) => type === 'consolidation');
  const found = isFound(glass) || isFound(consolidation);
  return linesOf([
    ['opacity', found],
    ['opacity_assessed', isAssessed(consolidation) ? null : false],
    // One probability is measured, of either kind: of what is stated.
    ['opacity_confidence', confidence(found ? facts.anyOpacity : (consolidation?.certainty ?? null))],
    ['opacity_share', facts.opacityShare],
    ['opacity_share_left', facts.opacityShareLeft],
    ['opacity_share_right', facts.opacityShareRight],
    ['ground_glass', isFound(glass)],
    ['ground_glass_assessed', isAssessed(consolidation) && !isAssessed(glass) ? false : null],
    ['ground_glass_share', glass?.measurements[0]?.value],
    ['consolidation', isFound(consolidation)],
    ['consolidation_share', consolidation?.measurements[0]?.value],
  ]);
}

function isFound(finding: LungFinding | undefined): boolean {
  return finding?.state === 'found';
}

function isAssessed(finding: LungFinding | undefined): boolean {
  return finding?.state !== 'not_assessed';
}

function confidence(percent: number | null | undefined): string | null {
  return percent?.toFixed(1) ?? null;
}
