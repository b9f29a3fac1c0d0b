import type { GreyPlane, Mask } from '@second-read/core/pixels/plane';
import { componentMask } from '@second-read/core/pixels/regions/component-mask';
import {
  type Component,
  type Components,
  connectedComponents,
} from '@second-read/core/pixels/regions/connected-components';
import { above, invert } from '@second-read/core/pixels/regions/mask-logic';
import { eachPixel, shareWithin } from './region-share.ts';

/** Area of the air and of the wall around it, pixels at 512: a disc of 3 mm within one of 35 mm. */
const airArea = { min: 6, max: 500 };
const maxWallArea = 1200;
const maxSide = 50;
/** Of its box air and wall together fill as much; a vessel with its branches does not. */
const minFilled = 0.4;
/** As much of the wall lies in the lungs; bronchi at the hilum do not. */
const minInLungs = 0.9;

/**
 * The plane with the air in cavities at the mean gray of their walls: the networks learnt nodules, hardly any
 * of which holds air. What is denser than `denseFrom` is wall.
 */
export function withCavitiesFilled(plane: GreyPlane, lungs: Mask, denseFrom: number): GreyPlane {
  const dense = above(plane, denseFrom);
  const [walls, air] = [connectedComponents(dense), connectedComponents(invert(dense), 4)];
  const data = Float32Array.from(plane.data);
  for (const hole of air.components) {
    if (hole.area < airArea.min || hole.area > airArea.max) continue;
    const wall = walls.components[wallAround(hole, air, walls) - 1];
    if (wall === undefined || !isCavity(hole, wall)) continue;
    const ring = regionOf(walls, wall);
    if (shareWithin(lungs, ring) < minInLungs) continue;
    const gray = meanOf(plane, ring);
    eachPixel(regionOf(air, hole), (i) => {
      data[i] = gray;
    });
  }
  return { ...plane, data };
}

/** Label of what encloses a hole, which lies above its topmost pixel; 0 where that is the picture's edge. */
function wallAround({ label, box }: Component, air: Components, walls: Components): number {
  const { width } = air.labels;
  for (let i = box.y * width + box.x; i < box.y * width + box.x + box.width; i++) {
    if (air.labels.data[i] === label) return walls.labels.data[i - width] ?? 0;
  }
  return 0;
}

const isCavity = (hole: Component, { area, box }: Component) =>
  area < maxWallArea &&
  Math.max(box.width, box.height) <= maxSide &&
  area + hole.area >= minFilled * box.width * box.height;

const regionOf = (components: Components, { label, box, area }: Component) => ({
  mask: componentMask(components, label),
  box,
  areaPx: area,
});

function meanOf(plane: GreyPlane, region: ReturnType<typeof regionOf>): number {
  let sum = 0;
  eachPixel(region, (i) => {
    sum += plane.data[i] ?? 0;
  });
  return sum / Math.max(1, region.areaPx);
}
