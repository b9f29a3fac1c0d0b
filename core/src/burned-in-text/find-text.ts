import { applyWindow, percentileRange } from '../pixels/color/apply-window.ts';
import { square } from '../pixels/morphology/structuring-element.ts';
import { blackTopHat, whiteTopHat } from '../pixels/morphology/top-hat.ts';
import type { Box, GreyPlane } from '../pixels/plane.ts';
import { resizeArea } from '../pixels/sampling/resize-area.ts';
import { findGlyphs } from './glyphs.ts';
import { mergeBoxes } from './merge-boxes.ts';
import { rowFeatures } from './row-features.ts';
import { findRows } from './rows.ts';
import { textLikeness } from './text-likeness.ts';

/** Longer images are searched at this size: burned-in text is large enough to survive it. */
const longestSide = 2048;
/** Each level has half the side of the one before, so that letters of 6 to 170 pixels are found. */
const levels = 3;
const shortestSide = 48;
/** Strokes up to 10 pixels broad stand out of their surroundings. */
const element = square(5);
/** Of 255: faint text, and bright text whose letters touch in a faint rim. */
const thresholds = [44, 100];
/** How far from the border text is looked for: a share of the side. */
const border = 0.25;
/** Chosen on the pictures that decision 016 gives its figures on: those are a little too good. */
const minLikeness = 0.99;

export interface TextCandidate {
  /** In pixels of the picture. */
  readonly box: Box;
  readonly features: readonly number[];
}

/**
 * Lines of text near the borders of a picture, as boxes that cover them with a margin; overlapping and
 * neighbouring ones are one. Bright text on dark and dark on bright, in letters from about 6 pixels to a
 * twelfth of the picture.
 */
export function findText(picture: GreyPlane): Box[] {
  const likely = textCandidates(picture).filter(({ features }) => textLikeness(features) >= minLikeness);
  return mergeBoxes(
    likely.map(({ box }) => box),
    picture,
  );
}

/** What might be a line of text, with its features: what `findText` judges and its weights are fitted to. */
export function textCandidates(picture: GreyPlane): TextCandidate[] {
  const candidates: TextCandidate[] = [];
  let level = firstLevel(picture);
  for (let i = 0; i < levels && Math.min(level.width, level.height) >= shortestSide; i++) {
    for (const topHat of [whiteTopHat, blackTopHat])
      candidates.push(...ofDetail(level, topHat(level, element), picture));
    level = resizeArea(level, Math.ceil(level.width / 2), Math.ceil(level.height / 2));
  }
  return candidates;
}

/** 0 to 255, no side longer than `longestSide`. */
function firstLevel(picture: GreyPlane): GreyPlane {
  const { width, height } = picture;
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const small = resizeArea(
    picture,
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
  );
  return { ...small, data: Float32Array.from(applyWindow(small, percentileRange(small)).data) };
}

function ofDetail(level: GreyPlane, detail: GreyPlane, picture: GreyPlane): TextCandidate[] {
  clearCentre(detail);
  const [scaleX, scaleY] = [picture.width / level.width, picture.height / level.height];
  return thresholds.flatMap((threshold) =>
    findRows(findGlyphs(detail, threshold)).map((row) => ({
      box: {
        x: row.box.x * scaleX,
        y: row.box.y * scaleY,
        width: row.box.width * scaleX,
        height: row.box.height * scaleY,
      },
      features: rowFeatures(row, level, detail),
    })),
  );
}

/** Whatever is further from every border than text is looked for. */
function clearCentre({ width, height, data }: GreyPlane): void {
  const [fromX, fromY] = [Math.round(width * border), Math.round(height * border)];
  for (let y = fromY; y < height - fromY; y++) data.fill(0, y * width + fromX, y * width + width - fromX);
}
