import { percentText } from '@second-read/core/report/percent';
import { capitalized } from '@second-read/core/report/sentences';
import type { LungFinding, LungReading, NoduleFinding } from '../reading/schema.ts';
import { foundNodules, kindWords, noduleWords } from './nodule-words.ts';

/**
 * A lung of which more is opaque is called extensively so (CT severity scores: from half a lobe or lung on).
 */
const extensiveFrom = 50;
/** One side predominates from this many times the other's share on. */
const predominance = 1.5;
/** Shares below, in percent of a lung, are no involvement of that side. */
export const minInvolved = 0.5;

/** Of a slice whose window shows next to nothing. */
const hiddenByWindow =
  'No conclusion: the window of this picture hides the lungs; lung window or DICOM file needed.';

/** A vessel end looks like a nodule where the lung around it is black. */
const windowLimit = 'In this window a vessel can look like a nodule: lung window needed.';

/**
 * The conclusion of a lung report in one sentence, from what was found; a second says what the window leaves
 * open.
 */
export function impressionOf(reading: LungReading): string {
  const [nodule, glass, dense] = (['nodule', 'ground-glass', 'consolidation'] as const).map((wanted) =>
    reading.findings.find(({ type }) => type === wanted),
  );
  if (wasNotLookedFor(nodule)) {
    return reading.input.window === 'all_black'
      ? hiddenByWindow
      : 'No conclusion: no lung was found in this slice.';
  }
  const seen = [noduleClause(reading), opacityClause(reading)].filter((clause) => clause !== null);
  if (seen.length > 0) {
    const isVessel = foundNodules(reading).some((nodule) => isVesselAlike(nodule, reading));
    const limit = isVessel ? ` ${windowLimit}` : '';
    return `${capitalized(seen.join('; '))}.${massAdvice(reading)}${limit}`;
  }
  if (nodule?.type !== 'nodule' || nodule.state !== 'not_found')
    return 'No conclusion: the result does not say whether nodules were looked for.';
  if (wasNotLookedFor(dense))
    return 'No nodule identified in this part of a slice; nothing else was assessed.';
  // What was looked for: "nodule or mass", or masses alone where the window hides small nodules; older
  // results do not say.
  const kind = kindWords(nodule);
  if (kind === 'mass')
    return 'No mass identified on this slice; small nodules cannot be seen in this window: lung window needed.';
  const areOpacitiesJudged = glass?.state === 'not_found' && dense?.state === 'not_found';
  return areOpacitiesJudged
    ? `No ${kind} and no opacity identified on this slice; one slice does not exclude disease elsewhere in the lungs.`
    : `No ${kind} identified on this slice; opacities were not assessed.`;
}

/** And the result says so; one that says nothing of it, or nothing legible, leaves it open. */
function wasNotLookedFor(finding: LungFinding | undefined): boolean {
  if (finding?.state !== 'not_assessed') return false;
  return finding.reason !== 'not_reported' && finding.reason !== 'malformed';
}

/**
 * A mass is called malignant until something else is shown (Fleischner glossary: larger than 30 mm); so is
 * what may be one, where no pixel size tells.
 */
function massAdvice(reading: LungReading): string {
  const kinds = foundNodules(reading).map(kindWords);
  if (kinds.includes('mass')) return ' A mass needs the whole CT and work-up: malignancy is not excluded.';
  return kinds.includes('nodule or mass')
    ? ' The whole CT is needed for its size, and work-up where it is a mass: malignancy is not excluded.'
    : '';
}

function noduleClause(reading: LungReading): string | null {
  const [nodule] = foundNodules(reading);
  if (nodule === undefined) return null;
  const { type, size } = noduleWords(nodule, reading);
  const count = reading.facts.nodules ?? 1;
  const may = isVesselAlike(nodule, reading) ? 'possible ' : '';
  const words = [
    type,
    kindWords(nodule),
    size && `of ${size.replace(' (pixel size unknown)', '')}`,
    nodule.side && `in the ${nodule.side} lung`,
  ]
    .filter(Boolean)
    .join(' ');
  const kinds = kindWords(nodule) === 'nodule' ? 'nodules' : 'nodules or masses';
  return count > 1 ? `${count} ${may}${kinds}, the most likely a ${words}` : `${may}${words}`;
}

/** No vessel is as wide as a mass. */
function isVesselAlike(nodule: NoduleFinding, { input }: LungReading): boolean {
  return input.window === 'lungs_black' && kindWords(nodule) !== 'mass';
}

function opacityClause({ findings, facts, origin }: LungReading): string | null {
  const shareOf = (wanted: LungFinding['type']) => {
    const finding = findings.find(({ type, state }) => type === wanted && state === 'found');
    return finding && (finding.measurements[0]?.value ?? 0);
  };
  const [glass, dense] = [shareOf('ground-glass'), shareOf('consolidation')];
  // What was stored without a conclusion keeps the one it was shown with.
  const kind = opacityKind(glass, dense, origin === 'engine' ? mainly : majority);
  if (kind === null) return null;
  return `${sideWords(facts)}opacity${extentWords(facts)}, ${kind}, non-specific`;
}

/** On one side by that lung, else by both. */
function extentWords(facts: LungReading['facts']): string {
  const { opacityShare: share, opacityShareLeft: left, opacityShareRight: right } = facts;
  if (left !== null && right !== null && Math.min(left, right) < minInvolved) {
    const side = left > right ? 'left' : 'right';
    return ` over ${percentText(Math.max(left, right))} of the ${side} lung`;
  }
  return share === null ? '' : ` over ${percentText(share)} of the lungs`;
}

/**
 * One kind is the main one up to or from these shares of consolidation in all opacity: the larger share alone
 * disagreed with the outlines on 18 of 50 slices of COVID-19, most of them between.
 */
const mainly = { glassUpTo: 0.4, consolidationFrom: 2 / 3 };
const majority = { glassUpTo: 0.5, consolidationFrom: 0.5 };

/** By the shares of what was found. */
function opacityKind(
  glass: number | undefined,
  dense: number | undefined,
  main: { readonly glassUpTo: number; readonly consolidationFrom: number },
): string | null {
  if (glass === undefined) return dense === undefined ? null : 'consolidation';
  if (dense === undefined) return 'ground-glass';
  const share = dense / Math.max(glass + dense, 0.1);
  if (share <= main.glassUpTo) return 'mainly ground-glass';
  return share >= main.consolidationFrom ? 'mainly consolidation' : 'ground-glass and consolidation';
}

/** "extensive bilateral, right-predominant " */
function sideWords({ opacityShareLeft: left, opacityShareRight: right }: LungReading['facts']): string {
  if (left === null || right === null) return '';
  const extensive = Math.max(left, right) >= extensiveFrom ? 'extensive ' : '';
  const [more, less] = left > right ? (['left', right] as const) : (['right', left] as const);
  if (less < minInvolved) return `${extensive}${more}-sided `;
  const isUneven = Math.max(left, right) >= predominance * less;
  return `${extensive}bilateral${isUneven ? `, ${more}-predominant` : ''} `;
}
