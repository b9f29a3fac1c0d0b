import { Enums, imageLoader, init as initCore, metaData, type Types, utilities } from '@cornerstonejs/core';
import {
  AngleTool,
  addTool,
  annotation,
  EllipticalROITool,
  init as initTools,
  LengthTool,
  PanTool,
  ProbeTool,
  WindowLevelTool,
  ZoomTool,
} from '@cornerstonejs/tools';
import type { GreySamples, Picture } from '../source/picture.ts';

const scheme = 'picture';
const pictures = new Map<string, Picture>();
let started = false;

/** Starts Cornerstone once per page. Without a usable GPU it renders on the CPU by itself. */
export function startCornerstone(): void {
  if (started) return;
  started = true;
  // Each stage shows one picture. Cornerstone would make seven contexts for it, of the 16 that a page may
  // have.
  initCore({ rendering: { webGlContextCount: 1 }, debug: {} });
  initTools();
  for (const tool of [WindowLevelTool, PanTool, ZoomTool]) addTool(tool);
  for (const tool of [LengthTool, AngleTool, EllipticalROITool, ProbeTool]) addTool(tool);
  const styles = annotation.config.style.getDefaultToolStyles();
  // Cornerstone's type leaves out the visibility that its code asks for.
  const global = { ...styles.global, textBoxVisibility: false, shadow: false, lineWidth: '2' };
  annotation.config.style.setDefaultToolStyles({ ...styles, global });
  imageLoader.registerImageLoader(scheme, (imageId) => ({ promise: loadImage(imageId) }));
  metaData.addProvider(metadataOf, 100);
}

/** Makes a picture known to the viewer and gives its image id. */
export function registerPicture(picture: Picture): string {
  pictures.set(picture.id, picture);
  return `${scheme}:${picture.id}`;
}

export function forgetPicture(imageId: string): void {
  pictures.delete(imageId.slice(scheme.length + 1));
}

function pictureOf(imageId: string): Picture | undefined {
  return imageId.startsWith(`${scheme}:`) ? pictures.get(imageId.slice(scheme.length + 1)) : undefined;
}

async function loadImage(imageId: string): Promise<Types.IImage> {
  const picture = pictureOf(imageId);
  if (!picture) throw new Error(`Unknown picture ${imageId}`);
  return toImage(imageId, picture);
}

/** Cornerstone's description of a picture; pixels count as one millimetre where nothing better is known. */
function toImage(imageId: string, picture: Picture): Types.IImage {
  const { width, height, samples } = picture;
  const isColour = picture.kind === 'colour';
  const numberOfComponents = isColour ? 3 : 1;
  const window = isColour ? eightBits : picture.window;
  const values = isColour ? [0, 255] : valueRange(picture.samples);
  return {
    imageId,
    width,
    height,
    columns: width,
    rows: height,
    color: isColour,
    rgba: false,
    numberOfComponents,
    slope: 1,
    intercept: 0,
    minPixelValue: values[0] ?? 0,
    maxPixelValue: values[1] ?? 255,
    windowCenter: window.centre,
    windowWidth: window.width,
    voiLUTFunction: Enums.VOILUTFunctionType.LINEAR,
    columnPixelSpacing: 1,
    rowPixelSpacing: 1,
    invert: false,
    photometricInterpretation: isColour ? 'RGB' : 'MONOCHROME2',
    sizeInBytes: samples.byteLength,
    dataType: typeNameOf(samples),
    voxelManager: utilities.VoxelManager.createImageVoxelManager({
      width,
      height,
      numberOfComponents,
      scalarData: samples,
    }),
    getPixelData: () => samples,
    // Only asked for pictures that come as a canvas; ours come as samples.
    getCanvas: () => document.createElement('canvas'),
  };
}

const eightBits = { centre: 127.5, width: 255 };

function typeNameOf(samples: Picture['samples']): 'Uint8Array' | 'Int16Array' | 'Uint16Array' {
  if (samples instanceof Int16Array) return 'Int16Array';
  return samples instanceof Uint16Array ? 'Uint16Array' : 'Uint8Array';
}

function valueRange(samples: GreySamples): [number, number] {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of samples) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return [min, max];
}

/** What the viewer asks about a picture beside its pixels. */
function metadataOf(type: string, imageId: unknown): object | undefined {
  const picture = typeof imageId === 'string' ? pictureOf(imageId) : undefined;
  if (!picture) return undefined;
  const modules: Readonly<Record<string, object>> = {
    imagePixelModule: pixelModule(picture),
    imagePlaneModule: planeModule(picture),
    generalSeriesModule: { modality: 'OT' },
  };
  return modules[type];
}

function pixelModule({ kind, samples }: Picture): object {
  const bits = samples.BYTES_PER_ELEMENT * 8;
  return {
    bitsAllocated: bits,
    bitsStored: bits,
    highBit: bits - 1,
    samplesPerPixel: kind === 'colour' ? 3 : 1,
    pixelRepresentation: samples instanceof Int16Array ? 1 : 0,
    photometricInterpretation: kind === 'colour' ? 'RGB' : 'MONOCHROME2',
  };
}

function planeModule({ width, height }: Picture): object {
  return {
    rows: height,
    columns: width,
    rowPixelSpacing: 1,
    columnPixelSpacing: 1,
    rowCosines: [1, 0, 0],
    columnCosines: [0, 1, 0],
    imageOrientationPatient: [1, 0, 0, 0, 1, 0],
    imagePositionPatient: [0, 0, 0],
    frameOfReferenceUID: 'picture',
  };
}
