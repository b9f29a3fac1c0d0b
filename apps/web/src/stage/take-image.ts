import { longestPicture, longestPictureSide } from '@second-read/core/review/key-images/key-image';
import { pictureRatio } from '@second-read/core/review/key-images/key-image-on-paper';
import { lettersAt } from './geometry/orientation.ts';
import { toImagePoint } from './geometry/stage-matrix.ts';
import { matrixOf, wholeView } from './geometry/stage-view.ts';
import type { TakenImage } from './look/key-images.ts';
import { pixelOf } from './measuring/measure.ts';
import { type Rect, reduced, shade, sizeAt } from './painting/paint.ts';
import type { Picture } from './source/picture.ts';
import type { Stage } from './stage.ts';

type Look = TakenImage['look'];

/** Makes what a stage shows a key image; nothing where it shows no part of an image. */
export function chooseKeyImage(stage: Stage): void {
  const taken = takeImage(stage);
  if (taken) stage.stack.keyImages.choose(stage.key, taken);
}

function takeImage(stage: Stage): TakenImage | null {
  const { picture } = stage;
  const look = picture && lookOf(stage, picture);
  return look && { look, picture: pictureOf(stage, picture, look) };
}

function lookOf(stage: Stage, picture: Picture): Look | null {
  const area = areaOf(stage, picture);
  if (!area) return null;
  const { orientation, isInverted, marks, overlay } = stage;
  const window = stage.window();
  const unit = picture.kind === 'grey' ? picture.unit : '';
  return {
    ...pixelOf(picture),
    ...{ area, ...orientation, isInverted },
    window: window && { centre: window.centre, width: window.width, unit },
    overlays: { findings: marks !== null, regions: overlay !== null },
    letters: picture.directions ? lettersAt(picture.directions, orientation) : null,
    marks: marks?.slice(0, 40) ?? [],
  };
}

const hundredth = (value: number) => Math.round(value * 100) / 100;

/** What of the image is on the stage, in its pixels; null where nothing is. */
function areaOf(stage: Stage, { width, height }: Picture): Look['area'] | null {
  const [matrix, size] = [stage.matrix(), stage.size];
  if (!matrix) return null;
  const [a, b] = [
    toImagePoint(matrix, { x: 0, y: 0 }),
    toImagePoint(matrix, { x: size.width, y: size.height }),
  ];
  const [left, right] = [Math.max(0, Math.min(a.x, b.x)), Math.min(width, Math.max(a.x, b.x))];
  const [top, bottom] = [Math.max(0, Math.min(a.y, b.y)), Math.min(height, Math.max(a.y, b.y))];
  if (right - left < 1 || bottom - top < 1) return null;
  const [x, y] = [hundredth(left), hundredth(top)];
  return { x, y, width: hundredth(right - x), height: hundredth(bottom - y) };
}

const qualities = [0.9, 0.8, 0.7, 0.5, 0.3, 0.1];

function pictureOf(stage: Stage, picture: Picture, look: Look): string {
  const canvas = document.createElement('canvas');
  const ratio = pictureRatio({ ...look, image: {} });
  canvas.width = Math.max(1, Math.round(longestPictureSide * Math.min(1, ratio)));
  canvas.height = Math.max(1, Math.round(longestPictureSide / Math.max(1, ratio)));
  const context = canvas.getContext('2d');
  if (context) paint(context, stage, picture, look);
  const jpeg = (quality: number) => canvas.toDataURL('image/jpeg', quality).split(',')[1] ?? '';
  for (const quality of qualities) {
    const made = jpeg(quality);
    if (made.length <= longestPicture) return made;
  }
  return jpeg(0);
}

/** The area as large as the canvas, with the regions over it. */
function paint(context: CanvasRenderingContext2D, stage: Stage, picture: Picture, { area }: Look): void {
  const { canvas } = context;
  const matrix = matrixOf(picture, canvas, wholeView, stage.orientation, area);
  const [a, b, c, d] = matrix;
  const factor = Math.floor(1 / Math.max(Math.hypot(a, b), Math.hypot(c, d)));
  const size = sizeAt(picture, factor);
  const scale = { x: size.width / picture.width, y: size.height / picture.height };
  const part = partOf(size, area, scale);
  const shades = { window: stage.window(), isInverted: stage.isInverted };
  const shaded = document.createElement('canvas');
  shaded.width = part.width;
  shaded.height = part.height;
  const pixels = new ImageData(shade(reduced(picture, factor, part), shades), part.width, part.height);
  shaded.getContext('2d')?.putImageData(pixels, 0, 0);
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.setTransform(...matrix);
  context.imageSmoothingQuality = 'high';
  const { x, y, width, height } = part;
  context.drawImage(shaded, x / scale.x, y / scale.y, width / scale.x, height / scale.y);
  if (!stage.overlay) return;
  context.imageSmoothingEnabled = false;
  context.drawImage(stage.overlay, 0, 0, picture.width, picture.height);
}

/** The pixels of a smaller copy that an area of the image touches. */
function partOf(
  size: { readonly width: number; readonly height: number },
  area: Look['area'],
  scale: { readonly x: number; readonly y: number },
): Rect {
  const [x, y] = [Math.floor(area.x * scale.x), Math.floor(area.y * scale.y)];
  const right = Math.min(size.width, Math.ceil((area.x + area.width) * scale.x));
  const bottom = Math.min(size.height, Math.ceil((area.y + area.height) * scale.y));
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}
