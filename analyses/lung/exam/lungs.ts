import type { SeenSlice } from '@second-read/core/exam/exam-slice';
import { numberOf } from '@second-read/core/exam/facts';

/** Both lungs over all slices. Shares are of the lung's volume, by area where no places are known. */
export interface WholeLungs {
  readonly litres: number | null;
  readonly leftOpacity: number;
  readonly rightOpacity: number;
  readonly groundGlass: number;
  readonly consolidation: number;
  /** Null without Hounsfield units. */
  readonly emphysema: number | null;
  /** First and last slice that shows lung, from 0; undefined where none does. */
  readonly extent: readonly [number, number] | undefined;
}

/** Less lung than this, pixels, is a speck of air elsewhere. */
const minPx = 500;
const mm3PerLitre = 1e6;

export function wholeLungs(slices: readonly SeenSlice[]): WholeLungs {
  const sum = (name: string) =>
    slices.reduce((total, slice) => total + (numberOf(slice.evidence.facts, name) ?? 0) * weightOf(slice), 0);
  const [left, right] = [sum('leftPx'), sum('rightPx')];
  const both = Math.max(1e-9, left + right);
  const shown = slices.filter(
    ({ evidence: { facts } }) => (numberOf(facts, 'leftPx') ?? 0) + (numberOf(facts, 'rightPx') ?? 0) > minPx,
  );
  const isMeasured = slices.every(({ pixelMm, slabMm }) => pixelMm !== null && slabMm !== null);
  const hasUnits = slices.length > 0 && slices.every(({ isHounsfield }) => isHounsfield);
  const [first, last] = [shown[0]?.index, shown[shown.length - 1]?.index];
  return {
    litres: isMeasured ? both / mm3PerLitre : null,
    leftOpacity: sum('leftOpacityPx') / Math.max(1e-9, left),
    rightOpacity: sum('rightOpacityPx') / Math.max(1e-9, right),
    groundGlass: sum('groundGlassPx') / both,
    consolidation: sum('consolidationPx') / both,
    emphysema: hasUnits ? sum('emphysemaPx') / both : null,
    extent: first === undefined || last === undefined ? undefined : [first, last],
  };
}

/** mm³ of a pixel; 1 where it is not known. */
function weightOf({ pixelMm, slabMm }: SeenSlice): number {
  return pixelMm === null || slabMm === null ? 1 : pixelMm.x * pixelMm.y * slabMm;
}

/** Third of the lungs from the apex down, of a stack from the base to the apex. */
export function thirdOf(slice: number, { extent }: Pick<WholeLungs, 'extent'>): string | null {
  if (extent === undefined || extent[1] === extent[0]) return null;
  const fromApex = 1 - (slice - extent[0]) / (extent[1] - extent[0]);
  return fromApex < 1 / 3 ? 'upper third' : fromApex < 2 / 3 ? 'middle third' : 'lower third';
}
