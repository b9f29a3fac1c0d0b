import type { EngineContext } from '@second-read/core/analysis/engine';
import type { Study } from '@second-read/core/decode/study';
import { type GreyPlane, type LabelMap, mask } from '@second-read/core/pixels/plane';
import { connectedComponents } from '@second-read/core/pixels/regions/connected-components';
import { area } from '@second-read/core/pixels/regions/mask-logic';
import type { Analysis } from '@second-read/core/reading/analysis';
import { agreementReportFrom, type MeasuredNodule, measureNodule } from './findings/measured-nodule.ts';
import { toReading } from './findings/to-reading.ts';
import { segmentedView } from './findings/views.ts';
import { measureLevels, relativeDensity } from './lungs/levels.ts';
import { cropWindow } from './nodules/crop-window.ts';
import type { Nodule } from './nodules/nodule.ts';
import { regionAt } from './nodules/nodule-region.ts';
import { readerShares } from './nodules/reader-share.ts';

/** How far from the centre of the crop, in window pixels, the nodule may begin. */
const centreReach = 8;

/** A cut-out around one spot: the nodule at its centre, and the share of readers per pixel. */
export async function readCrop(study: Study, context: EngineContext): Promise<Analysis> {
  const { window, scale, back } = cropWindow(study);
  context.progress('Outlining the nodule', 0.3);
  const [output] = await readerShares([window], context);
  if (output === undefined) throw new Error('lung/nodule: no output');
  const share = back(output);
  const region = regionAt(share, { x: study.width / 2, y: study.height / 2 }, centreReach * scale);
  const nodule = region === undefined ? undefined : noduleOf(region.mask, region.certainty);
  const score = nodule?.score ?? 0;
  // In the step `nodule` the caller has already decided that there is one.
  const told = context.options?.step === 'nodule';
  const reported =
    nodule !== undefined && (told || score >= agreementReportFrom) ? [measured(study, nodule)] : [];
  const labels = labelsOf(study, reported[0]?.nodule.mask);
  return {
    reading: toReading({
      study,
      scale: 1,
      input: { extent: 'crop', window: null, pose: null },
      nodules: { reported, score },
      opacities: 'partial_view',
    }),
    candidates: nodule === undefined ? [] : [{ type: 'nodule', ...nodule.box, score }],
    labels,
    extraMaps: { reader_share: bytesOf(share) },
    scores: { nodule: score, opacity: null, opacity_share: null },
    views: { segmented: segmentedView(labels) },
  };
}

function noduleOf(region: LabelMap, certainty: number): Nodule | undefined {
  const box = connectedComponents(region).components[0]?.box;
  if (box === undefined) return undefined;
  return { mask: region, box, areaPx: area(region), score: certainty };
}

function measured(study: Study, nodule: Nodule): MeasuredNodule {
  const density = relativeDensity(study.grey, measureLevels(study.grey, study.quantity));
  const spacing = study.spacing;
  const pixelMm = spacing?.kind === 'calibrated' ? Math.sqrt(spacing.xMm * spacing.yMm) : undefined;
  const plane = { plane: study.grey, scale: 1 };
  const working = pixelMm === undefined ? plane : { ...plane, pixelMm };
  return measureNodule(nodule, { density, working, study, place: null });
}

function labelsOf(study: Study, nodule: LabelMap | undefined): LabelMap {
  const labels = mask(study.width, study.height);
  if (nodule === undefined) return labels;
  for (let i = 0; i < labels.data.length; i++) if (nodule.data[i] !== 0) labels.data[i] = 3;
  return labels;
}

function bytesOf(share: GreyPlane): LabelMap {
  return {
    width: share.width,
    height: share.height,
    data: Uint8Array.from(share.data, (value) => Math.round(Math.min(Math.max(value, 0), 1) * 255)),
  };
}
