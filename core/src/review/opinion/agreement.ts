/** How often two raters called the same cases abnormal. */
interface Counts {
  readonly both: number;
  readonly firstOnly: number;
  readonly secondOnly: number;
  readonly neither: number;
}

interface Agreement extends Counts {
  readonly n: number;
  /** Share of cases, 0 to 1; null without a case. */
  readonly observed: number | null;
  /** Cohen's kappa (Educ Psychol Meas 20:37, 1960); null where chance alone agrees on every case. */
  readonly kappa: number | null;
}

/** Observed agreement and what of it is beyond chance. */
export function agreementOf(counts: Counts): Agreement {
  const { both, firstOnly, secondOnly, neither } = counts;
  const n = both + firstOnly + secondOnly + neither;
  if (n === 0) return { ...counts, n, observed: null, kappa: null };
  const observed = (both + neither) / n;
  const [first, second] = [(both + firstOnly) / n, (both + secondOnly) / n];
  const chance = first * second + (1 - first) * (1 - second);
  return { ...counts, n, observed, kappa: chance === 1 ? null : (observed - chance) / (1 - chance) };
}
