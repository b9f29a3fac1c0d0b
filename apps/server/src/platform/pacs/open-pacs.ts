import { openDicomWeb } from './dicomweb.ts';
import type { Pacs, PacsSettings } from './pacs.ts';

/** The configured driver; null without an archive. */
export function openPacs({ pacs }: { readonly pacs: PacsSettings | null }): Pacs | null {
  return pacs && openDicomWeb(pacs);
}
