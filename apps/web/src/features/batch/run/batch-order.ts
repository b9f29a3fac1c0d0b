import type { MaskBox } from '@second-read/contract/analyses';
import type { BatchReply } from '@second-read/contract/batches';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import type { ExamStatement } from '@second-read/core/exam/report/exam-statement';
import { sendOrder } from './send-order.ts';

/** One picture to be sent; read when its turn comes. */
export interface BatchSlice {
  /** From 1; null where the file is one picture. */
  readonly frame: number | null;
  /** The file says that text is burned into its picture. */
  readonly saysBurnedIn: boolean;
  /** Of a view: what its file says that it shows; null where it says nothing. */
  readonly shows?: {
    readonly name: string;
    readonly side: 'left' | 'right' | null;
    readonly view: 'CC' | 'MLO' | null;
    readonly isViewTold: boolean;
  };
  file(): Promise<File>;
}

export interface BatchOrder {
  readonly manifest: ModuleManifest;
  readonly patientId: string;
  /** The patient ID was made up here. */
  readonly isGenerated: boolean;
  /** The user said that it is right although the files name another. */
  readonly isConfirmed: boolean;
  /** `exam`: all slices are read to one report. */
  readonly kind: BatchReply['kind'];
  readonly slices: readonly BatchSlice[];
  /** Of an exam: what is said of it as it is announced. */
  readonly statement?: ExamStatement | undefined;
  /** Hidden in every slice before it is kept; empty for none. */
  readonly masks: readonly MaskBox[];
  /** A series of the same slices whose sending was interrupted: it is gone on with. */
  readonly interrupted?: Interrupted;
}

export interface Interrupted {
  readonly id: string;
  /** Slices that have arrived, from 1. */
  readonly arrived: ReadonlySet<number>;
}

/**
 * Which slices are to be sent, from 0. Of an interrupted series one that has arrived is sent again first: the
 * server refuses it where it is another picture, so that two series never become one.
 */
export function remaining({ slices, interrupted }: BatchOrder): number[] {
  const places = sendOrder(slices.length);
  if (!interrupted) return places;
  const hasArrived = (place: number) => interrupted.arrived.has(place + 1);
  return [...places.filter(hasArrived).slice(0, 1), ...places.filter((place) => !hasArrived(place))];
}
