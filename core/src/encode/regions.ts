import type { LabelMap } from '../pixels/plane.ts';
import type { SegmentCoding } from '../reading/code.ts';
import type { ExportRecord } from './export-record.ts';

/** One class that occurs in a label map. Its segment number counts from 1, without gaps (PS3.3 C.8.20.2). */
export interface Region {
  readonly segmentNumber: number;
  readonly classNumber: number;
  readonly label: string;
  readonly coding: SegmentCoding;
  readonly pixels: number;
}

/** The classes of the module that occur, in the order of their numbers. */
export function regionsOf(record: ExportRecord, labels: LabelMap): Region[] {
  const counts = new Uint32Array(256);
  for (const label of labels.data) counts[label] = (counts[label] ?? 0) + 1;
  return Object.entries(record.coding.segments)
    .map(([key, coding]) => ({ classNumber: Number(key), coding, pixels: counts[Number(key)] ?? 0 }))
    .filter(({ pixels }) => pixels > 0)
    .map((region, index) => ({
      ...region,
      segmentNumber: index + 1,
      label: record.legend[region.classNumber] ?? region.coding.type.meaning,
    }));
}
