import { createRequire } from 'node:module';
import { inflateRawSync } from 'node:zlib';
import {
  DamagedStream,
  type DecodedFrame,
  type DicomCodec,
  type FrameCoding,
  type FrameFacts,
  UnsupportedStream,
} from '@second-read/core/decode/dicom-codec';
import type { Context } from 'dcmjs-codecs';

const require = createRequire(import.meta.url);
const wasmPath = require.resolve('dcmjs-codecs/build/dcmjs-native-codecs.wasm');
/** A UMD bundle: its names are not visible to `import`. */
const library: typeof import('dcmjs-codecs') = require('dcmjs-codecs');
const { NativeCodecs } = library;

const decoders: Record<FrameCoding, (context: Context) => Context> = {
  jpeg: (context) => {
    const isYbr = context.getSamplesPerPixel() === 3 && context.getPhotometricInterpretation() !== 'RGB';
    return NativeCodecs.decodeJpeg(context, { convertColorspaceToRgb: isYbr });
  },
  'jpeg-ls': (context) => NativeCodecs.decodeJpegLs(context),
  'jpeg-2000': (context) => NativeCodecs.decodeJpeg2000(context),
  htj2k: (context) => NativeCodecs.decodeHtJpeg2000(context),
};

/**
 * Compressed frames through the codecs of dcmjs in WebAssembly: damage inside a code stream ends in a
 * trap in the sandbox, never in this process. After one the instance is discarded with its memory.
 */
export function createDcmjsCodec(): DicomCodec {
  return {
    inflate: (bytes, limit) => inflateRawSync(bytes, { maxOutputLength: limit }),
    decodeFrame: async (frame, coding, facts) => {
      if (coding === 'jpeg-2000' && facts.samplesPerPixel > 1 && facts.bitsStored > 8) {
        throw new UnsupportedStream('the codec keeps 8 bits of a colour in JPEG 2000');
      }
      if (!NativeCodecs.isInitialized()) {
        await NativeCodecs.initializeAsync({ webAssemblyModulePathOrUrl: wasmPath });
      }
      try {
        return decodedFrame(decoders[coding](contextOf(frame, facts)));
      } catch (cause) {
        NativeCodecs.release();
        throw new DamagedStream('the stream is damaged', { cause });
      }
    },
  };
}

function contextOf(frame: Uint8Array, facts: FrameFacts): Context {
  return new library.Context({
    width: facts.columns,
    height: facts.rows,
    bitsAllocated: facts.bitsAllocated,
    bitsStored: facts.bitsStored,
    samplesPerPixel: facts.samplesPerPixel,
    pixelRepresentation: facts.isSigned ? 1 : 0,
    planarConfiguration: 0,
    photometricInterpretation: facts.photometric,
    encodedBuffer: frame,
  });
}

function decodedFrame(context: Context): DecodedFrame {
  const bytes = context.getDecodedBuffer();
  const bitsAllocated = context.getBitsAllocated();
  if (bytes === undefined || bitsAllocated === undefined) throw new Error('nothing decoded');
  return {
    bytes,
    bitsAllocated,
    photometric: context.getPhotometricInterpretation() ?? '',
    isPlanar: context.getPlanarConfiguration() === 1,
  };
}
