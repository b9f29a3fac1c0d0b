import { describe, expect, it } from 'vitest';
import { ascii, greyAttributes, writeDicom } from './dicom/write-dicom.test-support.ts';
import { sniff } from './sniff.ts';

describe('sniffing', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['\xff\xd8\xff\xe0', 'jpeg'],
    ['II*\0', 'tiff'],
    ['MM\0*', 'tiff'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'webp'],
    ['RIFF\x10\0\0\0WAVEfmt ', 'unknown'],
    ['GIF87a', 'gif'],
    ['GIF89a', 'gif'],
    ['%PDF-1.7', 'unsupported'],
    ['PK\x03\x04', 'unsupported'],
    ['<svg xmlns', 'unsupported'],
    ['\0\0\0\x18ftypheic', 'unsupported'],
    ['BM............\x28\0\0\0', 'bmp'],
    ['BM is how this text begins', 'unknown'],
    ['BM....', 'unknown'],
    ['', 'unknown'],
    ['\x89PN', 'unknown'],
    ['hello', 'unknown'],
  ])('knows %j as %s', (content, format) => {
    expect(sniff(ascii(content))).toBe(format);
  });

  it('knows DICOM with and without its preamble', () => {
    const attributes = { '0008,0060': ['CS', 'CT'], ...greyAttributes(1, 1, 8) } as const;
    expect(sniff(writeDicom(attributes))).toBe('dicom');
    expect(sniff(writeDicom(attributes, { hasPreamble: false }))).toBe('dicom');
    expect(sniff(writeDicom(attributes, { hasPreamble: false, isExplicit: false }))).toBe('dicom');
  });
});
