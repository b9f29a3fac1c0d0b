import type { StoredExam } from '../../exam/stored-exam.ts';
import type { AnyReading } from '../../reading/reading.ts';
import type { KeyImageMark, KeyReportImage } from '../../report/document.ts';
import { imageName, measurementLines } from '../measurements/measurement-words.ts';
import type { ImagePoint, ReaderMeasurement } from '../measurements/reader-measurement.ts';
import type { KeyImage, KeyImageLook } from './key-image.ts';

/** The version of a report that key images belong to. */
interface Version {
  /** Undefined of a report of one image. */
  readonly exam: StoredExam | undefined;
  readonly reading: Pick<AnyReading, 'findings'>;
  readonly measurements: readonly ReaderMeasurement[];
}

/** Width by height of the picture of a key image: its area as it is laid, in pixels of equal sides. */
export function pictureRatio({ area, pixelMm, quarterTurns }: KeyImageLook): number {
  const ratio = (area.width * (pixelMm?.x ?? 1)) / (area.height * (pixelMm?.y ?? 1));
  return quarterTurns % 2 === 0 ? ratio : 1 / ratio;
}

/** "Slice 12 (image 45), W 1500 L -600 HU". */
export function keyImageName({ image, window }: KeyImageLook, exam: StoredExam | undefined): string {
  const name = imageName(image, exam);
  if (window === null) return name;
  const { width, centre, unit } = window;
  return `${name}, W ${Math.round(width)} L ${Math.round(centre)}${unit && ` ${unit}`}`;
}

/**
 * Each key image with what the version has on it: measurements as they are now, and the outlines of findings
 * that were not rejected since.
 */
export function keyImagesOnPaper(keyImages: readonly KeyImage[], version: Version): KeyReportImage[] {
  const { exam, reading } = version;
  const found = exam
    ? exam.findings.filter((each) => each.found)
    : reading.findings.filter(({ state }) => state === 'found');
  const ids = new Set(found.flatMap(({ id, madeOf = [] }) => [id, ...madeOf]));
  return keyImages.map((each) => onPaper(each, version, ids));
}

/** The id of a key image on paper. */
export function keyImageOf({ role }: Pick<KeyReportImage, 'role'>): string {
  return role.slice(role.indexOf(' ') + 1);
}

function onPaper(keyImage: KeyImage, version: Version, ids: ReadonlySet<string>): KeyReportImage {
  const { image, area, pixelMm, atDetector, quarterTurns, letters, overlays, marks } = keyImage;
  const size = quarterTurns % 2 === 0 ? area.width * (pixelMm?.x ?? 0) : area.height * (pixelMm?.y ?? 0);
  const found = marks.filter(({ finding }) => overlays.findings && ids.has(finding));
  const measured = version.measurements.filter((each) => isSamePlace(each.image, image));
  const place = (points: readonly ImagePoint[]) => points.map((point) => onPicture(point, keyImage));
  return {
    role: `key ${keyImage.id}`,
    label: keyImageName(keyImage, version.exam),
    widthMm: pixelMm && !atDetector ? size : null,
    letters,
    marks: [
      ...found.map(({ colour, points }) => ({ colour, points: place(points), isOpen: false, lines: [] })),
      ...measured.map((each) => ({
        colour: measuredColour,
        ...lineOf(each, place),
        lines: measurementLines(each),
      })),
    ],
  };
}

/** As the stage draws measurements. */
const measuredColour = '#ffe45c';

function isSamePlace(a: KeyImageLook['image'], b: KeyImageLook['image']): boolean {
  const [one, other] = [a, b].map(({ slice, cut }) =>
    [slice, cut?.plane, cut?.across, cut?.slabMm, cut?.projection].join(' '),
  );
  return one === other;
}

/** Where a point of the image is in the picture: shares of its sides, beyond it below 0 or above 1. */
export function onPicture(
  { x, y }: ImagePoint,
  { area, isMirrored, quarterTurns }: KeyImageLook,
): { x: number; y: number } {
  const [right, down] = [(x - area.x) / area.width, (y - area.y) / area.height];
  let at = { x: isMirrored ? 1 - right : right, y: down };
  for (let turn = 0; turn < quarterTurns; turn += 1) at = { x: 1 - at.y, y: at.x };
  return at;
}

const ellipseCorners = 48;
/** Of the strokes of an arrow's tip and of the cross of a probe, as a share of the picture. */
const strokeShare = 0.03;

function lineOf(
  { tool, points }: ReaderMeasurement,
  place: (points: readonly ImagePoint[]) => { x: number; y: number }[],
): Pick<KeyImageMark, 'points' | 'isOpen'> {
  if (tool === 'ellipse') {
    const [bottom, top, left, right] = place(points);
    if (!bottom || !top || !left || !right) return nothing;
    const middle = { x: (left.x + right.x) / 2, y: (top.y + bottom.y) / 2 };
    return {
      isOpen: false,
      points: Array.from({ length: ellipseCorners }, (_, at) => {
        const [cos, sin] = [
          Math.cos((at * 2 * Math.PI) / ellipseCorners),
          Math.sin((at * 2 * Math.PI) / ellipseCorners),
        ];
        return {
          x: middle.x + (cos * (right.x - left.x) + sin * (bottom.x - top.x)) / 2,
          y: middle.y + (cos * (right.y - left.y) + sin * (bottom.y - top.y)) / 2,
        };
      }),
    };
  }
  const [first, second, ...others] = place(points);
  if (!first) return nothing;
  if (!second) {
    const { x, y } = first;
    const by = strokeShare / 2;
    const cross = [first, { x: x - by, y }, { x: x + by, y }, first, { x, y: y - by }, { x, y: y + by }];
    return { points: cross, isOpen: true };
  }
  return {
    points: [...(tool === 'arrow' ? tipOf(first, second) : []), first, second, ...others],
    isOpen: true,
  };
}

const nothing = { points: [], isOpen: true };

/** The two strokes of an arrow's tip, drawn from it and back. */
function tipOf(tip: { x: number; y: number }, end: { x: number; y: number }) {
  const back = Math.atan2(end.y - tip.y, end.x - tip.x);
  return [-Math.PI / 7, Math.PI / 7].flatMap((angle) => [
    tip,
    {
      x: tip.x + strokeShare * Math.cos(back + angle),
      y: tip.y + strokeShare * Math.sin(back + angle),
    },
    tip,
  ]);
}
