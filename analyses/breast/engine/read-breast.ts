import type { EngineContext } from '@second-read/core/analysis/engine';
import type { SourceFacts } from '@second-read/core/decode/study';
import { type FileFacts, fileFactsOf } from '@second-read/core/reading/file-facts';
import { type ViewModifier, viewModifiers } from '../reading/schema.ts';
import { findSpots, noSpots, type Spot, seesCalcifications } from './calcifications/calcifications.ts';
import { type Cluster, clusterSpots, unnamedClusters } from './calcifications/clusters.ts';
import { type CoarseCalcification, findCoarse } from './calcifications/coarse.ts';
import { spreadSpots } from './calcifications/spread.ts';
import type { Calibration } from './calibration.ts';
import { logOdds, probability } from './classifier.ts';
import type { PreparedMammogram } from './framing/prepare.ts';
import type { WorkingImage } from './framing/working-image.ts';
import { type Axilla, searchAxilla } from './masses/axilla.ts';
import { describeMass, type MassDescription } from './masses/descriptors.ts';
import type { RankedMass } from './masses/mass-ranks.ts';
import { type MassCandidate, type MassSearch, searchMasses } from './masses/masses.ts';
import { nameMasses } from './masses/named-masses.ts';
import { type BreastAxes, breastAxes } from './tissue/breast-axes.ts';
import { seeBreast } from './tissue/breast-network.ts';
import { assessDensity, type Density } from './tissue/density.ts';
import { type View, viewOf } from './tissue/location.ts';
import { segmentTissue, type Tissue } from './tissue/tissue.ts';

/** The measures of a whole picture. */
type ImageMeasures = readonly number[];

/** Log-odds below this say no more than "nothing". */
const minOdds = -7;
/** The candidates that count: later ones are noise. */
const counted = 8;

/**
 * What a whole picture is judged by, as logarithms: the sum of its candidates' odds, since several likely
 * ones make a picture likelier than its best alone does, and the same of the network's map.
 */
function imageFeatures(search: MassSearch | null, suspicion: number): ImageMeasures {
  const sum = (search?.candidates ?? [])
    .slice(0, counted)
    .reduce((total, candidate) => total + odds(candidate.lesion), 0);
  return [Math.max(minOdds, Math.log(sum)), suspicion];
}

function odds(probability: number): number {
  const p = Math.min(Math.max(probability, 1e-6), 1 - 1e-6);
  return p / (1 - p);
}

export interface DescribedMass {
  readonly candidate: MassCandidate;
  readonly description: MassDescription;
}

/** All that was measured in one mammogram, before any words. */
export interface BreastMeasures {
  readonly working: WorkingImage;
  readonly tissue: Tissue;
  readonly density: Density;
  readonly search: MassSearch | null;
  /** Candidates above the operating point, best first, without the nipple. */
  readonly masses: readonly DescribedMass[];
  /** How many candidates above the operating point were taken for the nipple. */
  readonly nipples: number;
  /** Places between the second, more sensitive points and the operating points: no findings. */
  readonly massesBelow: readonly RankedMass[];
  readonly clustersBelow: readonly Cluster[];
  /** Null where no breast was outlined. */
  readonly axes: BreastAxes | null;
  readonly view: View;
  readonly file: FileFacts;
  /** What the file says beyond the view. */
  readonly modifiers: readonly ViewModifier[];
  /** As the file says; null where it does not. */
  readonly side: 'left' | 'right' | null;
  readonly clusters: readonly Cluster[];
  /** Whether a pixel is small enough to show them; else there are no clusters and no spots. */
  readonly seesCalcifications: boolean;
  /** Clusters above the operating point. */
  readonly namedClusters: readonly Cluster[];
  /** Many clear spots over an area larger than a cluster's; empty where there are none. */
  readonly spread: readonly Spot[];
  /** Null where they are not assessed. */
  readonly coarse: readonly CoarseCalcification[] | null;
  readonly axilla: Axilla;
  readonly abnormal: number;
  readonly malignant: number;
  readonly measures: ImageMeasures;
}

/** A report that names more masses than this would not be read. */
const maxMasses = 3;

/** Region, tissue, density, masses, calcifications, axilla: one step after the other, each cancellable. */
export async function readBreast(
  { study, working: prepared }: PreparedMammogram,
  context: EngineContext,
  calibration: Calibration,
): Promise<BreastMeasures> {
  const { progress, signal, infer } = context;
  const step = (name: string, fraction: number) => {
    signal.throwIfAborted();
    progress(name, fraction);
  };
  step('Outlining the breast', 0.05);
  const working = prepared();
  step('Telling tissues apart', 0.15);
  const { lesions, composition, suspicion, ...seen } = await seeBreast(working, infer);
  const tissue = segmentTissue(seen, working);
  step('Measuring density', 0.35);
  const density = assessDensity(working, { tissue, composition }, calibration);
  step('Searching for masses', 0.4);
  const search = searchMasses(working, { tissue, lesions }, calibration);
  step('Searching for calcifications', 0.7);
  const sees = seesCalcifications(working);
  const spots = sees ? findSpots(working, tissue) : noSpots;
  const clusters = clusterSpots(spots, calibration);
  step('Looking at the axilla', 0.85);
  const axilla = searchAxilla(working, tissue);
  step('Describing findings', 0.92);
  const measures = imageFeatures(search, suspicion);
  const axes = breastAxes(tissue, axilla.assessable);
  const { laterality } = study.source;
  const { named, nipples, below } = nameMasses(search, axes, calibration);
  const masses = named.slice(0, maxMasses);
  return {
    working,
    tissue,
    density,
    search,
    masses: describe(working, tissue, search, masses),
    nipples,
    massesBelow: below,
    clustersBelow: unnamedClusters(clusters, calibration),
    axes,
    view: viewOf(study.source, axilla.assessable),
    file: fileFactsOf(study),
    modifiers: modifiersOf(study.source),
    side: laterality === undefined ? null : laterality === 'L' ? 'left' : 'right',
    clusters,
    seesCalcifications: sees,
    namedClusters: clusters.filter(
      (cluster) => cluster.dense && cluster.probability >= calibration.operating.calcification,
    ),
    spread: spreadSpots(spots),
    coarse: findCoarse(working, tissue),
    axilla,
    abnormal: probability(logOdds(calibration.abnormal, measures)),
    malignant: probability(logOdds(calibration.malignant, measures)),
    measures,
  };
}

function modifiersOf({ mammogram }: SourceFacts): ViewModifier[] {
  if (mammogram === undefined) return [];
  const { modifiers, isRaw } = mammogram;
  return viewModifiers.filter((name) => (name === 'raw_values' ? isRaw : modifiers.includes(name)));
}

function describe(
  working: WorkingImage,
  tissue: Tissue,
  search: MassSearch | null,
  masses: readonly MassCandidate[],
): DescribedMass[] {
  if (search === null) return [];
  return masses.map((candidate) => ({
    candidate,
    description: describeMass(working, tissue, search, candidate),
  }));
}
