/** Full width of the bar, and the counts above which it changes colour (specification §9). */
const scale = 15;
const plentyAbove = 10;
const someAbove = 5;

type TrialTone = 'unknown' | 'green' | 'yellow' | 'red' | 'none';

export interface TrialBar {
  readonly tone: TrialTone;
  /** 0 to 100. */
  readonly widthPercent: number;
  readonly text: string;
}

/** How the remaining analyses of one module are shown; null while unknown. */
export function trialBar(left: number | null): TrialBar {
  if (left === null) return { tone: 'unknown', widthPercent: 0, text: '--' };
  const widthPercent = Math.min(100, Math.max(0, (left / scale) * 100));
  return { tone: toneOf(left), widthPercent, text: String(left) };
}

function toneOf(left: number): TrialTone {
  if (left > plentyAbove) return 'green';
  if (left > someAbove) return 'yellow';
  return left > 0 ? 'red' : 'none';
}
