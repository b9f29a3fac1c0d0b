import type { FrameCoding } from '../../dicom-codec.ts';

/** How a data set and its pixels are written (PS3.5 Annex A). */
export interface TransferSyntax {
  readonly uid: string;
  readonly isExplicit: boolean;
  readonly isLittleEndian: boolean;
  readonly isDeflated: boolean;
  readonly pixels: 'native' | 'rle' | FrameCoding;
}

const plain = { isExplicit: true, isLittleEndian: true, isDeflated: false } as const;

const codings: Readonly<Record<string, TransferSyntax['pixels']>> = {
  '1.2.840.10008.1.2.1': 'native',
  '1.2.840.10008.1.2.5': 'rle',
  '1.2.840.10008.1.2.4.50': 'jpeg',
  '1.2.840.10008.1.2.4.51': 'jpeg',
  '1.2.840.10008.1.2.4.53': 'jpeg',
  '1.2.840.10008.1.2.4.55': 'jpeg',
  '1.2.840.10008.1.2.4.57': 'jpeg',
  '1.2.840.10008.1.2.4.70': 'jpeg',
  '1.2.840.10008.1.2.4.80': 'jpeg-ls',
  '1.2.840.10008.1.2.4.81': 'jpeg-ls',
  '1.2.840.10008.1.2.4.90': 'jpeg-2000',
  '1.2.840.10008.1.2.4.91': 'jpeg-2000',
  '1.2.840.10008.1.2.4.201': 'htj2k',
  '1.2.840.10008.1.2.4.202': 'htj2k',
  '1.2.840.10008.1.2.4.203': 'htj2k',
};

export const implicitLittleEndian: TransferSyntax = {
  ...plain,
  uid: '1.2.840.10008.1.2',
  isExplicit: false,
  pixels: 'native',
};

export const explicitLittleEndian: TransferSyntax = {
  ...plain,
  uid: '1.2.840.10008.1.2.1',
  pixels: 'native',
};

export const explicitBigEndian: TransferSyntax = {
  ...plain,
  uid: '1.2.840.10008.1.2.2',
  isLittleEndian: false,
  pixels: 'native',
};

/** Undefined for syntaxes that are not read. */
export function transferSyntax(uid: string): TransferSyntax | undefined {
  if (uid === implicitLittleEndian.uid) return implicitLittleEndian;
  if (uid === '1.2.840.10008.1.2.1.99') return { ...plain, uid, isDeflated: true, pixels: 'native' };
  if (uid === explicitBigEndian.uid) return explicitBigEndian;
  const pixels = codings[uid];
  return pixels === undefined ? undefined : { ...plain, uid, pixels };
}
