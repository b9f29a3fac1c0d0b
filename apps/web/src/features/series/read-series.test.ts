// @vitest-environment node
import {
  type Attributes,
  greyAttributes,
  wordBytes,
  writeDicom,
} from '@second-read/core/decode/dicom/write-dicom.test-support';
import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js';
import { describe, expect, it } from 'vitest';
import { firstShown, framesOf, readSeries } from './read-series.ts';

const options = {
  maxBytes: 8 * 1024 * 1024,
  mostPixels: 16_000_000,
  signal: new AbortController().signal,
  onProgress: () => {},
  onSeveral: () => Promise.reject(new Error('the files are of one patient')),
};

interface SliceOptions {
  readonly z: number;
  readonly series?: string;
  readonly modality?: string;
  readonly frames?: number;
  /** In front of the pixels: more than the first look takes. */
  readonly paddingBytes?: number;
  readonly rows?: number;
  readonly burnedIn?: string;
  readonly thicknessMm?: number;
  readonly kernel?: string;
  readonly patient?: string;
  readonly study?: string;
}

function slice({
  z,
  series = '1.2',
  modality = 'CT',
  frames = 1,
  paddingBytes = 0,
  rows = 2,
  burnedIn = 'NO',
  thicknessMm,
  kernel,
  patient,
  study,
}: SliceOptions): Uint8Array {
  const attributes: Attributes = {
    '0008,0018': ['UI', `${series}.${z + 500}`],
    '0008,0060': ['CS', modality],
    '0008,103e': ['LO', `Series ${series}`],
    ...(study !== undefined && { '0008,0020': ['DA', '20260131'], '0020,000d': ['UI', study] }),
    ...(patient !== undefined && { '0010,0010': ['PN', 'Doe^Ann'], '0010,0020': ['LO', patient] }),
    ...(paddingBytes > 0 && { '0009,1010': ['OB', noise(paddingBytes)] }),
    ...(thicknessMm !== undefined && { '0018,0050': ['DS', String(thicknessMm)] }),
    ...(kernel !== undefined && { '0018,1210': ['SH', kernel] }),
    '0020,000e': ['UI', series],
    '0020,0032': ['DS', `0\\0\\${z}`],
    '0020,0037': ['DS', '1\\0\\0\\0\\1\\0'],
    ...greyAttributes(2, rows, 12),
    '0028,0008': ['IS', String(frames)],
    '0028,0301': ['CS', burnedIn],
    '7fe0,0010': ['OW', wordBytes(Array.from({ length: 2 * rows * frames }, () => z + 100))],
  };
  return writeDicom(attributes);
}

/** What hardly compresses. */
const noise = (bytes: number) =>
  Uint8Array.from({ length: bytes }, (_, at) => Math.imul(at, 2654435761) >>> 24);

const asFile = (bytes: Uint8Array, name: string) => new File([Uint8Array.from(bytes)], name);

async function zip(entries: Readonly<Record<string, Uint8Array | string>>, password?: string): Promise<File> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false, ...(password && { password }) });
  for (const [name, content] of Object.entries(entries)) {
    const reader = typeof content === 'string' ? new TextReader(content) : new Uint8ArrayReader(content);
    await writer.add(name, reader);
  }
  return new File([await writer.close()], 'series.zip');
}

/** The z that each slice was written with, read back from its pixels. */
async function places(files: readonly { file(): Promise<File> }[]): Promise<number[]> {
  const at = async (file: File) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return (bytes.at(-2) ?? 0) + 256 * (bytes.at(-1) ?? 0) - 100;
  };
  return Promise.all(files.map(async (each) => at(await each.file())));
}

describe('files of several patients', () => {
  const files = (others: Partial<SliceOptions>) =>
    [
      slice({ z: 0, patient: 'RPT-A', study: '1.2' }),
      slice({ z: 5, patient: 'RPT-A', study: '1.2' }),
      slice({ z: 10, patient: 'RPT-A', study: '1.2', ...others }),
    ].map((bytes, at) => asFile(bytes, `IM${at}`));

  it.each([
    [{ patient: 'RPT-B' }, 'RPT-B', '1.2'],
    [{ study: '1.3' }, 'RPT-A', '1.3'],
  ])('are opened once it is said whose: %j', async (others, patientId, studyUid) => {
    const read = await readSeries(files(others), {
      ...options,
      onSeveral: async (studies) => {
        expect(studies.map((each) => [each.identity.patientId, each.files, each.date])).toEqual([
          ['RPT-A', 2, '20260131'],
          [patientId, 1, '20260131'],
        ]);
        return 1;
      },
    });
    expect(await places(read.all[0]?.slices ?? [])).toEqual([10]);
    expect(read.identity).toMatchObject({ patientId, studyUid });
    expect(read.passedOver.map(({ name }) => name)).toEqual(['IM0', 'IM1']);
  });

  it('that are views beside each other are asked about too', async () => {
    const asked: number[] = [];
    const onSeveral = async (studies: readonly unknown[]) => asked.push(studies.length) - 1;
    await readSeries(files({ patient: 'RPT-B', series: '1.9' }), { ...options, areViews: true, onSeveral });
    expect(asked).toEqual([2]);
  });

  it('in spelling alone are opened together, and it is said', async () => {
    const read = await readSeries(files({ patient: 'rpt-a' }), options);
    expect(read.all[0]?.slices).toHaveLength(3);
    expect(read.spellings).toEqual(['patient ID spelled "RPT-A" and "rpt-a"']);
  });
});

describe('a series of files', () => {
  it('is put into the order of the body, whatever the names say', async () => {
    const files = [30, 0, 20, 10].map((z, index) => asFile(slice({ z }), `IM${index}`));
    const {
      all: [series],
    } = await readSeries(files, options);
    expect(await places(series?.slices ?? [])).toEqual([0, 10, 20, 30]);
    expect(series?.orderedBy).toBe('position');
  });

  it('tells which slices say that text is burned in, and whether all are of one size', async () => {
    const opened = async (...slices: readonly Uint8Array[]) =>
      (
        await readSeries(
          slices.map((bytes, at) => asFile(bytes, `IM${at}`)),
          options,
        )
      ).all[0];
    const one = await opened(slice({ z: 0 }), slice({ z: 5, burnedIn: 'YES' }));
    expect(one?.slices.map(({ saysBurnedIn }) => saysBurnedIn)).toEqual([false, true]);
    expect(one?.isOneSize).toBe(true);
    expect((await opened(slice({ z: 0 }), slice({ z: 5, rows: 3 })))?.isOneSize).toBe(false);
  });

  it('is read from a ZIP with folders, a DICOMDIR and other files beside it', async () => {
    const archive = await zip({
      'DICOM/S1/IM2': slice({ z: 5 }),
      'DICOM/S1/IM1': slice({ z: -5, paddingBytes: 200_000 }),
      DICOMDIR: writeDicom({ '0004,1130': ['CS', 'DISC'] }),
      '__MACOSX/DICOM/S1/._IM2': 'resource fork',
      'DICOM/.DS_Store': 'x',
      'viewer/readme.txt': 'A viewer for Windows.',
    });
    const { all } = await readSeries([archive], options);
    expect(all.map(({ slices, description }) => [description, slices.length])).toEqual([['Series 1.2', 2]]);
    expect(await places(all[0]?.slices ?? [])).toEqual([-5, 5]);
  });

  it('offers the series with the most slices first where they are mixed', async () => {
    const archive = await zip({
      a: slice({ z: 1, series: '1.7' }),
      b: slice({ z: 2 }),
      c: slice({ z: 3 }),
      d: slice({ z: 1, series: '1.9', frames: 3 }),
    });
    const { all } = await readSeries([archive], options);
    expect(all.map(({ kind, slices }) => [kind, slices.length])).toEqual([
      ['slices', 2],
      ['slices', 1],
      ['frames', 3],
    ]);
  });

  it('shows the middle of a CT first, and the first of anything else', async () => {
    const open = async (modality: string) =>
      (
        await readSeries(
          [1, 2, 3, 4, 5].map((z) => asFile(slice({ z, modality }), `${z}`)),
          options,
        )
      ).all[0];
    const [ct, mr] = [await open('CT'), await open('MR')];
    expect([ct && firstShown(ct), mr && firstShown(mr)]).toEqual([2, 0]);
  });

  it('says so where there is no picture', async () => {
    await expect(readSeries([await zip({ 'a.txt': 'hello' })], options)).rejects.toThrow(
      'No DICOM image was found among these files.',
    );
  });

  it('is a stack of PNG and JPEG pictures by name, 2 before 10, where a module reads exams', async () => {
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);
    const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]);
    const files = [asFile(png, 'im10.png'), asFile(jpeg, 'im2.jpg'), asFile(png, 'im1.png')];
    const exam = { ...options, takesPictures: true };
    const [series, ...more] = (await readSeries([...files, asFile(new Uint8Array(9), 'a.txt')], exam)).all;
    expect(more).toEqual([]);
    expect(await Promise.all(series?.slices.map(async (each) => (await each.file()).name) ?? [])).toEqual([
      'im1.png',
      'im2.jpg',
      'im10.png',
    ]);
    expect(series).toMatchObject({ orderedBy: 'name', isAxialCt: true, isOneSize: false });
    expect(series?.slices.map(({ isDicom }) => isDicom)).toEqual([false, false, false]);
    await expect(readSeries(files, options)).rejects.toThrow('No DICOM image was found');
  });

  it('leaves out pictures that lie beside DICOM files', async () => {
    const logo = asFile(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]), 'logo.jpg');
    const files = [asFile(slice({ z: 1 }), 'IM1'), asFile(slice({ z: 2 }), 'IM2'), logo];
    const { all, others } = await readSeries(files, { ...options, takesPictures: true });
    expect([all.map(({ slices }) => slices.length), others]).toEqual([[2], 1]);
  });

  it('names what cannot be sent and why, and counts what is no picture', async () => {
    const small = { ...options, maxBytes: 1024 * 1024 };
    const large = slice({ z: 2, paddingBytes: 1024 * 1024 });
    const files = [asFile(slice({ z: 1 }), 'IM1'), asFile(large, 'IM2'), asFile(new Uint8Array(9), 'x.txt')];
    const why = '2 MB, larger than the upload limit of 1 MB';
    for (const chosen of [files, [await zip({ IM1: slice({ z: 1 }), IM2: large, 'x.txt': 'hello' })]]) {
      const { all, passedOver, others } = await readSeries(chosen, small);
      expect(all.map(({ slices }) => slices.length)).toEqual([1]);
      expect([passedOver, others]).toEqual([[{ name: 'IM2', why }], 1]);
    }
    await expect(readSeries([asFile(large, 'IM2')], small)).rejects.toThrow(
      `No DICOM image was found among these files. 1 file was skipped: IM2 (${why}).`,
    );
  });

  it('leaves out an image of more pixels than are read, by what its header says', async () => {
    const few = { ...options, mostPixels: 4 };
    const broad = asFile(slice({ z: 2, rows: 3 }), 'IM2');
    const { all, passedOver } = await readSeries([asFile(slice({ z: 1 }), 'IM1'), broad], few);
    expect(all.map(({ slices }) => slices.length)).toEqual([1]);
    expect(passedOver).toEqual([{ name: 'IM2', why: '0.1 megapixels, at most 0.000004 are read' }]);
    await expect(readSeries([broad], few)).rejects.toThrow('1 file was skipped: IM2 (0.1 megapixels');
  });

  it('is opened without a file that can no longer be read', async () => {
    const gone = asFile(slice({ z: 2 }), 'IM2');
    const failure = new DOMException('gone', 'NotReadableError');
    gone.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(failure) });
    const { all, passedOver } = await readSeries([asFile(slice({ z: 1 }), 'IM1'), gone], options);
    expect(all[0]?.slices.length).toBe(1);
    expect(passedOver).toEqual([{ name: 'IM2', why: 'damaged or no longer available' }]);
  });

  it('names a stack of more frames than can be opened beside the series that is', async () => {
    const stack = asFile(slice({ z: 3, series: '1.9', frames: 1001 }), 'stack');
    const pair = [1, 2].map((z) => asFile(slice({ z }), `${z}`));
    const { all, passedOver } = await readSeries([stack, ...pair], options);
    expect(all.map(({ slices }) => slices.length)).toEqual([2]);
    expect(passedOver).toEqual([{ name: 'Series 1.9', why: '1,001 slices, at most 1,000 can be opened' }]);
  });

  it('opens 1,000 slices and refuses one more', async () => {
    const files = Array.from({ length: 1001 }, (_, z) => asFile(slice({ z }), `${z}`));
    expect((await readSeries(files.slice(1), options)).all[0]?.slices.length).toBe(1000);
    await expect(readSeries(files, options)).rejects.toThrow('1,001 slices. At most 1,000 can be opened.');
  });

  it('ends when it is no longer wanted', async () => {
    const signal = AbortSignal.abort();
    await expect(readSeries([asFile(slice({ z: 1 }), 'a')], { ...options, signal })).rejects.toThrow('abort');
  });
});

describe('a multi-frame file', () => {
  it('is a stack of its frames, each with its number', async () => {
    const frames = await framesOf(asFile(slice({ z: 1, frames: 4 }), 'stack.dcm'));
    expect(frames).toMatchObject({ kind: 'frames', modality: 'CT' });
    expect(frames?.slices.map(({ frame }) => frame)).toEqual([1, 2, 3, 4]);
  });

  it('is in the order of the body, where its frames say their places', async () => {
    const plane = (z: number) => ({ '0020,9113': ['SQ', [{ '0020,0032': ['DS', `0\\0\\${z}`] }]] }) as const;
    const shared = { '0020,9116': ['SQ', [{ '0020,0037': ['DS', '1\\0\\0\\0\\1\\0'] }]] } as const;
    const enhanced = writeDicom({
      '0008,0060': ['CS', 'CT'],
      ...greyAttributes(2, 2, 8),
      '0028,0008': ['IS', '3'],
      '5200,9229': ['SQ', [shared]],
      '5200,9230': ['SQ', [plane(14), plane(0), plane(7)]],
      '7fe0,0010': ['OB', new Uint8Array(12)],
    });
    const frames = await framesOf(asFile(enhanced, 'enhanced.dcm'));
    expect(frames?.slices.map(({ frame }) => frame)).toEqual([2, 3, 1]);
  });

  it('is told from one picture, and from no DICOM at all', async () => {
    expect(await framesOf(asFile(slice({ z: 1 }), 'a.dcm'))).toBeNull();
    expect(await framesOf(new File(['hello'], 'a.png'))).toBeNull();
  });
});

describe('a ZIP that means no good', () => {
  it('is not opened where a file would unpack to a thousand times its size', async () => {
    const bomb = await zip({ IM1: slice({ z: 1 }), IM2: new Uint8Array(4 * 1024 * 1024) });
    await expect(readSeries([bomb], options)).rejects.toThrow('unpack to far more than images do');
  });

  it('is not opened where it states more than everything together may have', async () => {
    const archive = await zip({ IM1: slice({ z: 1 }) });
    const bytes = new Uint8Array(await archive.arrayBuffer());
    const view = new DataView(bytes.buffer);
    // The directory entry of the file: its sizes stand 20 and 24 bytes behind its signature.
    const at = [...bytes.keys()].findLast(
      (offset) => offset + 4 <= bytes.length && view.getUint32(offset, true) === 0x02014b50,
    );
    view.setUint32((at ?? 0) + 24, 0xfffffffe, true);
    const options8 = { ...options, maxBytes: Number.MAX_SAFE_INTEGER };
    await expect(readSeries([asFile(bytes, 'x.zip')], options8)).rejects.toThrow(
      'unpack to far more than images do',
    );
  });

  it('never unpacks more than the directory states', async () => {
    const archive = await zip({ IM1: slice({ z: 1 }), IM2: slice({ z: 2, paddingBytes: 300_000 }) });
    const {
      all: [series],
    } = await readSeries([archive], options);
    const sizes = await Promise.all((series?.slices ?? []).map(async (each) => (await each.file()).size));
    expect(sizes).toEqual([slice({ z: 1 }).length, slice({ z: 2, paddingBytes: 300_000 }).length]);
  });

  it('is refused where it is damaged or asks for a password', async () => {
    const archive = await zip({ IM1: slice({ z: 1 }) });
    const cut = asFile(new Uint8Array(await archive.arrayBuffer()).subarray(0, -40), 'x.zip');
    await expect(readSeries([cut], options)).rejects.toThrow(
      'The ZIP file is damaged and could not be read.',
    );
    const locked = await zip({ IM1: slice({ z: 1 }) }, 'secret');
    await expect(readSeries([locked], options)).rejects.toThrow('protected by a password');
  });

  it('leaves out a file whose checksum is wrong, and names it', async () => {
    const archive = await zip({ 'A/IM1': slice({ z: 1 }), 'A/IM2': slice({ z: 2 }) });
    const bytes = new Uint8Array(await archive.arrayBuffer());
    // The checksum in the directory, 16 bytes behind the second of its signatures.
    const view = new DataView(bytes.buffer);
    const entries = [...bytes.keys()].filter(
      (at) => at < bytes.length - 4 && view.getUint32(at) === 0x504b0102,
    );
    view.setUint32((entries[1] ?? 0) + 16, 0xdeadbeef);
    const { all, passedOver } = await readSeries([asFile(bytes, 'x.zip')], options);
    expect(all.map(({ slices }) => slices.length)).toEqual([1]);
    expect(passedOver.map(({ name }) => name)).toEqual(['A/IM2']);
  });

  it('is refused where it holds thousands of files', async () => {
    await expect(readSeries([directoryOf(5001)], options)).rejects.toThrow('more than 5,000 files');
  });
});

/** An archive whose directory names so many empty files. */
function directoryOf(count: number): File {
  const local = new DataView(new ArrayBuffer(30));
  local.setUint32(0, 0x04034b50, true);
  const directory = new DataView(new ArrayBuffer(50 * count));
  for (let index = 0; index < count; index += 1) {
    const at = 50 * index;
    directory.setUint32(at, 0x02014b50, true);
    directory.setUint16(at + 28, 4, true);
    for (const [place, digit] of [...String(index).padStart(4, '0')].entries())
      directory.setUint8(at + 46 + place, digit.charCodeAt(0));
  }
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, count, true);
  end.setUint16(10, count, true);
  end.setUint32(12, directory.byteLength, true);
  end.setUint32(16, local.byteLength, true);
  return new File([local, directory, end], 'many.zip');
}

it('shows the reconstruction first that the module reads rather, with what tells it from the others', async () => {
  const thick = { series: '1.2', thicknessMm: 5, kernel: 'B30f' };
  const thin = { series: '1.3', thicknessMm: 1.25, kernel: 'B60s' };
  const files = [
    ...[0, 5, 10, 15, 20].map((z) => asFile(slice({ ...thick, z }), `a${z}`)),
    ...[0, 6, 12, 18].map((z) => asFile(slice({ ...thin, z }), `b${z}`)),
  ];
  const { all, preferred } = await readSeries(files, { ...options, prefers: 'thin' });
  expect(all.map(({ outline }) => outline)).toEqual([
    { slices: 5, thicknessMm: 5, kernel: 'B30f' },
    { slices: 4, thicknessMm: 1.25, kernel: 'B60s' },
  ]);
  expect(preferred).toBe(1);
  expect((await readSeries(files, { ...options, prefers: 'soft' })).preferred).toBe(0);
  expect((await readSeries(files, options)).preferred).toBe(0);
});
