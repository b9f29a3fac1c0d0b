import type { EngineContext } from '@second-read/core/analysis/engine';
import { type GreyPlane, greyPlane } from '@second-read/core/pixels/plane';
import type { Skull } from '../head/skull.ts';
import { brainHu } from './density.ts';
import { brainWindow } from './display.ts';
import { windowFacts } from './window-facts.ts';

/** The window in which an 8-bit picture shows a head, as told from the picture alone. */
export interface PictureWindow {
  /** Hounsfield units from black to white. */
  readonly width: number;
  readonly centre: number;
  /** Expected error of the width, as a share of it. */
  readonly spread: number;
  /** Where the picture shows brain, 0 black to 1 white. */
  readonly brain: number;
}

/** Windows that are believed, HU. */
const widths = { min: 35, max: 450 } as const;
/**
 * The highest density that a window shows black, HU, by where it shows brain: wide windows begin at water or
 * below, narrow ones between CSF and white matter.
 */
const black = { wide: { brain: 0.2, hu: 10 }, narrow: { brain: 0.35, hu: 22 } } as const;

/** Undefined where the skull encloses too little to tell. */
export async function estimateWindow(
  grey: GreyPlane,
  skull: Skull,
  infer: EngineContext['infer'],
): Promise<PictureWindow | undefined> {
  const told = windowFacts(grey, skull);
  if (told === undefined) return undefined;
  const facts = { data: told.facts, dims: [1, told.facts.length] };
  const { width: found, spread: error } = await infer('brain-ct/window', { facts });
  const [asked, spread] = [found?.data[0], error?.data[0]];
  if (asked === undefined || spread === undefined) throw new Error('brain-ct: unexpected window');
  const min = Math.max(widths.min, (brainHu - maxBlackHu(told.brain)) / told.brain);
  const width = Math.min(Math.max(asked, min), widths.max);
  return { width, centre: brainHu + (0.5 - told.brain) * width, spread, brain: told.brain };
}

function maxBlackHu(brain: number): number {
  const { wide, narrow } = black;
  const share = Math.min(Math.max((brain - wide.brain) / (narrow.brain - wide.brain), 0), 1);
  return wide.hu + share * (narrow.hu - wide.hu);
}

/** What a picture cuts off is black or white, whatever its window; over this many HU it comes to be so. */
const cutOffHu = 1.5;

/** A plane of any size in the brain window of the engine. */
export function inBrainWindow(grey: GreyPlane, { width, brain }: PictureWindow): GreyPlane {
  const min = brainWindow.centre - brainWindow.width / 2;
  const cutOff = cutOffHu / width;
  const out = greyPlane(grey.width, grey.height);
  for (let i = 0; i < out.data.length; i++) {
    const value = grey.data[i] ?? 0;
    const put = (brainHu + (value - brain) * width - min) / brainWindow.width;
    const [fromBlack, fromWhite] = [Math.min(value / cutOff, 1), Math.min((1 - value) / cutOff, 1)];
    out.data[i] = 1 - (1 - Math.min(Math.max(put, 0), 1) * fromBlack) * fromWhite;
  }
  return out;
}
