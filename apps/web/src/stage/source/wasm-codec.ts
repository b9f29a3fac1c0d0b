import {
  DamagedStream,
  type DecodedFrame,
  type DicomCodec,
  type FrameCoding,
  type FrameFacts,
  UnsupportedStream,
} from '@second-read/core/decode/dicom-codec';

/** Numbers and addresses in the memory of the codecs. */
type Call = (...values: number[]) => number;

/** In the order in which the codecs count them. */
const photometrics = [
  'MONOCHROME1',
  'MONOCHROME2',
  'PALETTE COLOR',
  'RGB',
  'YBR_FULL',
  'YBR_FULL_422',
  'YBR_PARTIAL_422',
  'YBR_PARTIAL_420',
  'YBR_ICT',
  'YBR_RCT',
];

const decoders: Readonly<Record<FrameCoding, string>> = {
  jpeg: 'DecodeJpeg',
  'jpeg-ls': 'DecodeJpegLs',
  'jpeg-2000': 'DecodeJpeg2000',
  htj2k: 'DecodeHtJpeg2000',
};

/**
 * Compressed frames through the codecs that the server uses, so that the picture before an analysis is the
 * picture of the report. The library's own host evaluates text, which the content security policy refuses.
 * @param load the codecs, fetched with the first compressed frame, and again where that failed. After a trap
 * in one the instance is given up.
 */
export function createWasmCodec(load: () => Promise<WebAssembly.Module>): Pick<DicomCodec, 'decodeFrame'> {
  let module: WebAssembly.Module | undefined;
  let codecs: Codecs | undefined;
  return {
    decodeFrame: async (frame, coding, facts) => {
      if (coding === 'jpeg-2000' && facts.samplesPerPixel > 1 && facts.bitsStored > 8) {
        throw new UnsupportedStream('the codec keeps 8 bits of a colour in JPEG 2000');
      }
      module ??= await load();
      codecs ??= await Codecs.start(module);
      try {
        return codecs.decode(frame, coding, facts);
      } catch (cause) {
        codecs = undefined;
        throw new DamagedStream('the stream is damaged', { cause });
      }
    },
  };
}

class Codecs {
  readonly #exports: WebAssembly.Exports;

  private constructor(exports: WebAssembly.Exports) {
    this.#exports = exports;
  }

  static async start(module: WebAssembly.Module): Promise<Codecs> {
    const holder: { memory?: WebAssembly.Memory } = {};
    const { exports } = await WebAssembly.instantiate(module, surroundings(holder));
    if (!(exports.memory instanceof WebAssembly.Memory)) throw new Error('codecs without memory');
    holder.memory = exports.memory;
    return new Codecs(exports);
  }

  decode(frame: Uint8Array, coding: FrameCoding, facts: FrameFacts): DecodedFrame {
    const context = this.#call('CreateCodecsContext');
    const set = (name: string, value: number) => this.#call(`Set${name}`, context, value);
    const get = (name: string) => this.#call(`Get${name}`, context);
    set('Columns', facts.columns);
    set('Rows', facts.rows);
    set('BitsAllocated', facts.bitsAllocated);
    set('BitsStored', facts.bitsStored);
    set('SamplesPerPixel', facts.samplesPerPixel);
    set('PixelRepresentation', facts.isSigned ? 1 : 0);
    set('PlanarConfiguration', 0);
    set('PhotometricInterpretation', photometrics.indexOf(facts.photometric));
    set('EncodedBufferSize', frame.length);
    this.#memory().set(frame, get('EncodedBuffer'));
    const parameters = this.#call('CreateDecoderParameters');
    const toRgb = coding === 'jpeg' && facts.samplesPerPixel === 3 && facts.photometric !== 'RGB';
    this.#call('SetConvertColorspaceToRgb', parameters, Number(toRgb));
    this.#call(decoders[coding], context, parameters);
    this.#call('ReleaseDecoderParameters', parameters);
    const from = get('DecodedBuffer');
    const decoded: DecodedFrame = {
      bytes: this.#memory().slice(from, from + get('DecodedBufferSize')),
      bitsAllocated: get('BitsAllocated'),
      photometric: photometrics[get('PhotometricInterpretation')] ?? '',
      isPlanar: get('PlanarConfiguration') === 1,
    };
    this.#call('ReleaseCodecsContext', context);
    return decoded;
  }

  #call(name: string, ...values: number[]): number {
    const call = this.#exports[name];
    if (typeof call !== 'function') throw new Error(`the codecs have no ${name}`);
    return (call as Call)(...values);
  }

  /** Anew each time: it moves when it grows. */
  #memory(): Uint8Array {
    return new Uint8Array((this.#exports.memory as WebAssembly.Memory).buffer);
  }
}

/** What the codecs ask of the system around them: nothing but to be told that something is wrong. */
function surroundings(holder: { memory?: WebAssembly.Memory }): WebAssembly.Imports {
  const silent = () => 0;
  const refuse = () => {
    throw new Error('the stream is damaged');
  };
  const nothing = (count: number, bytes: number) => {
    if (!holder.memory) return 0;
    const view = new DataView(holder.memory.buffer);
    view.setUint32(count, 0, true);
    view.setUint32(bytes, 0, true);
    return 0;
  };
  return {
    wasi_snapshot_preview1: {
      environ_get: silent,
      environ_sizes_get: nothing,
      proc_exit: refuse,
      clock_time_get: silent,
      fd_write: silent,
      fd_seek: silent,
      fd_close: silent,
    },
    env: {
      emscripten_notify_memory_growth: silent,
      onCodecsInfo: silent,
      onCodecsTrace: silent,
      onCodecsException: refuse,
    },
  };
}
