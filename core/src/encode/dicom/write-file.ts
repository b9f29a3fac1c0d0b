import type { DataSet } from './data-set.ts';
import { join, writeDataSet, writeElement } from './write-data-set.ts';
import { valueBytes } from './write-value.ts';

const explicitLittleEndian = '1.2.840.10008.1.2.1';
/** Of this writer; made from a UUID (PS3.5 B.2). */
export const implementationClassUid = '2.25.242268877648316917625374472412751973358';
const implementationVersion = 'SECOND_READ';

/** A file of PS3.10 in explicit VR little endian; class and instance are those of the data set. */
export function writeFile(dataSet: DataSet): Uint8Array {
  const meta = [
    writeElement(0x00020001, 'OB', [Uint8Array.of(0, 1)]),
    uid(0x00020002, String(dataSet.SOPClassUID)),
    uid(0x00020003, String(dataSet.SOPInstanceUID)),
    uid(0x00020010, explicitLittleEndian),
    uid(0x00020012, implementationClassUid),
    writeElement(0x00020013, 'SH', [valueBytes('SH', implementationVersion)]),
  ].flat();
  const metaBytes = join(meta);
  const length = writeElement(0x00020000, 'UL', [valueBytes('UL', metaBytes.length)]);
  const mark = Uint8Array.from('DICM', (letter) => letter.charCodeAt(0));
  return join([new Uint8Array(128), mark, ...length, metaBytes, writeDataSet(dataSet)]);
}

function uid(tag: number, value: string): Uint8Array[] {
  return writeElement(tag, 'UI', [valueBytes('UI', value)]);
}
