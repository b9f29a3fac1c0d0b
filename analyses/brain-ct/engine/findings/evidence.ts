import type { Study } from '@second-read/core/decode/study';
import { metalPixels } from '@second-read/core/exam/metal';
import { noiseOf } from '@second-read/core/exam/noise';
import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import type { Landmarks } from '@second-read/core/reading/landmarks';
import { type Mark, marksOf, type SliceEvidence } from '@second-read/core/reading/mark';
import { boneOutline } from '../head/bone-outline.ts';
import { mapped } from '../head/canvas-geometry.ts';
import { canvasSide } from '../head/upright-head.ts';
import { bleedingTypes } from '../measure/haemorrhage.ts';
import type { Measurements } from '../measure/measurements.ts';
import { hasBleeding, isBleedingLeftOpen } from './bleeding-words.ts';
import { onStudy } from './label-map.ts';
import type { Observation } from './observation.ts';
import type { Observations } from './observations.ts';
import { sideOfMark } from './regions.ts';
import { isShifted } from './signs.ts';

/** Smaller parts of an outline are its frayed edge, pixels of the picture. */
const minPx = 8;

/** What the exam of the whole head needs of one slice. */
export function evidenceOf(
  m: Measurements,
  study: Study,
  { seen, shown }: { readonly seen: Observations; readonly shown: GreyPlane },
): SliceEvidence {
  const bone = boneOutline(shown);
  const { bleeding, midline, csf } = m;
  const shift = m.assessable.shift ? midline?.shift : undefined;
  const mmPerPixel = m.mmPerPixel ?? null;
  return {
    marks: [
      ...marksIn(m.bleedingRegion, m, study, {
        type: 'haemorrhage',
        score: bleeding.probability,
        facts: { isNamed: hasBleeding(m) },
      }),
      ...hypodenseMarks(m, study),
    ],
    facts: {
      position: bleeding.position,
      level: m.level,
      haemorrhage: bleeding.probability,
      mapPeak: bleeding.map.data.reduce((max, value) => Math.max(max, value), 0),
      isNamed: hasBleeding(m),
      isLeftOpen: isBleedingLeftOpen(m),
      ...Object.fromEntries(bleedingTypes.map((type) => [`type_${type}`, bleeding.types[type]])),
      shiftShare: shift ?? null,
      shiftMm:
        shift === undefined || mmPerPixel === null ? null : shift * (midline?.innerWidth ?? 0) * mmPerPixel,
      isShifted: shift === undefined ? null : isShifted(m),
      evansIndex: m.assessable.ventricles ? (csf?.evansIndex ?? null) : null,
      csfShare: csf?.fraction ?? null,
      innerPixels: area(m.skull.intracranial),
      closure: m.skull.closure,
      boneX: bone ? bone.x + bone.width / 2 : null,
      boneY: bone ? bone.y + bone.height / 2 : null,
      boneWidth: bone?.width ?? null,
      boneHeight: bone?.height ?? null,
      unlike: m.unlike.join(' and ') || null,
      metalPx: metalPixels(study),
      ...noiseOf(study),
      isMeasuredDensity: m.density.source === 'measured',
      ...coded('cisterns', seen.cisterns),
      ...coded('sulci', seen.sulci),
      ...coded('volume', seen.volume),
    },
    ...(m.midline && { landmarks: landmarksOf(m.midline, m) }),
  };
}

/** Two ends of the midline, and a place to the patient's left of it. */
function landmarksOf(midline: NonNullable<Measurements['midline']>, { upright }: Measurements): Landmarks {
  const at = (x: number, y: number) => mapped(upright.toStudy, { x, y });
  const last = canvasSide - 1;
  return {
    front: at(midline.idealAt(0), 0),
    back: at(midline.idealAt(last), last),
    left: at(last, last / 2),
  };
}

/** An observation by its code, null where it is not assessed, with its side and its share of CSF. */
function coded(name: string, { code, side, measured }: Observation): SliceEvidence['facts'] {
  const share = measured.find(({ quantity }) => quantity === 'csf_share');
  return { [name]: code, [`${name}Side`]: side, [`${name}CsfPercent`]: share?.value ?? null };
}

function hypodenseMarks(m: Measurements, size: { width: number; height: number }): Mark[] {
  if (!m.assessable.hypodensity || m.hypodense === undefined || m.hypodense.fraction === 0) return [];
  const { region, difference } = m.hypodense;
  const facts = { differenceHu: difference };
  const score = Math.min(1, area(region) / Math.max(1, area(m.skull.intracranial)) / 0.1);
  return marksIn(region, m, size, { type: 'hypodense area', score, facts });
}

/** Each on its own side: of two bleedings on one slice neither is on both. */
function marksIn(
  region: Mask,
  m: Measurements,
  size: { width: number; height: number },
  said: Pick<Mark, 'type' | 'score' | 'facts'>,
): Mark[] {
  if (area(region) === 0) return [];
  return marksOf(onStudy(region, m.upright.toStudy, size), said, minPx).map((mark) => ({
    ...mark,
    facts: { ...mark.facts, side: sideOfMark(mark, m) ?? null },
  }));
}
