import type { EngineContext } from '@second-read/core/analysis/engine';
import type { Study } from '@second-read/core/decode/study';
import type { GreyPlane } from '@second-read/core/pixels/plane';
import { findSkull, type Skull } from '../head/skull.ts';
import type { UprightHead } from '../head/upright-head.ts';
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
  /** The canvas in the brain window of the engine, 0 to 1. */
  readonly grey: GreyPlane;
  readonly skull: Skull;
  readonly density: Density;
}

interface UprightStudy {
  readonly upright: UprightHead;
  readonly stretched: (plane: GreyPlane) => GreyPlane;
  readonly quantity: Study['quantity'];
}

/**
 * Puts a slice into the engine's brain window: exactly for Hounsfield units, else by the window that the
 * picture tells.
 */
export async function normalise(
  { upright, stretched, quantity }: UprightStudy,
  infer: EngineContext['infer'],
): Promise<Normalised> {
  if (quantity === 'hounsfield') return withDensity(upright.grey, 'measured');
  const rough = stretched(upright.grey);
  const window = await estimateWindow(upright.grey, findSkull(rough), infer);
  if (window === undefined) return withDensity(rough, 'assumed');
  return withDensity(inBrainWindow(upright.grey, window), 'estimated', window);
}

function withDensity(grey: GreyPlane, source: Density['source'], window?: PictureWindow): Normalised {
  const skull = findSkull(grey);
  const quantity = source === 'measured' ? 'hounsfield' : 'relative';
  const hu = densityOf(grey, skull.intracranial, quantity);
  return { grey, skull, density: { hu, source, ...(window === undefined ? {} : { window }) } };
}
