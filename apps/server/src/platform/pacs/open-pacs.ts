import type { Config } from '../../config/config.ts';
import { openDicomWeb } from './dicomweb.ts';
import type { Pacs } from './pacs.ts';

/** The configured driver; null without an archive. */
export function openPacs({ pacs }: Pick<Config, 'pacs'>): Pacs | null {
  return pacs && openDicomWeb(pacs);
}
