import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import { crc32 } from '@second-read/core/deidentify/picture/checksums';
import { orientationExif } from '@second-read/core/deidentify/picture/orientation';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipart } from '../../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const name = 'Doe^Jane';
const latin = (text: string) => Buffer.from(text, 'latin1');
/** A smooth picture with colour, wider than high. */
const pixels = Buffer.from(Array.from({ length: 24 * 16 * 3 }, (_, i) => (i * 5 + (i % 3) * 40) % 251));
const picture = () => sharp(pixels, { raw: { width: 24, height: 16, channels: 3 } });
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><name>${name}</name></x:xmpmeta>`;
/** EXIF with a name, GPS and an orientation; a profile with words. */
const withEverything = (image: Sharp) =>
  image
    .withExif({
      IFD0: { Artist: name, ImageDescription: name },
      IFD3: { GPSLatitudeRef: 'N', GPSAreaInformation: name },
    })
    .withXmp(xmp)
    .withMetadata({ orientation: 6 });

function pngChunk(type: string, value: Buffer): Buffer {
  const named = Buffer.concat([latin(type), value]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(value.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([head, named, sum]);
}

/** Chunks are put behind IHDR; anything may follow the end. */
function plantPng(png: Buffer, chunks: readonly Buffer[]): Buffer {
  const afterHead = 8 + 25;
  return Buffer.concat([png.subarray(0, afterHead), ...chunks, png.subarray(afterHead), latin(name)]);
}

function jpegSegment(marker: number, value: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(value.length + 2, 2);
  return Buffer.concat([head, latin(value)]);
}

function plantJpeg(jpeg: Buffer): Buffer {
  const thumbnail = jpegSegment(0xe0, `JFXX\0\x10${name}`);
  const planted = [
    thumbnail,
    jpegSegment(0xfe, `a comment on ${name}`),
    jpegSegment(0xed, `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x10\x1c\x02\x50\0\x08${name}`),
    jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${xmp}`),
    jpegSegment(0xe2, `MPF\0${name}`),
    jpegSegment(0xec, `Ducky${name}`),
    jpegSegment(0xee, `Other${name}`),
  ];
  return Buffer.concat([jpeg.subarray(0, 2), ...planted, jpeg.subarray(2), latin(name), jpeg]);
}

/** A RIFF chunk at the end. */
function plantWebp(webp: Buffer): Buffer {
  const chunk = Buffer.concat([latin('NAME'), Buffer.from([name.length, 0, 0, 0]), latin(name)]);
  const planted = Buffer.concat([webp, chunk]);
  planted.writeUInt32LE(planted.length - 8, 4);
  return planted;
}

const texts = [
  pngChunk('tEXt', latin(`Author\0${name}`)),
  pngChunk('zTXt', Buffer.concat([latin('Comment\0\0'), deflateSync(latin(name), { level: 0 })])),
  pngChunk('iTXt', latin(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`)),
  pngChunk('tIME', Buffer.from([7, 234, 11, 21, 18, 0, 0])),
  pngChunk('prIv', latin(name)),
  pngChunk('iCCP', Buffer.concat([latin(`${name}\0\0`), deflateSync(Buffer.alloc(200), { level: 0 })])),
];

const planted: Readonly<Record<string, () => Promise<Buffer>>> = {
  'PNG with every kind of text chunk': async () => plantPng(await picture().png().toBuffer(), texts),
  'PNG with EXIF, XMP and an orientation': () => withEverything(picture()).png().toBuffer(),
  'PNG with an orientation in eXIf alone': async () =>
    plantPng(await picture().png().toBuffer(), [pngChunk('eXIf', Buffer.from(orientationExif(8)))]),
  'JPEG with comments, IPTC, XMP, a thumbnail and what follows the end': async () =>
    plantJpeg(await picture().jpeg({ quality: 100 }).toBuffer()),
  'JPEG with EXIF, GPS, XMP and an orientation': () =>
    withEverything(picture()).jpeg({ quality: 100 }).toBuffer(),
  'progressive JPEG': async () => plantJpeg(await picture().jpeg({ progressive: true }).toBuffer()),
  'WebP with EXIF and XMP': async () =>
    plantWebp(await withEverything(picture()).webp({ lossless: true }).toBuffer()),
  'TIFF with EXIF and XMP': () => withEverything(picture()).tiff({ compression: 'lzw' }).toBuffer(),
  'tiled TIFF of JPEG': () =>
    withEverything(picture())
      .tiff({ compression: 'jpeg', tile: true, tileWidth: 16, tileHeight: 16 })
      .toBuffer(),
  BigTIFF: () => withEverything(picture()).tiff({ compression: 'none', bigtiff: true }).toBuffer(),
};

let server: TestServer;
let ada: { authorization: string };
beforeAll(async () => {
  server = await startTestServer({ environment: { UPLOAD_LIMIT: '1000' } });
  ada = await server.bearer('ada');
});
afterAll(() => server.close());

/** What is kept of an upload, in clear. */
async function keptOf(image: Buffer): Promise<Buffer> {
  const { payload, headers } = multipart([
    { name: 'patient_id', content: '0042' },
    { name: 'image', content: image, fileName: 'a.png' },
  ]);
  const url = '/api/breast_segmentation/process/';
  const reply = await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ada } });
  expect(reply.statusCode).toBe(200);
  const id = reply.json().id.replace('breast-', '');
  const found = await server.context.pool.query('SELECT source_key FROM analyses WHERE id = $1', [id]);
  const blob = await server.context.blobs.open(found.rows[0].source_key);
  return blob ? buffer(blob.stream) : Buffer.alloc(0);
}

const upright = (bytes: Buffer) =>
  sharp(bytes)
    .autoOrient()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .then(({ data, info }) => ({
      size: [info.width, info.height],
      pixels: data.toString('hex'),
    }));

describe('a picture that is no DICOM', () => {
  it.each(Object.keys(planted))('%s is kept without a name in it, and shows the same', async (kind) => {
    const source = (await planted[kind]?.()) ?? Buffer.alloc(0);
    expect(source.includes(name) || kind.includes('alone')).toBe(true);
    const kept = await keptOf(source);
    expect(kept.includes('Doe')).toBe(false);
    expect(kept.includes('Jane')).toBe(false);
    expect(await upright(kept)).toEqual(await upright(source));
    const { exif, xmp: packet, iptc } = await sharp(kept).metadata();
    expect([packet, iptc]).toEqual([undefined, undefined]);
    expect(exif?.length ?? 0).toBeLessThan(40);
  });

  it('keeps the colours of its profile, and none of its words', async () => {
    const p3 = await picture().withIccProfile('p3').png().toBuffer();
    const source = await sharp(p3).keepIccProfile().jpeg({ quality: 100 }).toBuffer();
    for (const file of [p3, source, await sharp(p3).keepIccProfile().webp({ lossless: true }).toBuffer()]) {
      const kept = await keptOf(file);
      const profile = (await sharp(kept).metadata()).icc;
      expect(profile?.length).toBe((await sharp(file).metadata()).icc?.length);
      expect(profile?.includes('opyright')).toBe(false);
      const shown = (bytes: Buffer) => sharp(bytes).toColourspace('srgb').raw().toBuffer();
      expect((await shown(kept)).equals(await shown(file))).toBe(true);
    }
  });

  it('is nowhere kept with its name, not in the store and not among the uploads', async () => {
    await keptOf(plantJpeg(await picture().jpeg().toBuffer()));
    const { uploadDir } = server.context.config;
    expect(await readdir(uploadDir)).toEqual([]);
    const files = await readdir(join(uploadDir, '..'), { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile())) {
      const content = await readFile(join(file.parentPath, file.name));
      expect([file.name, content.includes('Doe^Jane')]).toEqual([file.name, false]);
    }
  });

  it('stays as it came where originals are retained', async () => {
    const retaining = await startTestServer({ environment: { RETAIN_ORIGINAL_TAGS: '1' } });
    const [before, bearer] = [server, ada];
    try {
      server = retaining;
      ada = await retaining.bearer('ada');
      const source = plantJpeg(await picture().jpeg().toBuffer());
      expect((await keptOf(source)).equals(source)).toBe(true);
    } finally {
      [server, ada] = [before, bearer];
      await retaining.close();
    }
  });
});
