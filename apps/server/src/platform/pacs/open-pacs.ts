import type { Config } from '../../config/config.ts';
import { openDicomWeb } from './dicomweb.ts';
import type { Pacs } from './pacs.ts';

/** The driver that the configuration asks for; null where there is no archive. */
export function openPacs({ pacs }: Pick<Config, 'pacs'>): Pacs | null {
  return pacs && openDicomWeb(pacs);
}
