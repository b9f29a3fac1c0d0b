import type { Box, GreyPlane, Mask } from '@second-read/core/pixels/plane';

export interface Nodule {
  /** In the geometry of the plane that was searched. */
  readonly mask: Mask;
  readonly box: Box;
  readonly areaPx: number;
  /** 0 to 1: probability that it is a nodule or a mass, less where it lies in an opacity. */
  readonly score: number;
  /** Whether the network that sees the whole slice found it, not that of the spots. */
  readonly isMass?: boolean;
}

/** What is searched for spots. */
export interface Searched {
  /** Air in cavities has the gray of their walls. */
  readonly plane: GreyPlane;
  readonly quantity: 'hounsfield' | 'relative';
  /** The part that holds the chest. */
  readonly body: Box;
  readonly opacity: GreyPlane;
  /** What the network that sees the whole slice takes for a mass. */
  readonly mass: GreyPlane;
  readonly lungs: Mask;
  /** Metal, and what lies outside the body. */
  readonly foreign: Mask;
  /** Whether the window shows air and lungs as one black. */
  readonly isAirBlack: boolean;
  /** Such a window in which most of the lungs are black. */
  readonly areLungsBlack: boolean;
  /** Pixels of the study per pixel of the plane: below 1 the picture was enlarged. */
  readonly scale: number;
}

/** A spot farther than this from the lungs, at 512 pixels, is none: the table, a fold of clothing, an arm. */
export const nearLungs = 8;
