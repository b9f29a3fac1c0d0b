import type { ReportFinding } from './document.ts';

export type Detection = 'detected' | 'not-detected' | 'not-assessed';

/** As a finding's heading, the paper and every export say it. */
export const detectionWords: Readonly<Record<Detection, string>> = {
  detected: 'Detected',
  'not-detected': 'Not Detected',
  'not-assessed': 'Not assessed',
};

/** Opens the note of a finding that was not looked for; the reason follows. */
const notAssessed = /^not assessed/i;

/** "Not detected" is used only where it was looked for. */
export function detectionOf({ found, note }: Pick<ReportFinding, 'found' | 'note'>): Detection {
  if (found) return 'detected';
  return note !== undefined && notAssessed.test(note) ? 'not-assessed' : 'not-detected';
}
