import type { Engine } from '@second-read/core/analysis/engine';
import type { Study } from '@second-read/core/decode/study';
import { paintLabels } from '@second-read/core/pixels/drawing/paint-labels';
import { type Mask, mask } from '@second-read/core/pixels/plane';
import { connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { manifest } from '../manifest.ts';
import { readingOfFindings } from '../reading.ts';

/** A phantom is black with white inserts: nearly every pixel lies at one end of the scale. */
const minExtremeShare = 0.97;
const minInsertPx = 20;

function extremeShare({ grey: { data }, bitsStored }: Study): number {
  const top = 2 ** bitsStored - 1;
  return data.filter((value) => value < 0.1 * top || value > 0.9 * top).length / data.length;
}

function insertsOf({ width, height, grey, bitsStored }: Study): Mask {
  const inserts = mask(width, height);
  for (const [at, value] of grey.data.entries()) inserts.data[at] = Number(value > 0.5 * 2 ** bitsStored);
  return inserts;
}

/** White discs on black; the diameter is that of a circle of the same area. */
export const engine: Engine<Study> = {
  prepare: (study) => study,
  accept: async (study) => {
    const score = extremeShare(study);
    if (score >= minExtremeShare) return { accepted: true, score };
    const message = `This does not look like ${manifest.pictureName}.`;
    return { accepted: false, score, reason: 'wrong_modality', message };
  },
  analyse: async (study, { progress }) => {
    progress('looking for inserts', 0.5);
    const labels = insertsOf(study);
    const inserts = connectedComponents(labels).components.filter(({ area }) => area >= minInsertPx);
    const palette = { 1: manifest.findingTypes[0]?.colour ?? '#FFFFFF' };
    const findings = inserts.map(({ area, box }) => ({
      diameterPx: 2 * Math.sqrt(area / Math.PI),
      box,
    }));
    return {
      reading: readingOfFindings(findings, study),
      candidates: inserts.map(({ box }) => ({ ...box, type: 'insert', score: 1 })),
      labels,
      scores: { inserts: inserts.length },
      views: { segmented: paintLabels(labels, palette) },
    };
  },
};
