import type { LabelMap, Plane, RgbImage } from '../pixels/plane.ts';
import type { Candidate } from './candidate.ts';
import type { SliceEvidence } from './mark.ts';
import type { AnyReading } from './reading.ts';

export type Score = number | null | { readonly [name: string]: number | null };

/** Extra pictures an engine makes beside the label map, in the geometry of the study. */
export type ViewRole = 'segmented' | 'overlay' | 'figure';

/** What an engine saw in one study. */
export interface Analysis {
  /** Everything a report says is derived from this; by the module's own schema. */
  readonly reading: AnyReading;
  /** Up to 20 per image, best first. */
  readonly candidates: readonly Candidate[];
  /** Class numbers as in the module's legend, in the geometry of the study. */
  readonly labels: LabelMap;
  /** Further 8-bit maps by name, in the geometry of the study, e.g. `reader_share` of the lung module. */
  readonly extraMaps?: Readonly<Record<string, Plane<Uint8Array>>>;
  /** Figures for evaluation, names as in the module's README; null where not assessable. */
  readonly scores: Readonly<Record<string, Score>>;
  readonly views: Partial<Readonly<Record<ViewRole, RgbImage>>>;
  /** What the reading of a whole exam needs of this picture; of modules that read exams. */
  readonly evidence?: SliceEvidence;
}
