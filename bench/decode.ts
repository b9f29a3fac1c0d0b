import sharp from 'sharp';
import { createCodecs } from '../apps/server/src/platform/compute/codecs/create-codecs.ts';
import { encodePng } from '../apps/server/src/platform/compute/encode-png.ts';
import { decodeStudy } from '../core/src/decode/decode-study.ts';
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
  return [await png(values), await display(values), ...(await benchDecodeSyntaxes())];
}

async function png(values: Uint16Array): Promise<Finding> {
  const raw = { width, height, channels: 1 } as const;
  const bytes = await sharp(values, { raw }).toColourspace('grey16').png({ compressionLevel: 6 }).toBuffer();
  const ours = () => studyOf(bytes);
  const peer = () => sharp(bytes).toColourspace('grey16').raw({ depth: 'ushort' }).toBuffer();
  const name = '16-bit PNG, 12 MP: bytes to study';
  return ratioFinding(name, 'sharp to raw pixels', await compare(ours, peer, rounds), 2);
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
