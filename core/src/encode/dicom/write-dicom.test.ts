import { describe, expect, it } from 'vitest';
import { ownSchemeUid } from '../../reading/code.ts';
import { archived, exportRecord, labels, picture } from '../record.test-support.ts';
import { dicomCielab } from './cielab.ts';
import { commonModules } from './common-modules.ts';
import { writeEncapsulatedPdf } from './encapsulated-pdf.ts';
import { fitText, isDicomPatientId, plainText } from './fit-text.ts';
import { readElements } from './read-elements.test-support.ts';
import { writeSecondaryCapture } from './secondary-capture.ts';
import { packFrames } from './segment-frames.ts';
import { writeSegmentation } from './segmentation.ts';
import { writeDataSet } from './write-data-set.ts';
import { valueBytes } from './write-value.ts';

const record = exportRecord();
const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe('a written data set', () => {
  it('is explicit little endian in the order of its tags, every length even', () => {
    const bytes = writeDataSet({ Rows: 258, Modality: 'SEG', PatientName: '' });
    expect([...bytes]).toEqual([
      ...[0x08, 0x00, 0x60, 0x00, 0x43, 0x53, 4, 0, 0x53, 0x45, 0x47, 0x20],
      ...[0x10, 0x00, 0x10, 0x00, 0x50, 0x4e, 0, 0],
      ...[0x28, 0x00, 0x10, 0x00, 0x55, 0x53, 2, 0, 2, 1],
    ]);
  });

  it('holds items with their lengths', () => {
    const bytes = writeDataSet({ SegmentSequence: [{ SegmentNumber: 1 }, {}] });
    expect([...bytes].slice(4)).toEqual([
      ...[0x53, 0x51, 0, 0, 26, 0, 0, 0],
      ...[0xfe, 0xff, 0x00, 0xe0, 10, 0, 0, 0],
      ...[0x62, 0x00, 0x04, 0x00, 0x55, 0x53, 2, 0, 1, 0],
      ...[0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0],
    ]);
  });

  it.each([
    ['DS', 1 / 3, '0.33333333333333'],
    ['DS', -1e-7 / 3, '-3.3333333333e-8'],
    ['DS', 12.5, '12.5'],
    ['UI', '1.2', '1.2\0'],
    ['PN', `${'a'.repeat(64)}=${'b'.repeat(64)}`, `${'a'.repeat(64)}=${'b'.repeat(64)}`],
    ['LO', 'é', 'Ã©'],
    ['LO', '😀', 'ð\u009f\u0098\u0080'],
  ])('writes %s %j within 16 characters or as UTF-8', (vr, value, written) => {
    expect(String.fromCharCode(...valueBytes(vr, value)).trimEnd()).toBe(written);
  });

  it.each([
    ['LO', 'x'.repeat(65)],
    ['SH', 'x'.repeat(17)],
    ['LO', 'a\\b'],
    ['PN', 'a\nb'],
    ['PN', `a=${'b'.repeat(65)}`],
    ['DS', Number.NaN],
  ])('refuses %s %j, which no reader could take', (vr, value) => {
    expect(() => valueBytes(vr, value)).toThrow(RangeError);
  });
});

describe('texts', () => {
  it('are cut to one value, or keep their lines', () => {
    expect(fitText(' a\\b\nc ')).toBe('a b c');
    expect([...fitText('漢'.repeat(70))]).toHaveLength(64);
    expect(plainText('a\tb\nc')).toBe('a b\r\nc');
  });

  it('of a patient ID are never altered: what does not fit is told', () => {
    expect(['0042', 'Ünal 漢字', '漢'.repeat(64)].map(isDicomPatientId)).toEqual([true, true, true]);
    expect(['a\\b', 'a\tb', 'x'.repeat(65)].map(isDicomPatientId)).toEqual([false, false, false]);
  });
});

describe('an instance that joins the study of an archived picture', () => {
  const joining = exportRecord(archived);

  it('says of patient and study what the archive says', () => {
    expect(readElements(writeEncapsulatedPdf(joining, ascii('%PDF-'))).dataSet).toMatchObject({
      PatientID: 'Ünal 漢字',
      PatientName: 'Doe^Jane=漢字',
      StudyInstanceUID: '1.2.840.99.1',
      StudyDate: '20260102',
      AccessionNumber: 'A-17',
      StudyDescription: 'MAMMOGRAPHY',
    });
  });

  it('invents no date or description of a study where the archive was not asked', () => {
    const { archived: _asked, ...unasked } = joining;
    const { dataSet } = readElements(writeSecondaryCapture(unasked, 'capture', picture));
    expect(dataSet).toMatchObject({ StudyInstanceUID: '1.2.840.99.1', StudyDate: '', PatientName: '' });
    expect(dataSet).not.toHaveProperty('StudyDescription');
  });

  it('refers to the archived picture in its series, and names the frame where it has several', () => {
    const frame = exportRecord({
      ...archived,
      ...(archived.source && { source: { ...archived.source, frame: 7 } }),
    });
    const { dataSet } = readElements(writeSegmentation(frame, labels) ?? new Uint8Array());
    expect(dataSet.ReferencedSeriesSequence).toMatchObject([
      {
        SeriesInstanceUID: '1.2.840.99.1.2',
        ReferencedInstanceSequence: [
          { ReferencedSOPInstanceUID: '1.2.840.99.1.2.3', ReferencedFrameNumber: '7' },
        ],
      },
    ]);
    expect(dataSet.SeriesInstanceUID).toBe(joining.uid('segmentation-series'));
    const capture = readElements(writeSecondaryCapture(joining, 'capture', picture)).dataSet;
    expect(capture.SourceImageSequence).toMatchObject([{ ReferencedSOPInstanceUID: '1.2.840.99.1.2.3' }]);
  });
});

describe('every instance of a report', () => {
  it('has the same patient, study and time, the entered ID and no other identity', () => {
    const { dataSet, meta } = readElements(writeSecondaryCapture(record, 'picture', picture));
    expect(dataSet).toMatchObject({
      PatientID: 'Ünal 漢字',
      PatientName: '',
      PatientBirthDate: '',
      PatientSex: '',
      SpecificCharacterSet: 'ISO_IR 192',
      StudyInstanceUID: record.uid('study'),
      StudyDate: '20260301',
      StudyTime: '102030',
      TimezoneOffsetFromUTC: '+0000',
      SOPClassUID: '1.2.840.10008.5.1.4.1.1.7',
    });
    expect(meta).toMatchObject({
      '00020002': '1.2.840.10008.5.1.4.1.1.7',
      '00020003': record.uid('picture'),
    });
  });

  it('stands in a series of its own', () => {
    const instances = ['picture', 'capture', 'segmentation', 'report', 'document'] as const;
    const series = instances.map((instance) =>
      commonModules(record, { instance, modality: 'OT', description: '' }),
    );
    expect(new Set(series.map(({ SeriesInstanceUID }) => SeriesInstanceUID)).size).toBe(instances.length);
  });
});

describe('a secondary capture', () => {
  it('carries spacing only where it is one in the patient', () => {
    const spacingOf = (kind: string) => {
      const study = { ...record.study, spacingMm: { x: 0.5, y: 0.2, kind } };
      return readElements(writeSecondaryCapture({ ...record, study }, 'picture', picture)).dataSet
        .PixelSpacing;
    };
    expect([spacingOf('calibrated'), spacingOf('imager')]).toEqual(['0.2\\0.5', undefined]);
  });

  it('is grey or colour, as the picture is', () => {
    const colour = { width: 5, height: 3, data: new Uint8Array(45).fill(7) };
    const { dataSet } = readElements(writeSecondaryCapture(record, 'capture', colour));
    expect(dataSet).toMatchObject({
      SamplesPerPixel: [3],
      PhotometricInterpretation: 'RGB',
      Rows: [3],
      Columns: [5],
    });
  });
});

describe('a segmentation', () => {
  it('packs the bits of its frames without a gap', () => {
    const map = { width: 3, height: 1, data: Uint8Array.from([1, 2, 1]) };
    expect([...packFrames(map, [1, 2, 3])]).toEqual([0b00_010_101, 0b0]);
  });

  it('has a segment and a frame for each class that occurs, numbered without a gap', () => {
    const file = writeSegmentation(record, labels);
    const { dataSet } = readElements(file ?? new Uint8Array());
    expect(dataSet).toMatchObject({
      NumberOfFrames: '2',
      BitsAllocated: [1],
      SegmentationType: 'BINARY',
      SegmentSequence: [
        {
          SegmentNumber: [1],
          SegmentLabel: 'fibroglandular',
          SegmentAlgorithmType: 'AUTOMATIC',
          SegmentedPropertyTypeCodeSequence: [
            { CodeValue: 'FIBROGLANDULAR', CodingSchemeDesignator: '99SECONDREAD' },
          ],
        },
        {
          SegmentNumber: [2],
          SegmentLabel: 'mass',
          SegmentedPropertyTypeCodeSequence: [{ CodeValue: '4147007', CodingSchemeDesignator: 'SCT' }],
          RecommendedDisplayCIELabValue: dicomCielab('#2ECC71'),
        },
      ],
      CodingSchemeIdentificationSequence: [{ CodingSchemeUID: ownSchemeUid }],
      PerFrameFunctionalGroupsSequence: [
        { SegmentIdentificationSequence: [{ ReferencedSegmentNumber: [1] }] },
        { SegmentIdentificationSequence: [{ ReferencedSegmentNumber: [2] }] },
      ],
    });
  });

  it('gives its pixels back frame by frame, and names the picture that they lie on', () => {
    const thick = { ...record, study: { ...record.study, sliceThicknessMm: 2.5 } };
    const { dataSet } = readElements(writeSegmentation(thick, labels) ?? new Uint8Array());
    const packed = dataSet.PixelData;
    if (!(packed instanceof Uint8Array)) throw new Error('no pixels');
    const bits = Array.from({ length: 30 }, (_, i) => ((packed[i >> 3] ?? 0) >> (i & 7)) & 1);
    expect(bits.slice(0, 15)).toEqual([...labels.data].map((label) => Number(label === 1)));
    expect(bits.slice(15)).toEqual([...labels.data].map((label) => Number(label === 2)));
    expect(dataSet.SharedFunctionalGroupsSequence).toMatchObject([
      { PixelMeasuresSequence: [{ PixelSpacing: '0.2\\0.5', SliceThickness: '2.5' }] },
    ]);
    const source = { SourceImageSequence: [{ ReferencedSOPInstanceUID: record.uid('picture') }] };
    const frame = { DerivationImageSequence: [source] };
    expect(dataSet.PerFrameFunctionalGroupsSequence).toMatchObject([frame, frame]);
  });

  it('is not written where no class occurs', () => {
    expect(writeSegmentation(record, { width: 1, height: 1, data: Uint8Array.of(0) })).toBeUndefined();
  });

  it.each([
    ['#000000', [0, 32896, 32896]],
    ['#FFFFFF', [65535, 32896, 32896]],
    // L*a*b* 53.24, 80.09, 67.20 (D65).
    ['#FF0000', [34891, 53482, 50168]],
  ])('shows %s as CIELab', (hex, expected) => {
    dicomCielab(hex).forEach((value, index) => {
      expect(Math.abs(value - (expected[index] ?? 0))).toBeLessThan(30);
    });
  });
});

describe('an encapsulated PDF', () => {
  const pdf = ascii('%PDF-1.7\nbody\n%%EOF');

  it('keeps every byte and says how many they are', () => {
    const { dataSet } = readElements(writeEncapsulatedPdf(record, pdf));
    expect(dataSet).toMatchObject({
      MIMETypeOfEncapsulatedDocument: 'application/pdf',
      EncapsulatedDocumentLength: [pdf.length],
      DocumentTitle: 'Medical Image Analysis Report',
    });
    expect(dataSet.EncapsulatedDocument).toEqual(Uint8Array.of(...pdf, 0));
  });
});
