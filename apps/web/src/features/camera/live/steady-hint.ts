import type { PreviewHint } from '@second-read/core/analysis/camera-module';

/** What the last frames said, and what is shown of it. */
export interface SteadyHint {
  /** Undefined until something was seen twice in a row. */
  readonly shown: PreviewHint | null | undefined;
  readonly last: PreviewHint | null | undefined;
}

export const noHintYet: SteadyHint = { shown: undefined, last: undefined };

/**
 * A hint is shown, and read aloud, once two frames in a row say the same: a single frame may be a movement.
 */
export function nextHint({ shown, last }: SteadyHint, hint: PreviewHint | null): SteadyHint {
  const isSame = last !== undefined && last?.kind === hint?.kind;
  if (!isSame || (shown !== undefined && shown?.kind === hint?.kind)) return { shown, last: hint };
  return { shown: hint, last: hint };
}
