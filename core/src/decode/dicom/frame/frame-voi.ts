import type { DisplayTable, DisplayWindow } from '../../study.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { lookupTable } from '../samples/lookup-table.ts';

export interface FrameVoi {
  readonly window?: DisplayWindow;
  readonly table?: DisplayTable;
}

const shapes: Readonly<Record<string, DisplayWindow['shape']>> = {
  LINEAR_EXACT: 'linear_exact',
  SIGMOID: 'sigmoid',
};

/**
 * The file's first VOI window and first VOI table (PS3.3 C.11.2). `mirror`: the sum of a value and its
 * inverted one, if values were inverted; window and table are inverted with them.
 */
export function frameVoi(source: Dataset, isSigned: boolean, mirror: number | undefined): FrameVoi {
  return { window: windowOf(source, mirror), table: tableOf(source, isSigned, mirror) };
}

function windowOf(source: Dataset, mirror: number | undefined): DisplayWindow | undefined {
  const stated = source.number('windowCentre');
  const width = source.number('windowWidth');
  if (stated === undefined || width === undefined) return undefined;
  const shape = shapes[source.text('voiLutFunction') ?? ''];
  if (!(width >= (shape === undefined ? 1 : Number.MIN_VALUE))) return undefined;
  if (mirror === undefined) return { centre: stated, width, shape };
  // A linear window is half a value off its centre (C.11.2.1.2.1), on the other side once inverted.
  return { centre: mirror - stated + (shape === undefined ? 1 : 0), width, shape };
}

function tableOf(source: Dataset, isSigned: boolean, mirror: number | undefined): DisplayTable | undefined {
  const item = source.items('voiLutSequence')[0];
  const table = item && lookupTable(item, { descriptor: 'lutDescriptor', data: 'lutData' }, isSigned);
  if (table === undefined || table.entries.length === 0) return undefined;
  const max = 2 ** Math.min(Math.max(table.bits, 1), 16) - 1;
  const entries = Uint16Array.from({ length: table.entries.length }, (_, i) => table.entries[i] ?? 0);
  if (mirror === undefined) return { first: table.first, max, entries };
  const first = mirror - (table.first + entries.length - 1);
  return { first, max, entries: entries.reverse().map((entry) => Math.max(max - entry, 0)) };
}
