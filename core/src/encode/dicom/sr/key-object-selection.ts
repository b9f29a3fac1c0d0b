import { code } from '../../../reading/code.ts';
import type { ExportRecord } from '../../export-record.ts';
import { commonModules, ownScheme } from '../common-modules.ts';
import { writeFile } from '../write-file.ts';
import { type Child, container, contentOf, image, instanceImage, textValue } from './content-item.ts';
import { deviceObserver, inEnglish } from './observer.ts';
import { evidenceOf } from './structured-report.ts';

const ofInterest = code('113000', 'DCM', 'Of Interest');
const description = code('113012', 'DCM', 'Key Object Description');

/**
 * The images that the reader chose, as a Key Object Selection document (PS3.3 A.35.4; PS3.16, TID 2010):
 * references to the slices, or to the image of the report, and a description with their windows. Planes
 * across the slices are described, and no instance is theirs. Undefined where no instance was chosen.
 */
export function writeKeyObjectSelection(record: ExportRecord): Uint8Array | undefined {
  const { keyImages = [], slices } = record;
  const shown = slices?.filter(({ place }) => keyImages.some((each) => each.slice === place));
  if (keyImages.length === 0 || shown?.length === 0) return undefined;
  const images = shown ? shown.map((slice) => instanceImage(slice)) : [image(record, 'picture')];
  const words = keyImages.map(({ name }) => name).join('; ');
  const children: Child[] = [
    ['HAS CONCEPT MOD', inEnglish],
    ...deviceObserver(record).map((item): Child => ['HAS OBS CONTEXT', item]),
    ['CONTAINS', textValue(description, words)],
    ...images.map((item): Child => ['CONTAINS', item]),
  ];
  const instance = 'key-objects';
  return writeFile({
    ...commonModules(record, { instance, modality: 'KO', description: 'Key images' }),
    ...ownScheme(record),
    ReferencedPerformedProcedureStepSequence: [],
    ...evidenceOf(record, { evidence: ['picture'], ...(shown && { slices: shown }) }),
    ...contentOf(container(ofInterest, children, '2010')),
  });
}
