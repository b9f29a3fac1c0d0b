import { code, ownCode } from '../../../reading/code.ts';
import { type MeasuredValue, measuredValues } from '../../../review/measurements/measured-values.ts';
import { measurementLines } from '../../../review/measurements/measurement-words.ts';
import type { ImagePoint, ReaderMeasurement } from '../../../review/measurements/reader-measurement.ts';
import type { ExportedMeasurement, ExportRecord } from '../../export-record.ts';
import { exportedQuantity } from '../../exported-quantity.ts';
import {
  type Child,
  type ContentItem,
  codeValue,
  container,
  coordinates,
  image,
  instanceImage,
  numberValue,
  textValue,
} from './content-item.ts';
import { comment, group, measuredByReader, sourceOfMeasurement, tracking } from './measurement-groups.ts';

const imageRegion = code('111030', 'DCM', 'Image Region');
const derivation = code('121401', 'DCM', 'Derivation');
const attenuation = code('112031', 'DCM', 'Attenuation Coefficient');
const pixelValue = ownCode('PIXEL_VALUE', 'Pixel value');
/** PS3.16, CID 7464. */
const statistics = {
  mean: code('373098007', 'SCT', 'Mean'),
  sd: code('386136009', 'SCT', 'Standard Deviation'),
  min: code('255605001', 'SCT', 'Minimum'),
  max: code('56851009', 'SCT', 'Maximum'),
} as const;

/**
 * What the reader measured on one image: an ellipse as a planar region with its values (PS3.16, TID 1410),
 * all else as a group (TID 1501) whose value, or the text of an arrow, is inferred from the points (TID 320).
 * A measurement on a plane across the slices, or on a slice that no archive has, has its values alone.
 */
export function readerMeasurementGroup(
  record: ExportRecord,
  { measurement, imageName }: ExportedMeasurement,
): ContentItem {
  const { id, tool } = measurement;
  const drawn = coordinatesOf(record, measurement);
  const isRegion = tool === 'ellipse' && drawn !== undefined;
  const inferred: Child[] = drawn && !isRegion ? [['INFERRED FROM', drawn]] : [];
  const isColor = tool === 'probe' && measurement.values.length > 1;
  const isWords = isColor || tool === 'arrow';
  const values = isColor ? [] : measuredValues(measurement);
  const where = measurement.atDetector ? ['sizes at the detector'] : [];
  const words = [imageName, ...(isWords ? measurementLines(measurement) : where)];
  return container(
    group,
    [
      ...tracking(record, `measurement-${id}`, `${tool} of the reader`),
      ...(isRegion && drawn ? [['CONTAINS', drawn] satisfies Child] : []),
      ...values.map((value): Child => ['CONTAINS', valueItem(value, inferred)]),
      ['CONTAINS', textValue(comment, words.join(', '), isWords ? inferred : [])],
    ],
    isRegion ? '1410' : '1501',
  );
}

function valueItem(value: MeasuredValue, inferred: readonly Child[]): ContentItem {
  const { quantity, statistic } = value;
  const exported = exportedQuantity({ ...value, method: null });
  const concept =
    quantity === 'pixel_value' ? (value.unit === 'HU' ? attenuation : pixelValue) : exported.concept;
  const of: Child[] = statistic ? [['HAS CONCEPT MOD', codeValue(derivation, statistics[statistic])]] : [];
  return numberValue(concept, exported.value, exported.unit, [measuredByReader, ...of, ...inferred]);
}

/** Its points on the instance that the image is; undefined where that is none. */
function coordinatesOf(record: ExportRecord, measurement: ReaderMeasurement): ContentItem | undefined {
  const on = imageItem(record, measurement);
  if (!on) return undefined;
  const { tool, points } = measurement;
  if (tool === 'ellipse') return coordinates(imageRegion, 'ELLIPSE', numbersOf(majorFirst(points)), on);
  return coordinates(sourceOfMeasurement, tool === 'probe' ? 'POINT' : 'POLYLINE', numbersOf(points), on);
}

const numbersOf = (points: readonly ImagePoint[]) => points.flatMap(({ x, y }) => [x, y]);

function imageItem(record: ExportRecord, { image: { slice, cut } }: ReaderMeasurement) {
  if (cut !== undefined) return undefined;
  if (slice === undefined) return image(record, 'picture');
  const instance = record.slices?.find(({ place }) => place === slice);
  return instance && instanceImage(instance);
}

type Ellipse = (ReaderMeasurement & { tool: 'ellipse' })['points'];

/** The ends of the longer axis come first (PS3.3 C.18.6.1.2). */
function majorFirst([bottom, top, left, right]: Ellipse) {
  const isTall =
    Math.hypot(bottom.x - top.x, bottom.y - top.y) > Math.hypot(right.x - left.x, right.y - left.y);
  return isTall ? [top, bottom, left, right] : [left, right, top, bottom];
}
