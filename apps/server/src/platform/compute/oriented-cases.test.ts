import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadEngine } from '@second-read/analyses/engines';
import { context } from '@second-read/analyses/study.test-support';
import type { Engine } from '@second-read/core/analysis/engine';
import { decodeStudy } from '@second-read/core/decode/decode-study';
import { negative } from '@second-read/core/decode/directions';
import type { Study } from '@second-read/core/decode/study';
import { stackOf } from '@second-read/core/exam/stack/stack';
import { canonicalStudy, wayOf } from '@second-read/core/orientation/canonical';
import { type DisplayKind, standingOf } from '@second-read/core/orientation/standard-display';
import { turnedDirections } from '@second-read/core/orientation/turned-directions';
import { type Turn, turned, turns } from '@second-read/core/pixels/sampling/turn';
import { arrangeSeries } from '@second-read/core/series/arrange-series';
import { readSliceFacts } from '@second-read/core/series/slice-facts';
import { describe, expect, it } from 'vitest';
import { createCodecs } from './codecs/create-codecs.ts';

const datasets =
  process.env.SECOND_READ_DATA ??
  fileURLToPath(new URL('../../../../../../shared/datasets', import.meta.url));
const cases = join(datasets, '../cases');
const samples = fileURLToPath(new URL('../../../../web/public/samples', import.meta.url));
const codecs = createCodecs();
const isMissing = !existsSync(cases);

async function prepared(module: string, name: string) {
  const decoded = await decodeStudy(readFileSync(join(cases, name)), codecs);
  if (!decoded.ok) throw new Error(decoded.problem);
  const engine: Engine = await loadEngine(module);
  const slice = engine.prepare(decoded.study);
  return {
    height: decoded.study.height,
    accept: () => engine.accept(slice, context),
    read: async () => {
      const { reading, candidates, evidence } = await engine.analyse(slice, context);
      const findings = reading.findings.map(({ region: _place, ...finding }) => finding);
      return { findings, candidates, places: evidence?.landmarks ?? {} };
    },
  };
}

describe.skipIf(isMissing)('cases of other software (needs the shared cases)', () => {
  it('reads a prone chest as the supine one: the mass is in the right lung', async () => {
    const [supine, prone] = [
      await prepared('lung', 'lung-supine.dcm'),
      await prepared('lung', 'lung-prone.dcm'),
    ];
    const { findings, places } = await supine.read();
    expect(findings[0]).toMatchObject({ state: 'found', side: 'right' });
    const turned = await prone.read();
    expect(turned.findings).toEqual(findings);
    // What a reader marks takes its side from these: the right lung is on the left of the one image alone.
    expect((places.right?.x ?? 0) - (places.left?.x ?? 0)).toBeLessThan(-50);
    expect((turned.places.right?.x ?? 0) - (turned.places.left?.x ?? 0)).toBeGreaterThan(50);
  });

  it('reads a CC view that hangs with its lateral side down as the one that hangs with it up', async () => {
    const up = await prepared('breast', 'mg-left-cc-lateral-up.dcm');
    const down = await prepared('breast', 'mg-left-cc-lateral-down.dcm');
    const [asUp, asDown] = [await up.read(), await down.read()];
    expect(asDown.findings).toEqual(asUp.findings);
    // Its mass is in the upper half of what hangs with the lateral side up.
    expect((asUp.candidates[0]?.y ?? up.height) < up.height / 2).toBe(true);
    const upright = asDown.candidates.map((box) => ({ ...box, y: down.height - box.y - box.height }));
    expect(upright).toEqual(asUp.candidates);
    expect(asDown.places.nipple?.y).toBeCloseTo(down.height - (asUp.places.nipple?.y ?? 0), 5);
  });

  it('refuses an MR of a head', async () => {
    const { accept } = await prepared('brain-ct', 'mr-head.dcm');
    expect(await accept()).toMatchObject({ accepted: false, message: expect.stringContaining('MR') });
  });

  it('refuses a pelvis as a chest: there are no lungs', async () => {
    const { accept } = await prepared('lung', 'pelvis-ct.dcm');
    expect(await accept()).toMatchObject({ accepted: false, message: expect.stringContaining('No lungs') });
  });

  it('measures no midline shift on a head whose rows are twice as far apart as its columns', async () => {
    const { findings } = await (await prepared('brain-ct', 'head-rows-twice-as-far.dcm')).read();
    expect(findings.find(({ id }) => id.startsWith('midline'))).toMatchObject({ state: 'not_found' });
  });
});

/** The DICOM files of a folder, those of its folders included. */
function dicomIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.dcm'))
    .map((name) => join(folder, name));
}

/** The same patient, stored otherwise. */
function stored(study: Study, turn: Turn): Study {
  const { directions } = study.source;
  const { xMm, yMm } = study.spacing ?? { xMm: 1, yMm: 1 };
  const grey = turned(study.grey, turn);
  const { width, height } = grey;
  return {
    ...{ ...study, width, height, grey },
    ...(study.colour && { colour: turned(study.colour, turn, 3) }),
    ...(study.spacing && turn.isTransposed && { spacing: { ...study.spacing, xMm: yMm, yMm: xMm } }),
    ...(study.pixelAspect && turn.isTransposed && { pixelAspect: 1 / study.pixelAspect }),
    source: { ...study.source, ...(directions && { directions: turnedDirections(directions, turn) }) },
  };
}

/** What an engine gets. */
function read(study: Study, kind: DisplayKind): Study | undefined {
  const standing = standingOf(study, kind);
  if (standing.by !== 'file') return undefined;
  const way = wayOf(study, standing.turn);
  return way ? canonicalStudy(study, way) : study;
}

/** Whether two images are the same to a rounding of resampled values. */
function isSame(one: Study, other: Study): boolean {
  const { data } = other.grey;
  const range = other.grey.data.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
  return (
    one.width === other.width &&
    one.height === other.height &&
    one.grey.data.every((value, i) => Math.abs(value - (data[i] ?? 0)) <= 1e-3 * range)
  );
}

const sets: readonly (readonly [name: string, folder: string])[] = [
  ['the samples', samples],
  ['the shared cases', cases],
  ...['dicom', 'brain', 'breast', 'lung', 'gallery'].map((set) => [set, join(datasets, set)] as const),
];

describe.each(sets)('every DICOM image of %s', (_, folder) => {
  const files = dicomIn(folder);
  it.skipIf(files.length === 0)(
    'gives its reader the same pixels, in whichever of eight ways it is stored (needs the data set)',
    async ({ skip }) => {
      let sided = 0;
      for (const file of files) {
        const decoded = await decodeStudy(readFileSync(file), codecs);
        if (!decoded.ok || decoded.study.width * decoded.study.height > 2e7) continue;
        const { study } = decoded;
        const kind = study.source.mammogram ? 'mammogram' : 'axial';
        const expected = read(study, kind);
        if (!expected) continue;
        sided += 1;
        for (const turn of turns) {
          const found = read(stored(study, turn), kind);
          expect([file, turn, found && isSame(found, expected)]).toEqual([file, turn, true]);
          expect(found?.source.directions).toEqual(expected.source.directions);
        }
      }
      if (sided === 0) skip('no file gives directions');
    },
  );
});

describe.each(sets)('every stack of %s', (_, folder) => {
  const heads = dicomIn(folder).flatMap((name) => {
    const head = readSliceFacts(new Uint8Array(readFileSync(name)), true);
    return head.kind === 'slice' ? [{ name, facts: head.facts }] : [];
  });
  const stacks = arrangeSeries(heads).filter(
    ({ slices, orderedBy }) => slices.length > 2 && orderedBy === 'position',
  );
  it.skipIf(stacks.length === 0)(
    'runs from the feet to the head, whichever way its files are ordered, numbered, turned or mirrored (needs the data set)',
    () => {
      for (const { slices } of stacks) {
        const order = (files: typeof slices) => {
          const stack = stackOf(files, { prefers: 'thin' });
          return { names: stack.slices.map(({ file }) => file.name), spacing: stack.facts.spacingMm };
        };
        const expected = order(slices);
        const otherwise = slices.map(({ name, facts: { rowDirection, columnDirection, ...facts } }, i) => ({
          name,
          facts: {
            ...facts,
            instanceNumber: slices.length - i,
            rowDirection: rowDirection && negative(rowDirection),
            columnDirection,
          },
        }));
        for (const files of [slices.toReversed(), otherwise, otherwise.toReversed()])
          expect(order(files).names).toEqual(expected.names);
        const [first, last] = [slices[0], slices.at(-1)].map((slice) => slice?.facts.position?.[2] ?? 0);
        if (expected.names.length > 2) expect(last).toBeGreaterThan(first ?? 0);
      }
    },
  );
});
