import type { Keyword } from './dictionary.ts';

/** Text, numbers, bytes or sequence items; `''` and `[]` write an empty element (type 2). */
export type DicomValue =
  | string
  | number
  | readonly string[]
  | readonly number[]
  | Uint8Array
  | readonly DataSet[];

/** Attributes by keyword, in any order: they are written in the order of their tags. */
export type DataSet = { readonly [K in Keyword]?: DicomValue | undefined };
