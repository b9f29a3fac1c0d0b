import type { ReportFinding } from './document.ts';

export type Detection = 'detected' | 'not-detected' | 'not-assessed';

/** As a finding's heading, the paper and every export say it. */
export const detectionWords: Readonly<Record<Detection, string>> = {
  detected: 'Detected',
  'not-detected': 'Not Detected',
  'not-assessed': 'Not assessed',
};

/** "Not detected" is used only where it was looked for. */
export function detectionOf({ found, isAssessed }: Pick<ReportFinding, 'found' | 'isAssessed'>): Detection {
  if (found) return 'detected';
  return isAssessed === false ? 'not-assessed' : 'not-detected';
}
