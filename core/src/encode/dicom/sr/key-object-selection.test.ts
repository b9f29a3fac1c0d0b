import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { examRecord, exportRecord, keyImages } from '../../record.test-support.ts';
import { contentLines, readElements } from '../read-elements.test-support.ts';
import { writeKeyObjectSelection } from './key-object-selection.ts';

const hasHighdicom = spawnSync('python3', ['-c', 'import highdicom']).status === 0;
/** Debian's dcmtk; nothing of the product needs it. */
const tools = { dump: 'dsrdump' };
const hasDcmtk = spawnSync('which', [tools.dump]).status === 0;
const reader = fileURLToPath(new URL('../read-back.py', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'second-read-ko-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = writeKeyObjectSelection(examRecord({ keyImages: keyImages() })) ?? new Uint8Array();
const path = join(folder, 'ko.dcm');
writeFileSync(path, file);

describe('the key object selection', () => {
  it('refers to the chosen slices, and describes them and the planes with their windows', () => {
    const lines = contentLines(readElements(file).dataSet).map((line) => line.trim());
    expect(lines.filter((line) => line.includes('IMAGE'))).toEqual([
      'CONTAINS | IMAGE | 1.2.3.4.5.1',
      'CONTAINS | IMAGE | 1.2.3.4.5.3',
    ]);
    expect(lines).toContain(
      'CONTAINS | TEXT | Key Object Description | Slice 1, W 1500 L -600 HU; Slice 3, W 400 L 40 HU; Coronal plane 121, W 1500 L -600 HU',
    );
  });

  it('refers to the image of a report of one', () => {
    const record = exportRecord({ keyImages: [{ name: 'Image, W 1500 L -600 HU' }] });
    const one = writeKeyObjectSelection(record) ?? new Uint8Array();
    expect(contentLines(readElements(one).dataSet).join('\n')).toContain(`IMAGE | ${record.uid('picture')}`);
  });

  it('is not written where no image was chosen, or planes alone, or slices that no archive has', () => {
    expect(writeKeyObjectSelection(examRecord())).toBeUndefined();
    expect(writeKeyObjectSelection(examRecord({ keyImages: keyImages().slice(2) }))).toBeUndefined();
    expect(writeKeyObjectSelection(examRecord({ keyImages: keyImages(), slices: [] }))).toBeUndefined();
  });

  it.skipIf(!hasDcmtk)('is a key object document for dsrdump (needs dcmtk)', () => {
    const { stdout, stderr } = spawnSync(tools.dump, [path], { encoding: 'utf8' });
    expect(stderr).not.toMatch(/^E:/m);
    expect(stdout).toContain('Key Object Selection Document');
    expect(stdout).toContain('Of Interest');
    expect(stdout.match(/contains IMAGE/g)).toHaveLength(2);
  });

  it.skipIf(!hasHighdicom)('is read back by highdicom (needs Python and highdicom)', () => {
    const { stdout, stderr } = spawnSync('python3', [reader, `ko=${path}`], { encoding: 'utf8' });
    if (!stdout) throw new Error(stderr);
    expect(JSON.parse(stdout)[path]).toEqual({
      title: '113000',
      observer: 'Device',
      references: ['1.2.3.4.5.1', '1.2.3.4.5.3'],
      resolved: [
        ['1.2.840.99.1', '1.2.3.4.5', '1.2.3.4.5.1'],
        ['1.2.840.99.1', '1.2.3.4.5', '1.2.3.4.5.3'],
      ],
    });
  });
});
