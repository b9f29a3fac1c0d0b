import type { EngineContext } from '@second-read/core/analysis/engine';
import type { Study } from '@second-read/core/decode/study';
import type { GreyPlane } from '@second-read/core/pixels/plane';
import { withOpenPart } from '../head/open-skull.ts';
import { findSkull, type Skull } from '../head/skull.ts';
import { onCanvas, type UprightHead } from '../head/upright-head.ts';
import { densityOf } from './density.ts';
import { estimateWindow, inBrainWindow, type PictureWindow } from './window.ts';

/** Canvas densities and how they were come by. */
export interface Density {
  /** Hounsfield units on the canvas; clipped to the brain window. */
  readonly hu: GreyPlane;
  /**
   * `measured`: from the file. `estimated`: from the picture. `assumed`: too little is enclosed to estimate
   * them.
   */
  readonly source: 'measured' | 'estimated' | 'assumed';
  /** The window that the picture was found to be shown in; only where estimated. */
  readonly window?: PictureWindow;
}

/** A slice as every further step sees it, whatever window the picture came in. */
export interface Normalised {
  /**
   * The canvas in the brain window of the engine, 0 to 1. The slice is windowed before it is put there: the
   * other way round, a wide window blurs bone into brain.
   */
  readonly grey: GreyPlane;
  readonly skull: Skull;
  readonly density: Density;
}

interface UprightStudy {
  /** The slice at study size, in the greys of `upright`. */
  readonly shown: GreyPlane;
  readonly upright: UprightHead;
  readonly stretched: (plane: GreyPlane) => GreyPlane;
  readonly quantity: Study['quantity'];
}

/**
 * Puts a slice into the engine's brain window: exactly for Hounsfield units, else by the window that the
 * picture tells.
 */
export async function normalise(
  { shown, upright, stretched, quantity }: UprightStudy,
  infer: EngineContext['infer'],
): Promise<Normalised> {
  if (quantity === 'hounsfield') return withDensity(upright.grey, { source: 'measured' }, infer);
  const rough = stretched(upright.grey);
  const window = await estimateWindow(upright.grey, findSkull(rough), infer);
  if (window === undefined) return withDensity(rough, { source: 'assumed' }, infer);
  const grey = onCanvas(inBrainWindow(shown, window), upright);
  return withDensity(grey, { source: 'estimated', window }, infer);
}

async function withDensity(
  grey: GreyPlane,
  told: Omit<Density, 'hu'>,
  infer: EngineContext['infer'],
): Promise<Normalised> {
  const skull = await withOpenPart(grey, findSkull(grey), infer);
  const quantity = told.source === 'measured' ? 'hounsfield' : 'relative';
  return { grey, skull, density: { hu: densityOf(grey, skull.intracranial, quantity), ...told } };
}
