import type { Codecs } from '@second-read/core/decode/decode-study';
import type { RasterCodec } from '@second-read/core/decode/raster-codec';
import { isSimple, readSimple, simpleSize } from '@second-read/core/decode/simple/simple-pictures';
import { sniff } from '@second-read/core/decode/sniff';
import { createDcmjsCodec } from './dcmjs-codec.ts';
import { createSharpRasterCodec } from './sharp-raster-codec.ts';

/** The drivers behind the decoder's ports. */
export function createCodecs(): Codecs {
  return { raster: withSimpleFormats(createSharpRasterCodec()), dicom: createDcmjsCodec() };
}

/** GIF and BMP are read by our own code; the library never sees them. */
function withSimpleFormats(library: RasterCodec): RasterCodec {
  return {
    header: async (bytes) => {
      const format = sniff(bytes);
      return isSimple(format) ? { ...simpleSize(bytes, format), pages: 1 } : library.header(bytes);
    },
    pixels: async (bytes) => {
      const format = sniff(bytes);
      return isSimple(format) ? { ...readSimple(bytes, format), channels: 3 } : library.pixels(bytes);
    },
  };
}
