import { measured } from '@second-read/core/reading/measurement';
import { capitalized } from '@second-read/core/report/sentences';
import type { LungReading, NoduleFinding } from '../reading/schema.ts';
import { bandOf, type SizeRow } from '../reading/size-row.ts';

/** Those that a report tells of, the likeliest first. */
export function foundNodules({ findings }: LungReading): NoduleFinding[] {
  return findings.flatMap((finding) =>
    finding.type === 'nodule' && finding.state === 'found' ? [finding] : [],
  );
}

/** "9.4 mm" where the spacing is known, else "14.2 px (pixel size unknown)". */
export function sizeWords({ measurements }: NoduleFinding): string | null {
  const mm = measured(measurements, 'mean_diameter', 'mm');
  if (mm !== null) return `${mm.toFixed(1)} mm`;
  const px = measured(measurements, 'mean_diameter', 'px');
  return px === null ? null : `${px.toFixed(1)} px (pixel size unknown)`;
}

/** The volume where it could be measured, else why not and the area. */
export function volumeWords({ measurements }: NoduleFinding): string | null {
  const volume = measurements.find(({ quantity }) => quantity === 'volume');
  if (volume !== undefined) {
    return `${volume.value} mm³${volume.method === null ? '' : ' (area × slice thickness)'}`;
  }
  const mm2 = measured(measurements, 'area', 'mm2');
  if (mm2 !== null) return `not measurable (area ${mm2} mm²)`;
  const px2 = measured(measurements, 'area', 'px2');
  return px2 === null ? null : `not measurable (area ${px2} px²)`;
}

export function textureWords({ descriptors }: NoduleFinding): string | null {
  return descriptors?.texture?.replace('_', '-') ?? null;
}

/** "4A (solid, 8 to under 15 mm)" */
export function bandWords({ descriptors }: NoduleFinding): string | null {
  const row: SizeRow | null = descriptors?.sizeRow ?? null;
  return row === null ? null : `${row} (${bandOf(row, descriptors?.texture ?? null)})`;
}

export const lobeUnknown = 'lobe not determined';

/**
 * Side and third of that lung, and the border it lies at; null where neither is known and the picture shows
 * whole lungs.
 */
export function placeWords({ side, descriptors }: NoduleFinding, { input }: LungReading): string | null {
  if (side !== 'left' && side !== 'right')
    return input.extent === 'crop' ? 'side not visible in a cropped picture' : null;
  const lung = side === 'right' ? 'Right lung' : 'Left lung';
  const third = descriptors?.third ?? null;
  if (third !== null)
    return `${lung}, ${third} third from front to back${nearWords(descriptors)} (${lobeUnknown})`;
  return input.pose === 'turned' ? `${lung} (side uncertain: the picture seems to be turned)` : lung;
}

/** Hila lie in the middle of the medial side and a little behind it, the spine at its back. */
const medialBorder = {
  anterior: 'mediastinum',
  middle: 'hilum or mediastinum',
  posterior: 'hilum, mediastinum or spine',
};

/** ", near the chest wall", or nothing where it lies within the lung or that is not known. */
function nearWords(descriptors: NoduleFinding['descriptors']): string {
  const { near, third } = descriptors ?? {};
  if (!near || !third) return '';
  return `, near the ${near === 'chest_wall' ? 'chest wall' : medialBorder[third]}`;
}

/** "nodule", "mass", or of one not found what was looked for. */
export function kindWords({ descriptors, told }: NoduleFinding): string {
  return told?.nodule_kind ?? descriptors?.kind?.replaceAll('_', ' ') ?? 'nodule';
}

/** The name of what was found: "Mass" is said of no nodule, "Nodule" of no mass. */
export function kindLabel(finding: NoduleFinding): string {
  const words = finding.state === 'found' ? kindWords(finding) : 'nodule';
  return capitalized(words);
}

/** All that is said of a nodule: in the words of the reply that told of it, else in ours; null: not said. */
export function noduleWords(nodule: NoduleFinding, reading: LungReading) {
  const { told } = nodule;
  const ours = (words: string | null) => (told === undefined ? words : null);
  return {
    size: told?.nodule_size ?? ours(sizeWords(nodule)),
    type: told?.nodule_type ?? ours(textureWords(nodule)),
    place: told?.region_affected ?? ours(placeWords(nodule, reading)),
    volume: told?.volume ?? ours(volumeWords(nodule)),
    band: told?.lung_rads_size ?? ours(bandWords(nodule)),
  };
}
