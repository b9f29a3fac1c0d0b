import type { EngineContext } from '@second-read/core/analysis/engine';
import { resizeNearest } from '@second-read/core/pixels/sampling/resize-nearest';
import type { Analysis } from '@second-read/core/reading/analysis';
import { assessBirads, type Birads } from '../reading/birads.ts';
import { areBenign, calcificationsToJudge } from '../reading/to-judge.ts';
import type { Calibration } from './calibration.ts';
import { breastCandidates } from './findings/candidates.ts';
import { evidenceOf } from './findings/evidence.ts';
import { labelMap } from './findings/label-map.ts';
import { namedNode } from './findings/named-findings.ts';
import { toReading } from './findings/to-reading.ts';
import { segmentedView } from './findings/views.ts';
import type { PreparedMammogram } from './framing/prepare.ts';
import { fillOutline } from './masses/outline.ts';
import { type BreastMeasures, readBreast } from './read-breast.ts';

/** Reads one accepted mammogram. */
export async function analyseMammogram(
  prepared: PreparedMammogram,
  context: EngineContext,
  calibration: Calibration,
): Promise<Analysis> {
  const { study } = prepared;
  const measures = await readBreast(prepared, context, calibration);
  const birads = categoryOf(measures);
  context.signal.throwIfAborted();
  const labels = labelMap(measures.working, {
    tissue: measures.tissue.labels,
    masses: massMasks(measures),
    clusters: measures.namedClusters,
    nodes: [namedNode(measures.axilla, calibration)].flatMap((node) => (node === null ? [] : [node.outline])),
  });
  context.progress('Done', 1);
  return {
    reading: toReading({ measures, calibration, birads }),
    candidates: breastCandidates(measures, calibration),
    labels: resizeNearest(labels, study.width, study.height),
    scores: {
      abnormal: measures.abnormal,
      malignant: measures.malignant,
      density: measures.density.real,
      percent_density: measures.density.percent,
      birads: birads.category,
    },
    views: context.isForExam ? {} : { segmented: segmentedView(labels, study) },
    evidence: evidenceOf(measures),
  };
}

function categoryOf(reading: BreastMeasures): Birads {
  const worst = [...reading.masses].sort((a, b) => b.candidate.malignant - a.candidate.malignant)[0];
  return assessBirads({
    mass: worst === undefined ? null : { ...worst.description, malignant: worst.candidate.malignant },
    calcification: reading.namedClusters[0]?.probability ?? null,
    toJudge: calcificationsToJudge(reading.spread.length > 0, reading.coarse),
    hasBenignCoarse: areBenign(reading.coarse),
    view: reading.malignant,
  });
}

function massMasks({ working, search, masses }: BreastMeasures) {
  const { width, height } = working.grey;
  const grid = search?.context.grid;
  if (grid === undefined) return [];
  return masses.map(({ description }) =>
    fillOutline(description.outline, { width, height, scale: grid.scale, left: grid.left, top: grid.top }),
  );
}
