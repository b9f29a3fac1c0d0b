import type { Box } from '@second-read/core/pixels/plane';
import type { Landmarks } from '@second-read/core/reading/landmarks';
import type { Mark, SliceEvidence } from '@second-read/core/reading/mark';
import { clusterCategory, massCategory } from '../../reading/birads.ts';
import { calcificationsToJudge } from '../../reading/to-judge.ts';
import { toInputBox } from '../framing/input-place.ts';
import { toFrame } from '../masses/masses.ts';
import type { BreastMeasures } from '../read-breast.ts';
import { type BreastAxes, depthShare, landmarksIn } from '../tissue/breast-axes.ts';
import { placeOf } from '../tissue/location.ts';
import { centreOf } from './named-findings.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * What the exam of both breasts needs of one view: places with their distance from the nipple, and what the
 * view is.
 */
export function evidenceOf(measures: BreastMeasures): SliceEvidence {
  const { density, view, side, working, axes } = measures;
  return {
    marks: [...massMarks(measures), ...clusterMarks(measures)],
    facts: {
      view: view.name,
      viewTold: view.told,
      sideTold: side,
      // Views hang back to back: the chest wall of a right breast is on the right of its picture.
      sideSeen: working.mirrored ? 'right' : 'left',
      density: density.real,
      densityCategory: density.category,
      percentDensity: density.percent,
      malignant: measures.malignant,
      abnormal: measures.abnormal,
      hasOpenQuestion: calcificationsToJudge(measures.spread.length > 0, measures.coarse) !== null,
      breastDepthPx: axes === null ? null : depthPixels(axes),
      mmPerPixel: working.mmPerPixel,
    },
    ...(axes !== null && { landmarks: landmarksOf(axes, measures) }),
  };
}

function landmarksOf(axes: BreastAxes, { working }: BreastMeasures): Landmarks {
  const at = ({ x, y }: Point) => ({
    x: working.scale * (working.mirrored ? working.grey.width - x : x),
    y: working.scale * y,
  });
  return Object.fromEntries(Object.entries(landmarksIn(axes)).map(([name, place]) => [name, at(place)]));
}

function massMarks(measures: BreastMeasures): Mark[] {
  const grid = measures.search?.context.grid;
  if (grid === undefined) return [];
  const named = measures.masses.map((mass) => {
    const at = centreOf(measures, mass);
    const { candidate, description } = mass;
    const said = {
      isNamed: true,
      category: massCategory({ ...description, malignant: candidate.malignant }).category,
      malignant: candidate.malignant,
      sizeMm: description.sizeMm,
      sizeMmEstimated: description.sizeMmEstimated,
      sizePx: description.sizePx,
      atBorder: description.atBorder,
    };
    return placed(measures, {
      type: 'mass',
      score: candidate.lesion,
      box: around(at, candidate.radius * grid.scale),
      said,
    });
  });
  const below = measures.massesBelow.map(({ candidate, score }) => {
    const at = toFrame(grid, candidate);
    const said = { isNamed: false, malignant: candidate.malignant };
    return placed(measures, { type: 'mass', score, box: around(at, candidate.radius * grid.scale), said });
  });
  return [...named, ...below];
}

function clusterMarks(measures: BreastMeasures): Mark[] {
  const mark = (isNamed: boolean) => (cluster: BreastMeasures['clusters'][number]) =>
    placed(measures, {
      type: 'calcification',
      score: cluster.probability,
      box: cluster.box,
      said: { isNamed, ...(isNamed && { category: clusterCategory }) },
    });
  return [...measures.namedClusters.map(mark(true)), ...measures.clustersBelow.map(mark(false))];
}

function placed(
  { working, axes, view }: BreastMeasures,
  { type, score, box, said }: Pick<Mark, 'type' | 'score' | 'box'> & { said: Mark['facts'] },
): Mark {
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const place: NonNullable<Mark['facts']> =
    axes === null
      ? {}
      : {
          ...{ nippleShare: 1 - depthShare(axes, at), depthShare: depthShare(axes, at) },
          ...placeOf(axes, at, view),
        };
  const inputBox = toInputBox(working, box);
  return {
    type,
    score,
    box: inputBox,
    areaPx: inputBox.width * inputBox.height,
    runs: new Int32Array(),
    facts: { ...said, ...place },
  };
}

/** From the chest wall to the nipple, at right angles to the wall: both views measure the same. */
function depthPixels({ wall, nipple }: BreastAxes): number {
  const along = nipple.x - wall.at - wall.slope * nipple.y;
  return Math.max(1, along / Math.hypot(1, wall.slope));
}

function around({ x, y }: Point, radius: number): Box {
  return { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
}
