import { mask } from '@second-read/core/pixels/plane';
import type { SliceLevel } from '../../reading/codes.ts';
import { bleedingTypes } from './haemorrhage.ts';
import { assessableOn } from './level.ts';
import type { Measurements } from './measurements.ts';

/**
 * What the words of a report rest on, without a picture; `null` where the slice did not allow the measure.
 */
export interface MeasuredNumbers {
  readonly level: SliceLevel;
  readonly probability: number;
  /** As `bleedingTypes` orders them. */
  readonly types: readonly number[];
  readonly bleeding: SidedShare;
  readonly shift: number | null;
  readonly evansIndex: number | null;
  readonly csf: {
    readonly all: number;
    readonly central: number;
    readonly right: number;
    readonly left: number;
  } | null;
  readonly hypodense: SidedShare & { readonly difference: number };
  readonly mmPerPixel: number | null;
  /** Why the picture is unlike those that were measured; none where absent. */
  readonly unlike?: readonly string[];
}

/** An area as a share of the intracranial one, and the share of it on the patient's right. */
export interface SidedShare {
  readonly share: number;
  readonly onRight: number;
}

const side = 64;
const plane = { width: side, height: side, data: new Float32Array(side * side) };

/** An area of the given share of the whole square, its right part on the picture's left. */
function region({ share, onRight }: SidedShare) {
  const out = mask(side, side);
  const rows = Math.ceil(Math.sqrt(share) * side);
  const columns = rows === 0 ? 0 : Math.min(side, Math.round((share * side * side) / rows));
  const right = Math.round(columns * onRight);
  for (let y = 20; y < Math.min(side, 20 + rows); y++) {
    out.data.fill(1, y * side + side / 2 - right, y * side + side / 2 - right + columns);
  }
  return out;
}

/** Measurements with these numbers on a square head of 64 pixels. */
export function measurementsOf(n: MeasuredNumbers): Measurements {
  const types = Object.fromEntries(bleedingTypes.map((type, i) => [type, n.types[i] ?? 0]));
  const whole = mask(side, side);
  whole.data.fill(1);
  const isMeasured = n.shift !== null && n.csf !== null;
  return {
    upright: { grey: plane, toStudy: { a: 1, b: 0, c: 0, d: 0, e: 1, f: 0 }, scale: 1, turn: 0 },
    skull: { bone: mask(side, side), intracranial: whole, closure: 1 },
    density: { hu: plane, source: 'estimated' },
    bleeding: {
      probability: n.probability,
      types: types as Measurements['bleeding']['types'],
      map: plane,
      position: 0.5,
      levels: [],
    },
    bleedingRegion: region(n.bleeding),
    level: n.level,
    unlike: n.unlike ?? [],
    assessable: assessableOn(isMeasured ? n.level : 'face'),
    file: { sides: 'file', isDeclared: true },
    ...(n.mmPerPixel === null ? {} : { mmPerPixel: n.mmPerPixel }),
    ...(n.shift === null || n.csf === null
      ? {}
      : {
          midline: {
            innerWidth: 150,
            idealAt: () => side / 2 - 0.5,
            path: [
              { x: side / 2, y: 0 },
              { x: side / 2, y: side },
            ],
            shift: n.shift,
          },
          csf: {
            central: mask(side, side),
            sulcal: mask(side, side),
            fraction: n.csf.all,
            centralFraction: n.csf.central,
            sulcalShare: {
              smallerX: n.csf.right,
              largerX: n.csf.left,
              both: (n.csf.right + n.csf.left) / 2,
            },
            ...(n.evansIndex === null ? {} : { evansIndex: n.evansIndex }),
          },
          hypodense: {
            region: region(n.hypodense),
            fraction: n.hypodense.share,
            difference: n.hypodense.difference,
            comparedWith: 'other side',
          },
        }),
  };
}
