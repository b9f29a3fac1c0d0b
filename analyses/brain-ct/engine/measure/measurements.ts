import type { Mask } from '@second-read/core/pixels/plane';
import type { FileFacts } from '@second-read/core/reading/file-facts';
import type { SliceLevel } from '../../reading/codes.ts';
import type { Skull } from '../head/skull.ts';
import type { UprightHead } from '../head/upright-head.ts';
import type { Midline } from '../midline/midline.ts';
import type { Density } from '../window/normalised.ts';
import type { Haemorrhage } from './haemorrhage.ts';
import type { HypodenseArea } from './hypodense.ts';
import type { Assessable } from './level.ts';
import type { CsfSpaces } from './ventricles.ts';

/** Everything measured on one slice; what the level does not allow is absent. */
export interface Measurements {
  readonly upright: UprightHead;
  readonly skull: Skull;
  readonly density: Density;
  readonly bleeding: Haemorrhage;
  readonly bleedingRegion: Mask;
  readonly level: SliceLevel;
  /**
   * Why the picture is unlike those that haemorrhage was measured on; each completes "the picture shows …".
   */
  readonly unlike: readonly string[];
  readonly assessable: Assessable;
  readonly file: FileFacts;
  readonly midline?: Midline;
  readonly csf?: CsfSpaces;
  readonly hypodense?: HypodenseArea;
  /** Millimetres per canvas pixel, where the file says so. */
  readonly mmPerPixel?: number;
}
