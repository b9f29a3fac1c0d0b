import { manifest as brain } from '@second-read/analyses/brain-ct/manifest';
import { manifest as breast } from '@second-read/analyses/breast/manifest';
import { manifest as cervix } from '@second-read/analyses/cervix/manifest';
import { manifest as lung } from '@second-read/analyses/lung/manifest';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { attemptKey, generatePatientId, isPatientIdMissing } from '../patient/patient-id.ts';
import { acceptedTypes, chooseImage, chooseSample } from './choose-image.ts';
import { requireReadableSize } from './readable-size.ts';
import { jpegName, shouldReencode, uploadParts, uploadQuality } from './reencode.ts';

afterEach(() => vi.unstubAllGlobals());

const png = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], 'scan.v2.png', { type: 'image/png' });
const tiff = new File([new Uint8Array([0x49, 0x49, 0x2a, 0, 8])], 'scan.tif', { type: 'image/tiff' });
const dicom = new File([new Uint8Array(128), 'DICM', 'rest'], 'IM0001');

describe('choosing an image', () => {
  it('offers pictures and DICOM', () => {
    expect(acceptedTypes).toBe('image/*,.dcm,application/dicom');
  });

  it('knows DICOM by its content, whatever its name', async () => {
    expect((await chooseImage(dicom, 'upload')).isDicom).toBe(true);
    expect((await chooseImage(png, 'upload')).isDicom).toBe(false);
  });

  it('refuses what is neither', async () => {
    const text = new File(['hello'], 'notes.txt', { type: 'text/plain' });
    await expect(chooseImage(text, 'upload')).rejects.toThrow('Invalid file format');
  });

  it('says when a file cannot be read', async () => {
    const gone = new File(['x'], 'a.png', { type: 'image/png' });
    gone.slice = () => {
      throw new DOMException('gone', 'NotReadableError');
    };
    await expect(chooseImage(gone, 'upload')).rejects.toThrow('Failed to read the uploaded image.');
  });

  it('refuses by its head a picture that is larger than the module reads, in words', async () => {
    const picture = (side: number) => {
      const head = Uint8Array.of(
        137,
        80,
        78,
        71,
        13,
        10,
        26,
        10,
        0,
        0,
        0,
        13,
        73,
        72,
        68,
        82,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
      );
      new DataView(head.buffer).setUint32(16, side);
      new DataView(head.buffer).setUint32(20, side);
      return new File([head], 'scan.png', { type: 'image/png' });
    };
    await expect(requireReadableSize(picture(4_000), lung)).resolves.toBeUndefined();
    await expect(requireReadableSize(picture(4_001), lung)).rejects.toThrow(
      `The image has too many pixels. ${lung.title} takes at most 16 megapixels.`,
    );
    await expect(requireReadableSize(picture(12_001), lung)).rejects.toThrow(/12,?000/);
    await expect(requireReadableSize(tiff, lung)).resolves.toBeUndefined();
  });

  it('says when a gallery image cannot be had', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
    await expect(chooseSample('/samples/breast/x.png', 'x.png')).rejects.toThrow(
      'Failed to process gallery image',
    );
  });
});

describe('re-encoding', () => {
  const image = { file: png, from: 'upload', isDicom: false } as const;

  it('is for breast and cervix pictures only', () => {
    expect(shouldReencode(breast, image, false)).toBe(true);
    expect(shouldReencode(cervix, image, false)).toBe(true);
    expect(shouldReencode(lung, image, false)).toBe(false);
    expect(shouldReencode(brain, image, false)).toBe(false);
  });

  it('never touches DICOM, nor what a browser cannot draw', () => {
    expect(shouldReencode(breast, { ...image, isDicom: true }, false)).toBe(false);
    expect(shouldReencode(breast, image, true)).toBe(false);
  });

  it('sends a JPEG of quality 0.92 on white, and the untouched file beside it', async () => {
    const canvas = stubCanvas();
    const parts = await uploadParts(breast, image);
    expect(canvas.operations).toEqual(['fill #ffffff', 'rect 0 0 40 30', 'draw 0 0']);
    expect(canvas.encoded).toEqual({ type: 'image/jpeg', quality: 0.92 });
    expect(uploadQuality).toBe(0.92);
    expect(parts.image.type).toBe('image/jpeg');
    expect(parts.imageName).toBe('scan.v2.jpg');
    expect(parts.original).toBe(png);
  });

  it('sends DICOM and TIFF as they are', async () => {
    const parts = await uploadParts(breast, { file: dicom, from: 'upload', isDicom: true });
    expect(parts).toEqual({ image: dicom, imageName: 'IM0001', original: null });
    const same = await uploadParts(cervix, { file: tiff, from: 'upload', isDicom: false });
    expect(same.image).toBe(tiff);
    expect(same.original).toBeNull();
  });

  it('says when the picture cannot be decoded', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')));
    await expect(uploadParts(breast, image)).rejects.toThrow('Failed to read the uploaded image.');
  });

  it('says when the canvas gives nothing', async () => {
    stubCanvas({ fails: true });
    await expect(uploadParts(breast, image)).rejects.toThrow('Failed to optimize image');
  });

  it('names the JPEG after the file', () => {
    expect(jpegName('a.tar.png')).toBe('a.tar.jpg');
    expect(jpegName('noextension')).toBe('noextension.jpg');
  });
});

describe('the patient ID', () => {
  it('is made of four digits, zero-padded', () => {
    for (const value of [7, 42, 12_345, 4_294_967_295]) {
      vi.stubGlobal('crypto', { getRandomValues: (array: Uint32Array) => array.fill(value) });
      expect(generatePatientId()).toMatch(/^\d{4}$/);
    }
    vi.stubGlobal('crypto', { getRandomValues: (array: Uint32Array) => array.fill(7) });
    expect(generatePatientId()).toBe('0007');
  });

  it('is missing when only white space is left', () => {
    expect(isPatientIdMissing(' \t')).toBe(true);
    expect(isPatientIdMissing(' 1 ')).toBe(false);
  });

  it('comes with a new key for every attempt', () => {
    expect(attemptKey()).toMatch(/^[0-9a-f]{32}$/);
    expect(attemptKey()).not.toBe(attemptKey());
  });
});

/** The browser's canvas is the boundary here: what is asked of it is what the rule says. */
function stubCanvas({ fails = false } = {}) {
  const operations: string[] = [];
  const seen: { operations: string[]; encoded: unknown } = { operations, encoded: null };
  const context = {
    set fillStyle(value: string) {
      operations.push(`fill ${value}`);
    },
    fillRect: (...box: number[]) => operations.push(`rect ${box.join(' ')}`),
    drawImage: (_: unknown, x: number, y: number) => operations.push(`draw ${x} ${y}`),
  };
  vi.stubGlobal('createImageBitmap', async () => ({ width: 40, height: 30, close: () => {} }));
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => context;
      convertToBlob = async (options: { type: string }) => {
        if (fails) throw new Error('no memory');
        seen.encoded = options;
        return new Blob(['jpeg'], { type: options.type });
      };
    },
  );
  return seen;
}
