import type { Engine } from '@second-read/core/analysis/engine';
import type { ImageDirections } from '@second-read/core/decode/directions';
import type { Study } from '@second-read/core/decode/study';
import { turnedDirections } from '@second-read/core/orientation/turned-directions';
import { resize } from '@second-read/core/pixels/sampling/resize';
import { noTurn, type Turn, turned, turns } from '@second-read/core/pixels/sampling/turn';
import type { Analysis } from '@second-read/core/reading/analysis';
import { describe, expect, it } from 'vitest';
import { loadEngine } from './engines.ts';
import { chestPhantom } from './lung/engine/phantom.test-support.ts';
import { lungReading } from './lung/reading/schema.ts';
import { textsOf } from './lung/report/to-document.ts';
import { context, greyStudy } from './study.test-support.ts';

const axial: ImageDirections = { row: [1, 0, 0], column: [0, 1, 0] };
const source = { format: 'dicom', modality: 'CT', frames: 1, frame: 0 } as const;
const nodule = { x: 190, y: 128, radius: 6 };

/** A chest with a nodule in the left lung. */
const upright = greyStudy(chestPhantom([nodule]), {
  quantity: 'hounsfield',
  spacing: { xMm: 0.7, yMm: 0.7, kind: 'calibrated' },
  source: { ...source, directions: axial },
});

/** The same body stored otherwise. */
function stored(study: Study, turn: Turn): Study {
  const grey = turned(study.grey, turn);
  const { directions = axial } = study.source;
  const source = { ...study.source, directions: turnedDirections(directions, turn) };
  return { ...study, width: grey.width, height: grey.height, grey, source };
}

async function read(study: Study, module = 'lung'): Promise<Analysis> {
  const engine: Engine = await loadEngine(module);
  const prepared = engine.prepare(study);
  return engine.analyse(prepared, context);
}

const said = (analysis: Analysis) => {
  const reading = lungReading.parse(analysis.reading);
  const { findings, facts } = reading;
  return {
    texts: textsOf(reading),
    facts,
    findings: findings.map(({ region: _place, ...finding }) => finding),
  };
};

describe('an axial slice', () => {
  it.each(turns)(
    'says the same of the same patient, transposed $isTransposed, mirrored $isMirrored, upside down $isUpsideDown',
    async (turn) => {
      const [expected, found] = [await read(upright), await read(stored(upright, turn))];
      expect(said(found)).toEqual(said(expected));
      expect(said(found).findings[0]).toMatchObject({ state: 'found', side: 'left' });
      // Everything that leaves lies on the stored picture.
      const { labels, candidates, views, evidence } = expected;
      expect(found.labels).toEqual(turned(labels, turn));
      expect(found.views.segmented).toEqual(views.segmented && turned(views.segmented, turn, 3));
      const middle = (box = candidates[0]) => box && [box.x + box.width / 2, box.y + box.height / 2];
      const at = turned({ ...upright.grey, data: labels.data.map((value) => Number(value === 3)) }, turn);
      const [x = 0, y = 0] = middle(found.candidates[0]) ?? [];
      expect(at.data[Math.floor(y) * at.width + Math.floor(x)]).toBe(1);
      expect(found.evidence?.marks.map(({ areaPx }) => areaPx)).toEqual(
        evidence?.marks.map(({ areaPx }) => areaPx),
      );
      const [mark] = found.evidence?.marks ?? [];
      expect(at.data[(mark?.runs[0] ?? 0) * at.width + (mark?.runs[1] ?? 0)]).toBe(1);
    },
  );

  it('is turned by its file alone, whatever its lungs look like', async () => {
    // Lungs one above the other in a narrow body, as of a child on its side.
    const lying = stored(upright, { ...noTurn, isTransposed: true });
    const byPixels = said(await read({ ...lying, source })).texts.comments.join();
    expect(byPixels).toContain('seems to be turned');
    const byFile = { ...lying, source: { ...source, directions: axial } };
    expect(said(await read(byFile)).texts.comments.join()).not.toContain('turned');
  });

  it.each([
    ['high as wide', 256, 128],
    ['wide as high', 128, 256],
  ])('with pixels twice as %s is measured in square ones, small as it is', async (_shape, width, height) => {
    const grey = resize(upright.grey, width, height);
    const spacing = { xMm: 179.2 / width, yMm: 179.2 / height, kind: 'calibrated' } as const;
    const flat = { ...upright, width, height, grey, spacing };
    const [expected, found] = [said(await read(upright)), said(await read(flat))];
    expect(found.findings[0]).toMatchObject({ state: 'found', side: 'left' });
    const diameter = ({ findings }: typeof found) => findings[0]?.measurements[0]?.value ?? 0;
    expect(Math.abs(diameter(found) - diameter(expected))).toBeLessThan(1);
    const analysis = await read(flat);
    expect([analysis.labels.width, analysis.labels.height]).toEqual([width, height]);
  });

  it('without directions is read as it is, and says once that the side assumes the standard display', async () => {
    const { directions: _none, ...silent } = upright.source;
    const { texts } = said(await read({ ...upright, source: silent }));
    const sentences = texts.comments.filter((text) => text.includes('side assumes standard display'));
    expect(sentences).toHaveLength(1);
    expect(said(await read(upright)).texts.comments.join()).not.toContain('assumes');
  });

  it.each([
    ['coronal', { row: [1, 0, 0], column: [0, 0, -1] }],
    ['sagittal', { row: [0, 1, 0], column: [0, 0, -1] }],
    ['oblique', { row: [1, 0, 0], column: [0, 0.7, 0.7] }],
  ] as const)('that is %s is refused by that name', async (name, directions) => {
    const engine = await loadEngine('lung');
    const prepared = engine.prepare({ ...upright, source: { ...source, directions } });
    expect(await engine.accept(prepared, context)).toMatchObject({
      accepted: false,
      message: expect.stringContaining(name),
    });
  });
});

describe('a file that declares what it is', () => {
  it.each([
    ['lung', 'MR'],
    ['brain-ct', 'PT'],
    ['breast', 'CT'],
    ['cervix', 'US'],
  ])('is refused by %s as %s', async (module, modality) => {
    const engine = await loadEngine(module);
    const prepared = engine.prepare({ ...upright, source: { ...source, modality } });
    expect(await engine.accept(prepared, context)).toMatchObject({
      accepted: false,
      reason: 'wrong_modality',
      message: expect.stringContaining(`(modality ${modality})`),
    });
  });

  it('is told from one that declares nothing', async () => {
    const file = { ...source, modality: 'SC', bodyPart: 'PELVIS', ageYears: 0.25, directions: axial };
    const { texts } = said(await read({ ...upright, source: file }));
    expect(texts.comments).toContain('The file declares no modality: accepted by its appearance alone.');
    expect(texts.comments.join(' ')).toContain('PELVIS');
    expect(texts.comments.join(' ')).toContain('aged less than a year');
  });
});
