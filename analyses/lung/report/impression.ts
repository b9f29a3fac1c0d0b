import { percentText } from '@second-read/core/report/percent';
import { numberOf, type ReportText, stringOf } from '@second-read/core/report/report-text';

/**
 * A lung of which more is opaque is called extensively so (CT severity scores: from half a lobe or lung on).
 */
const extensiveFrom = 50;
/** One side predominates from this many times the other's share on. */
const predominance = 1.5;
/** Shares below, in percent of a lung, are no involvement of that side. */
const minInvolved = 0.5;

/** The conclusion of a lung report in one sentence, from the fields of its wire alone. */
export function impressionOf(text: ReportText): string {
  if (numberOf(text, 'nodule_assessed') === 0) return 'No conclusion: no lung was found in this slice.';
  const seen = [noduleClause(text), opacityClause(text)].filter((clause) => clause !== null);
  if (seen.length > 0) return `${capitalized(seen.join('; '))}.`;
  if (numberOf(text, 'nodule') !== 0)
    return 'No conclusion: the result does not say whether nodules were looked for.';
  if (numberOf(text, 'opacity_assessed') === 0)
    return 'No nodule identified in this part of a slice; nothing else was assessed.';
  // What was looked for: "nodule or mass", or masses alone where the window hides small nodules; older
  // results do not say.
  const kind = stringOf(text, 'nodule_kind') ?? 'nodule';
  if (kind === 'mass')
    return 'No mass identified on this slice; small nodules cannot be seen in this window: lung window needed.';
  const areOpacitiesJudged = numberOf(text, 'ground_glass') === 0 && numberOf(text, 'consolidation') === 0;
  return areOpacitiesJudged
    ? `No ${kind} and no opacity identified on this slice; one slice does not exclude disease elsewhere in the lungs.`
    : `No ${kind} identified on this slice; opacities were not assessed.`;
}

function noduleClause(text: ReportText): string | null {
  if (numberOf(text, 'nodule') !== 1) return null;
  const count = numberOf(text, 'nodule_count') ?? 1;
  const side = /^(right|left) lung/i.exec(stringOf(text, 'region_affected') ?? '')?.[1]?.toLowerCase();
  const type = stringOf(text, 'nodule_type');
  const size = stringOf(text, 'nodule_size')?.replace(' (pixel size unknown)', '');
  const words = [
    type,
    stringOf(text, 'nodule_kind') ?? 'nodule',
    size && `of ${size}`,
    side && `in the ${side} lung`,
  ]
    .filter(Boolean)
    .join(' ');
  return count > 1 ? `${count} nodules, the most likely a ${words}` : words;
}

function opacityClause(text: ReportText): string | null {
  const isGlass = numberOf(text, 'ground_glass') === 1;
  const isDense = numberOf(text, 'consolidation') === 1;
  if (!isGlass && !isDense) return null;
  const glass = numberOf(text, 'ground_glass_share') ?? 0;
  const dense = numberOf(text, 'consolidation_share') ?? 0;
  const kind = !isDense
    ? 'ground-glass'
    : !isGlass
      ? 'consolidation'
      : glass >= dense
        ? 'mainly ground-glass'
        : 'mainly consolidation';
  const share = numberOf(text, 'opacity_share');
  const extent = share === null ? '' : ` over ${percentText(share)} of the lungs`;
  return `${sideWords(text)}opacity${extent}, ${kind}, non-specific`;
}

/** "extensive bilateral, right-predominant " */
function sideWords(text: ReportText): string {
  const left = numberOf(text, 'opacity_share_left');
  const right = numberOf(text, 'opacity_share_right');
  if (left === null || right === null) return '';
  const extensive = Math.max(left, right) >= extensiveFrom ? 'extensive ' : '';
  const [more, less] = left > right ? (['left', right] as const) : (['right', left] as const);
  if (less < minInvolved) return `${extensive}${more}-sided `;
  const isUneven = Math.max(left, right) >= predominance * less;
  return `${extensive}bilateral${isUneven ? `, ${more}-predominant` : ''} `;
}

function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
