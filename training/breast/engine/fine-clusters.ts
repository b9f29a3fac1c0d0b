/**
 * Drawn clusters of calcifications in a mammogram of full resolution: how many are found, by the size of
 * their spots and by the resolution that is searched. No mammogram of that resolution with real clusters
 * is at hand. usage: npx tsx training/breast/engine/fine-clusters.ts FILE.dcm [SIDE ...]
 */
import { join } from 'node:path';
import type { GreyPlane } from '@second-read/core/pixels/plane';
import { flipHorizontal } from '@second-read/core/pixels/sampling/flip';
import { resizeLongestSide } from '@second-read/core/pixels/sampling/resize';
import { statistics } from '@second-read/core/pixels/values/statistics';
import { findSpots } from '../../../analyses/breast/engine/calcifications/calcifications.ts';
import { clusterSpots } from '../../../analyses/breast/engine/calcifications/clusters.ts';
import { calibration } from '../../../analyses/breast/engine/calibration.ts';
import { makeWorkingImage } from '../../../analyses/breast/engine/framing/working-image.ts';
import { seeBreast } from '../../../analyses/breast/engine/tissue/breast-network.ts';
import { segmentTissue } from '../../../analyses/breast/engine/tissue/tissue.ts';
import { readStudy } from '../../engine/read-study.ts';
import { makeContext } from './films.ts';

const [file = '', ...given] = process.argv.slice(2);
const sides = given.length > 0 ? given.map(Number) : [1280, 2560];
const diametersMm = [0.15, 0.2, 0.3, 0.4, 0.5];
/** Peak of a spot over its surroundings, in standard deviations of the breast. */
const contrasts = [0.5, 1, 2];
const places = 12;
const spotsPerCluster = 9;
const clusterRadiusMm = 3;

const study = await readStudy(file);
const pitch = study.spacing?.xMm ?? 0;
const working = makeWorkingImage(study);
const models = join(import.meta.dirname, '../../../analyses');
const { infer } = makeContext((model) => join(models, model.replace('/', '/model/').concat('.onnx')));
const { lesions: _, ...seen } = await seeBreast(working, infer);
const tissue = segmentTissue(seen, working);
const spread = statistics(resizeLongestSide(study.grey, 1024), unflipped(tissue.breast)).standardDeviation;

let seed = 7;
const random = () => {
  seed = (seed * 1664525 + 1013904223) % 2 ** 32;
  return seed / 2 ** 32;
};

for (const side of sides) {
  const own = search(study.grey, side);
  const ownNamed = own.filter((c) => c.dense && c.probability >= calibration.operating.calcification).length;
  console.log(
    `side ${side}: without drawn clusters ${ownNamed} named, best ${own[0]?.probability.toFixed(3)}`,
  );
  seed = 7;
  for (const contrast of contrasts) {
    const found = diametersMm.map((diameter) => foundOf(side, diameter, contrast));
    console.log(`  contrast ${contrast}: ${diametersMm.map((d, i) => `${d} mm ${found[i]}`).join(', ')}`);
  }
}

/** Clusters named, and those among the first four candidates, of `places`. */
function foundOf(side: number, diameter: number, contrast: number): string {
  let named = 0;
  let seenAmongFour = 0;
  for (let n = 0; n < places; n++) {
    const at = placeInBreast();
    const clusters = search(withCluster(at, diameter, contrast * spread), side);
    const near = clusters.findIndex(({ box }) => {
      const x =
        (working.mirrored ? working.grey.width - box.x - box.width / 2 : box.x + box.width / 2) *
        working.scale;
      const y = (box.y + box.height / 2) * working.scale;
      return Math.hypot(x - at.x, y - at.y) * pitch < clusterRadiusMm + 2;
    });
    const hit = clusters[near];
    if (hit === undefined) continue;
    if (near < 4) seenAmongFour++;
    if (hit.dense && hit.probability >= calibration.operating.calcification) named++;
  }
  return `${named}/${seenAmongFour}`;
}

function search(grey: GreyPlane, side: number) {
  const reduced = Math.max(grey.width, grey.height) <= side ? grey : resizeLongestSide(grey, side);
  const fine = working.mirrored ? flipHorizontal(reduced) : reduced;
  return clusterSpots(findSpots({ ...working, fine }, tissue), calibration);
}

function unflipped<T extends GreyPlane | typeof tissue.breast>(plane: T): T {
  return (
    working.mirrored
      ? { ...plane, data: flipHorizontal({ ...plane, data: Float32Array.from(plane.data) }).data }
      : plane
  ) as T;
}

function placeInBreast() {
  for (;;) {
    const x = Math.floor(random() * tissue.breast.width);
    const y = Math.floor(random() * tissue.breast.height);
    const deep = [-24, 0, 24].every((dx) =>
      [-24, 0, 24].every((dy) => tissue.breast.data[(y + dy) * tissue.breast.width + x + dx] === 1),
    );
    if (deep)
      return { x: (working.mirrored ? working.grey.width - x : x) * working.scale, y: y * working.scale };
  }
}

/** Spots as discs that a detector of 0.1 mm blurs, round, each of its own strength. */
function withCluster(at: { x: number; y: number }, diameter: number, height: number): GreyPlane {
  const out = { ...study.grey, data: Float32Array.from(study.grey.data) };
  const radius = diameter / 2 / pitch;
  const edge = 0.05 / pitch;
  for (let n = 0; n < spotsPerCluster; n++) {
    const angle = random() * 2 * Math.PI;
    const away = (Math.sqrt(random()) * clusterRadiusMm) / pitch;
    const [cx, cy] = [at.x + away * Math.cos(angle), at.y + away * Math.sin(angle)];
    const peak = height * (0.7 + 0.6 * random()) * (working.inverted ? -1 : 1);
    const reach = Math.ceil(radius + 4 * edge);
    for (let y = Math.floor(cy) - reach; y <= cy + reach; y++)
      for (let x = Math.floor(cx) - reach; x <= cx + reach; x++) {
        const i = y * out.width + x;
        const t = (radius - Math.hypot(x - cx, y - cy)) / edge;
        out.data[i] = (out.data[i] ?? 0) + peak / (1 + Math.exp(-2 * t));
      }
  }
  return out;
}
