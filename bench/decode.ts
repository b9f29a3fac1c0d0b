import { createRequire } from 'node:module';
import sharp from 'sharp';
import { createCodecs } from '../apps/server/src/platform/compute/codecs/create-codecs.ts';
import { encodePng } from '../apps/server/src/platform/compute/encode-png.ts';
import { decodeStudy } from '../core/src/decode/decode-study.ts';
import {
  encapsulate,
  greyAttributes,
  writeDicom,
} from '../core/src/decode/dicom/write-dicom.test-support.ts';
import { applyWindow, percentileRange } from '../core/src/pixels/color/apply-window.ts';
import { benchDecodeSyntaxes } from './decode-syntaxes.ts';
import { compare, type Finding, ratioFinding } from './measure.ts';
import { syntheticMammogram } from './pictures.ts';

const width = 3000;
const height = 4000;
const rounds = 5;
const codecs = createCodecs();

/**
 * Bytes to study against the bare decoder, for the largest files that come every day: 12 megapixels at 16
 * bit.
 */
export async function benchDecode(): Promise<Finding[]> {
  const values = syntheticMammogram(width, height);
  return [
    await png(values),
    await uncompressedDicom(values),
    await losslessDicom(values),
    await display(values),
    ...(await benchDecodeSyntaxes()),
  ];
}

async function png(values: Uint16Array): Promise<Finding> {
  const raw = { width, height, channels: 1 } as const;
  const bytes = await sharp(values, { raw }).toColourspace('grey16').png({ compressionLevel: 6 }).toBuffer();
  const ours = () => studyOf(bytes);
  const peer = () => sharp(bytes).toColourspace('grey16').raw({ depth: 'ushort' }).toBuffer();
  const name = '16-bit PNG, 12 MP: bytes to study';
  return ratioFinding(name, 'sharp to raw pixels', await compare(ours, peer, rounds), 2);
}

async function uncompressedDicom(values: Uint16Array): Promise<Finding> {
  const pixels = new Uint8Array(values.buffer);
  const bytes = writeDicom({ ...greyAttributes(width, height, 12), '7fe0,0010': ['OW', pixels] });
  const ours = () => studyOf(bytes);
  const at = bytes.length - pixels.length;
  const peer = () => Float32Array.from(new Uint16Array(bytes.slice(at).buffer));
  const name = 'uncompressed DICOM, 12 MP: bytes to study';
  return ratioFinding(name, 'copying the pixels to floats', await compare(ours, peer, rounds), 3);
}

async function losslessDicom(values: Uint16Array): Promise<Finding> {
  const library: typeof import('dcmjs-codecs') = createRequire(import.meta.url)('dcmjs-codecs');
  const facts = {
    width,
    height,
    bitsAllocated: 16,
    bitsStored: 12,
    samplesPerPixel: 1,
    pixelRepresentation: 0,
    planarConfiguration: 0,
    photometricInterpretation: 'MONOCHROME2',
  };
  await library.NativeCodecs.initializeAsync();
  const decoded = new library.Context({ ...facts, decodedBuffer: new Uint8Array(values.buffer) });
  const stream = library.NativeCodecs.encodeJpeg(decoded, { lossy: false }).getEncodedBuffer();
  if (stream === undefined) throw new Error('nothing encoded');
  const attributes = {
    ...greyAttributes(width, height, 12),
    '7fe0,0010': ['OB', encapsulate(stream)],
  } as const;
  const bytes = writeDicom(attributes, { transferSyntax: '1.2.840.10008.1.2.4.70' });
  const ours = () => studyOf(bytes);
  const peer = () =>
    library.NativeCodecs.decodeJpeg(new library.Context({ ...facts, encodedBuffer: stream }));
  const name = 'JPEG Lossless DICOM, 12 MP: bytes to study';
  return ratioFinding(name, 'the bare codec', await compare(ours, peer, rounds), 2);
}

async function display(values: Uint16Array): Promise<Finding> {
  const grey = { width, height, data: Float32Array.from(values) };
  const ours = () => encodePng(applyWindow(grey, percentileRange(grey)));
  const bytes = applyWindow(grey, percentileRange(grey)).data;
  const peer = () =>
    sharp(bytes, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer();
  const name = 'stored view, 12 MP: window and PNG';
  return ratioFinding(name, 'sharp PNG as it comes', await compare(ours, peer, rounds), 1);
}

async function studyOf(bytes: Uint8Array): Promise<void> {
  const result = await decodeStudy(bytes, codecs);
  if (!result.ok) throw new Error(result.problem);
}
