import { appendFileSync } from 'node:fs';
import sharp from 'sharp';
import type { Box, Mask } from '../../core/src/pixels/plane.ts';
import { connectedComponents } from '../../core/src/pixels/regions/connected-components.ts';
import type { Area } from '../../core/src/review/draw/area.ts';
import type { ProposalPicture } from '../../core/src/review/draw/proposal.ts';
import { proposeFromBox, proposeFromClick } from '../../core/src/review/draw/propose-area.ts';
import { type OutlinedPicture, outlinedSets, picturesOf } from './sets.ts';

/** Findings of a set, pictures of a patient, and by how much boxes are off at each edge, all at most. */
const [maxFindings, maxOfPatient, jitter] = [60, 2, 0.1];
/** A line per finding for lite_medsam.py: what was asked of it, and what the outline was worth. */
const rowsFile = process.argv[2];

/** Mulberry32: the same numbers at every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

async function pictureOf(file: string): Promise<ProposalPicture> {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const planes = [0, 1, 2].map((channel) =>
    Uint8Array.from({ length: width * height }, (_, at) => data[3 * at + channel] ?? 0),
  );
  const [red, green] = planes;
  const isGrey = red?.every((value, at) => value === green?.[at]);
  return { width, height, planes: isGrey ? planes.slice(0, 1) : planes };
}

async function maskOf(file: string, from: number): Promise<Mask> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return {
    width,
    height,
    data: Uint8Array.from({ length: width * height }, (_, at) =>
      (data[at * channels] ?? 0) >= from ? 1 : 0,
    ),
  };
}

function jittered({ x, y, width, height }: Box, picture: ProposalPicture, random: () => number): Box {
  const off = (side: number) => (2 * random() - 1) * jitter * side;
  const [left, top] = [Math.max(0, x + off(width)), Math.max(0, y + off(height))];
  const right = Math.min(picture.width, x + width + off(width));
  const bottom = Math.min(picture.height, y + height + off(height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The pixel of the finding that is nearest to its centroid. */
function clickOn(truth: Mask, { x, y }: { x: number; y: number }): { x: number; y: number } {
  let [best, nearest] = [0, Number.POSITIVE_INFINITY];
  truth.data.forEach((value, at) => {
    const away = Math.hypot((at % truth.width) - x, Math.floor(at / truth.width) - y);
    if (value === 1 && away < nearest) [best, nearest] = [at, away];
  });
  return { x: (best % truth.width) + 0.5, y: Math.floor(best / truth.width) + 0.5 };
}

/** What any box gives without a look at the picture. */
function ellipseIn(box: Box, { width, height }: ProposalPicture): Area {
  const data = new Uint8Array(width * height).map((_, at) => {
    const dx = ((at % width) + 0.5 - box.x) / box.width - 0.5;
    const dy = (Math.floor(at / width) + 0.5 - box.y) / box.height - 0.5;
    return Math.hypot(dx, dy) <= 0.5 ? 1 : 0;
  });
  return { box: { x: 0, y: 0, width, height }, mask: { width, height, data } };
}

function dice(area: Area | null, truth: Mask): number {
  const size = (data: Uint8Array) => data.reduce((sum, value) => sum + value, 0);
  if (area === null) return 0;
  const { box, mask } = area;
  let both = 0;
  mask.data.forEach((value, at) => {
    const place = (box.y + Math.floor(at / box.width)) * truth.width + box.x + (at % box.width);
    both += value & (truth.data[place] ?? 0);
  });
  return (2 * both) / (size(mask.data) + size(truth.data));
}

interface Measured {
  readonly scores: Record<'box' | 'click' | 'ellipse', number[]>;
  readonly ms: Record<'box' | 'click', number[]>;
}

async function measurePicture(
  of: OutlinedPicture,
  set: (typeof outlinedSets)[number],
  random: () => number,
  into: Measured,
) {
  const picture = await pictureOf(of.file);
  const mask = await maskOf(of.mask, set.from);
  if (picture.width !== mask.width || picture.height !== mask.height) return;
  const { components, labels } = connectedComponents(mask);
  const parts = components.filter(({ area }) => area >= set.leastPixels).sort((a, b) => b.area - a.area);
  for (const part of parts.slice(0, set.parts)) {
    if (into.scores.box.length >= maxFindings) return;
    const truth = { ...mask, data: Uint8Array.from(labels.data, (label) => (label === part.label ? 1 : 0)) };
    const [box, click] = [jittered(part.box, picture, random), clickOn(truth, part.centroid)];
    const timed = (which: 'box' | 'click', propose: () => Area | null) => {
      const before = process.cpuUsage();
      into.scores[which].push(dice(propose(), truth));
      const { user, system } = process.cpuUsage(before);
      into.ms[which].push((user + system) / 1000);
    };
    timed('box', () => proposeFromBox(picture, box));
    timed('click', () => proposeFromClick(picture, click));
    into.scores.ellipse.push(dice(ellipseIn(box, picture), truth));
    const last = (which: keyof Measured['scores']) => into.scores[which].at(-1);
    const row = {
      ...{ set: set.name, file: of.file, mask: of.mask, from: set.from, patient: of.patient },
      ...{ box, click, at: part.box, area: part.area },
      dice: { box: last('box'), click: last('click'), ellipse: last('ellipse') },
    };
    if (rowsFile) appendFileSync(rowsFile, `${JSON.stringify(row)}\n`);
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const share = (values: readonly number[], at: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(at * (values.length - 1))] ?? 0;

/** The table of decision 031. */
async function main(root: string): Promise<void> {
  console.log(
    '| finding, source | n (patients) | box | ellipse in the box | click | ms box, click |\n|---|---|---|---|---|---|',
  );
  for (const set of outlinedSets) {
    const random = randomNumbers(7);
    const pictures = picturesOf(set, root)
      .map((each) => ({ each, order: random() }))
      .sort((a, b) => a.order - b.order);
    const taken = new Map<string, number>();
    const all: Measured = { scores: { box: [], click: [], ellipse: [] }, ms: { box: [], click: [] } };
    for (const { each } of pictures) {
      const count = taken.get(each.patient) ?? 0;
      if (count >= maxOfPatient || all.scores.box.length >= maxFindings) continue;
      taken.set(each.patient, count + 1);
      await measurePicture(each, set, random, all);
    }
    const { scores, ms } = all;
    const cell = (values: readonly number[]) =>
      `${mean(values).toFixed(2)} (${share(values, 0.1).toFixed(2)})`;
    const times = `${share(ms.box, 0.5).toFixed(0)}, ${share(ms.click, 0.5).toFixed(0)} (at most ${Math.max(...ms.click).toFixed(0)})`;
    console.log(
      `| ${set.name} | ${scores.box.length} (${taken.size}) | ${cell(scores.box)} | ${cell(scores.ellipse)} | ${cell(scores.click)} | ${times} |`,
    );
  }
}

await main(process.env.SECOND_READ_DATA ?? '../shared/datasets');
