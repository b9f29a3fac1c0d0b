import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  archived,
  cadViews,
  examOutlines,
  examRecord,
  exportRecord,
  keyImages,
  labels,
  picture,
  readerMeasurements,
} from '../record.test-support.ts';
import { writeEncapsulatedPdf } from './encapsulated-pdf.ts';
import { writeExamSegmentation } from './exam-segmentation.ts';
import { writeSecondaryCapture } from './secondary-capture.ts';
import { writeSegmentation } from './segmentation.ts';
import { writeExamCad } from './sr/exam-cad.ts';
import { writeKeyObjectSelection } from './sr/key-object-selection.ts';
import { writeMammographyCad } from './sr/mammography-cad.ts';
import { writeMeasurementReport } from './sr/measurement-report.ts';

/** Debian's dicom3tools and dcmtk; nothing of the product needs them. */
const tools = { validate: 'dciodvfy', dump: 'dcmdump', toJson: 'dcm2json' };
const isThere = (program: string) => spawnSync('which', [program]).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'second-read-validity-'));
afterAll(() => rmSync(folder, { recursive: true }));

const enhancedCt = '1.2.840.10008.5.1.4.1.1.2.1';
const record = exportRecord();
const uncalibrated = exportRecord({ patientId: '0042', study: { width: 5, height: 3, spacingMm: null } });
const outlined = exportRecord({ outlinedBy: { 2: 'both', 4: 'reader' } });
const joining = exportRecord(archived);
const ofFrame = exportRecord({
  ...archived,
  ...(archived.source && { source: { ...archived.source, sopClassUid: enhancedCt, frame: 2 } }),
});
const { frameOfReferenceUid: _space, ...unplaced } = examOutlines({ thicknessMm: null, spacingMm: null });
const pdf = Uint8Array.from('%PDF-1.7\n%%EOF', (letter) => letter.charCodeAt(0));
const empty = { width: 5, height: 3, data: new Uint8Array(15) };

const files: readonly (readonly [string, Uint8Array | undefined])[] = [
  ['picture', writeSecondaryCapture(record, 'picture', picture)],
  ['capture', writeSecondaryCapture(uncalibrated, 'capture', { ...picture, data: new Uint8Array(45) })],
  ['segmentation', writeSegmentation(record, labels)],
  ['segmentation without spacing', writeSegmentation(uncalibrated, labels)],
  ["segmentation with a reader's outlines", writeSegmentation(outlined, labels)],
  ['measurement report', writeMeasurementReport(record, labels)],
  ['measurement report without regions', writeMeasurementReport(uncalibrated, empty)],
  ['mammography CAD report', writeMammographyCad(record, labels)],
  ['mammography CAD report without marks', writeMammographyCad(uncalibrated, empty)],
  ['encapsulated PDF', writeEncapsulatedPdf(record, pdf)],
  ['key images of an exam', writeKeyObjectSelection(examRecord({ keyImages: keyImages() }))],
  ['key image of one image', writeKeyObjectSelection(exportRecord({ keyImages: [{ name: 'Image' }] }))],
  ['capture that joins a study', writeSecondaryCapture(joining, 'capture', picture)],
  ['segmentation that joins a study', writeSegmentation(joining, labels)],
  ['segmentation of a frame', writeSegmentation(ofFrame, labels)],
  ['measurement report that joins a study', writeMeasurementReport(joining, labels)],
  ['measurement report of a frame', writeMeasurementReport(ofFrame, labels)],
  ['mammography CAD report that joins a study', writeMammographyCad(joining, labels)],
  ['mammography CAD report of an exam', writeExamCad(examRecord(), cadViews())],
  ['mammography CAD report of an exam with no marks', writeExamCad(examRecord(), cadViews([]))],
  ['measurement report of an exam', writeMeasurementReport(examRecord(), empty)],
  [
    'measurement report of an exam whose slices are not named',
    writeMeasurementReport(examRecord({ slices: [] }), empty),
  ],
  [
    'measurement report of an exam that is segmented',
    writeMeasurementReport(examRecord({ examSegments: examOutlines() }), empty),
  ],
  [
    'measurement report of an exam with what its reader measured',
    writeMeasurementReport(examRecord({ measurements: readerMeasurements() }), empty),
  ],
  ['segmentation of an exam', writeExamSegmentation(examRecord({ examSegments: examOutlines() }))],
  [
    'segmentation of an exam in no known space',
    writeExamSegmentation(examRecord({ examSegments: unplaced })),
  ],
  ['encapsulated PDF that joins a study', writeEncapsulatedPdf(joining, pdf)],
];

function kept(name: string, file: Uint8Array | undefined): string {
  const path = join(folder, `${name.replaceAll(' ', '-')}.dcm`);
  writeFileSync(path, file ?? new Uint8Array());
  return path;
}

describe.each(files)('the %s', (name, file) => {
  it.skipIf(!isThere(tools.validate))('has no error for dciodvfy (needs dicom3tools)', () => {
    const { stderr, stdout } = spawnSync(tools.validate, [kept(name, file)], { encoding: 'utf8' });
    const lines = `${stdout}${stderr}`.split('\n');
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.filter((line) => line.startsWith('Error'))).toEqual([]);
  });

  it.skipIf(!isThere(tools.toJson))('is read by dcmdump and dcm2json (needs dcmtk)', () => {
    const path = kept(name, file);
    execFileSync(tools.dump, ['-q', '+E', path], { stdio: 'pipe' });
    const json = JSON.parse(execFileSync(tools.toJson, [path], { encoding: 'utf8' }));
    expect(json['00100020'].Value).toEqual([
      name.includes('without') || name === 'capture' ? '0042' : 'Ünal 漢字',
    ]);
  });
});
