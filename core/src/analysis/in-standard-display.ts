import type { Study } from '../decode/study.ts';
import { aspectOf, canonicalStudy, type Way, wayOf } from '../orientation/canonical.ts';
import { type Standing, standingOf } from '../orientation/standard-display.ts';
import type { Analysis } from '../reading/analysis.ts';
import { modalityRefusal } from './declared-modality.ts';
import type { Acceptance, Engine } from './engine.ts';
import type { ModuleManifest } from './manifest.ts';
import { storedAnalysis } from './stored-analysis.ts';

interface Displayed<P> {
  readonly prepared: P;
  /** Undefined where the image is read as it is stored. */
  readonly way: Way | undefined;
  /** What the file says against its being read. */
  readonly refusal: Acceptance | undefined;
}

/** Longer pixels are those of a reformat, or an error of the file. */
const longestAspect = 4;

/** The module that is to read. */
export type Reader = Pick<ModuleManifest, 'reads' | 'pictureName'>;

/**
 * An engine that gets every image in its standard display, with square pixels, by what the file says of its
 * directions and its spacing; all that leaves it is in the geometry of the stored image again. What the file
 * declares to be something else never reaches it.
 */
export function inStandardDisplay<P>(engine: Engine<P>, reader: Reader): Engine<Displayed<P>> {
  return {
    prepare(study) {
      const standing = standingOf(study, reader.reads.display);
      const refusal = refusalByFile(study, reader, standing);
      if (refusal || standing.by === 'refused')
        return { prepared: engine.prepare(study), way: undefined, refusal };
      const told = standing.by === 'file' ? study : withoutDirections(study);
      const way = wayOf(told, standing.turn);
      return { prepared: engine.prepare(way ? canonicalStudy(told, way) : told), way, refusal };
    },
    async accept({ prepared, refusal }, context) {
      return refusal ?? engine.accept(prepared, context);
    },
    async analyse({ prepared, way }, context) {
      const analysis = await engine.analyse(prepared, context);
      return withLandmarks(way ? storedAnalysis(analysis, way) : analysis);
    },
  };
}

/** What a reader outlines in a report of one image is placed by the landmarks of its reading. */
function withLandmarks(analysis: Analysis): Analysis {
  const landmarks = analysis.evidence?.landmarks;
  return landmarks ? { ...analysis, reading: { ...analysis.reading, landmarks } } : analysis;
}

function withoutDirections(study: Study): Study {
  if (study.source.directions === undefined) return study;
  const { directions: _unusable, ...source } = study.source;
  return { ...study, source };
}

/** Why what the file says of itself keeps it from being read; undefined where nothing does. */
export function refusalByFile(
  study: Study,
  reader: Reader,
  standing: Standing = standingOf(study, reader.reads.display),
): Acceptance | undefined {
  const modality = modalityRefusal(study.source, reader);
  if (modality !== undefined) return refused(modality, 'wrong_modality');
  if (standing.by === 'refused') {
    const message = `By its orientation this image is ${standing.plane}. Please upload axial slices.`;
    return refused(message, 'wrong_modality');
  }
  const aspect = aspectOf(study);
  if (Math.max(aspect, 1 / aspect) <= longestAspect) return undefined;
  return refused('By the file its pixels are more than four times as long as wide.', 'poor_quality');
}

function refused(message: string, reason: 'wrong_modality' | 'poor_quality'): Acceptance {
  return { accepted: false, score: 0, reason, message };
}
