import { numberOf } from '@second-read/core/exam/facts';
import type { StoredExam, StoredExamFinding } from '@second-read/core/exam/stored-exam';
import { shareText } from '@second-read/core/report/percent';
import { bleedingKindWords, shiftWords, sideWords } from './words.ts';

/** The report of a head CT: bleedings, the largest first, then what else is found, then the advice. */
export function conclusionOf(exam: StoredExam): string {
  const found = (type: string) =>
    exam.findings
      .filter((finding) => finding.found && finding.type === type)
      .toSorted((a, b) => (b.volumeMl ?? 0) - (a.volumeMl ?? 0));
  const [bleedings, shifts] = [found('haemorrhage'), found('midline shift')];
  const further = [
    ...shifts.map(shiftInBrief),
    ...(found('ventricular dilation').length > 0 ? ['Dilated ventricles.'] : []),
    ...hypodenseInBrief(found('hypodense area')),
  ];
  if (bleedings.length === 0) {
    const isLeft = (numberOf(exam.reading.facts, 'unlisted') ?? 0) > 0;
    if (isLeft)
      return [...further, 'No listed hemorrhage is left; further ones are not listed.', advice].join(' ');
    const none = `No intracranial hemorrhage identified${scoreWords(negativeScore(exam))}.`;
    const urgent = shifts.length > 0 ? [advice] : [];
    return [...further, none, 'Thin or isodense blood is not excluded.', ...urgent].join(' ');
  }
  return [...bleedingsInBrief(bleedings, exam), ...further, advice].join(' ');
}

const advice = 'Urgent review is advised.';

function bleedingsInBrief(
  [largest, ...others]: readonly StoredExamFinding[],
  { reading }: StoredExam,
): string[] {
  if (largest === undefined) return [];
  const isOfEngine = [largest, ...others].some(({ probability }) => probability !== null);
  const score = isOfEngine ? numberOf(reading.facts, 'haemorrhagePatient') : null;
  const parts = [sideWords(largest.side), bleedingKindWords(largest), ...sizeWords(largest)].join(', ');
  const listed = bySide(others).join('; ');
  const where = largest.side === null ? ',' : '';
  return [
    `Suspected acute intracranial hemorrhage${where} ${parts}${scoreWords(score)}.`,
    ...(others.length > 0 ? [`Further hemorrhage: ${listed}.`] : []),
  ];
}

/** "on the left, 2 places, 3.1 ml in all": each side is named once. */
function bySide(others: readonly StoredExamFinding[]): string[] {
  const sides = [...new Set(others.map(({ side }) => side))];
  return sides.map((side) => {
    const here = others.filter((other) => other.side === side);
    const volumes = here.flatMap(({ volumeMl }) => volumeMl ?? []);
    const [first] = here;
    if (here.length === 1 && first) return [sideWords(side), ...sizeWords(first)].join(', ');
    const sum = volumes.reduce((total, one) => total + one, 0);
    const size = volumes.length < here.length ? [] : [`${sum.toFixed(1)} ml in all`];
    return [sideWords(side), `${here.length} places`, ...size].join(', ');
  });
}

/** Of a head in which the engine named none. */
function negativeScore({ findings }: StoredExam): number | null {
  return findings.find(({ type, found }) => type === 'haemorrhage' && !found)?.probability ?? null;
}

function scoreWords(score: number | null): string {
  return score === null ? '' : ` (model score ${shareText(score)})`;
}

function sizeWords({ volumeMl }: StoredExamFinding): string[] {
  return volumeMl === null ? [] : [`${volumeMl.toFixed(1)} ml`];
}

function shiftInBrief({ side, facts }: StoredExamFinding): string {
  const mm = numberOf(facts, 'shiftMm');
  return `${shiftWords(side)}${mm === null ? '' : ` of ${mm.toFixed(1)} mm`}.`;
}

/** "Hypodensity on the left (21.3 ml) of undetermined age." by the largest. */
function hypodenseInBrief([largest, ...others]: readonly StoredExamFinding[]): string[] {
  if (largest === undefined) return [];
  const size = largest.volumeMl === null ? '' : ` (${largest.volumeMl.toFixed(1)} ml)`;
  const more = others.length > 0 ? `, and ${others.length} smaller` : '';
  const where = largest.side === null ? ' (side not determined)' : ` ${sideWords(largest.side)}`;
  return [`Hypodensity${where}${size} of undetermined age${more}.`];
}
