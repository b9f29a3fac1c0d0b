/**
 * The training pictures as studies, with their labels, for the scripts of this folder; nothing here is
 * shipped.
 */
import { join } from 'node:path';
import type { EngineContext } from '@second-read/core/analysis/engine';
import type { Study } from '@second-read/core/decode/study';
import { luminance } from '@second-read/core/pixels/color/luminance';
import type { Mask } from '@second-read/core/pixels/plane';
import sharp from 'sharp';
import { contextWith } from '../../engine/networks.ts';
import { dataRoot, type Row, readTable } from '../../engine/tables.ts';

/** Width over height of the AnnoCerv originals; the copies are squeezed to a square. */
const annocervShape = 2976 / 1984;

export interface Labels {
  readonly lesion: boolean;
  /** VIA positive or suspicious; null where VIA was not recorded. */
  readonly notNegative: boolean | null;
  /** Swede score, 0 to 10; null where there is none. */
  readonly swede: number | null;
}

export interface Picture {
  readonly set: 'via' | 'annocerv';
  readonly file: string;
  readonly case: string;
  readonly fold: string;
  readonly labels: Labels;
  /** Files of the outlines that are drawn. */
  readonly masks: Readonly<Partial<Record<'cervix' | 'lesion' | 'junction', string>>>;
}

const cell = (row: Row, name: string): string => row[name] ?? '';
const path = (picture: Pick<Picture, 'set'>, file: string): string =>
  join(dataRoot, 'cervix', picture.set, file);

export function listPictures(): Picture[] {
  const read = (set: Picture['set'], of: (row: Row) => Pick<Picture, 'labels' | 'masks'>) =>
    readTable(join(dataRoot, 'cervix', set, 'labels.csv')).map((row) => ({
      set,
      file: cell(row, 'file'),
      case: cell(row, 'case'),
      fold: cell(row, 'fold'),
      ...of(row),
    }));
  return [...read('via', viaRow), ...read('annocerv', annocervRow)];
}

function viaRow(row: Row): Pick<Picture, 'labels' | 'masks'> {
  const via = cell(row, 'via');
  return {
    labels: {
      lesion: cell(row, 'mask_lesion') !== '',
      notNegative: via === '' ? null : via !== 'Negative',
      swede: null,
    },
    masks: drawn({
      cervix: cell(row, 'mask_cervix'),
      lesion: cell(row, 'mask_lesion'),
      junction: cell(row, 'mask_scj'),
    }),
  };
}

function annocervRow(row: Row): Pick<Picture, 'labels' | 'masks'> {
  const swede = cell(row, 'swede_score');
  const isClosed = ['closed', 'closable'].includes(cell(row, 'outline_kind'));
  return {
    labels: {
      lesion: cell(row, 'has_acetowhite') === '1',
      notNegative: null,
      swede: swede === '' ? null : Number(swede),
    },
    masks: drawn({ lesion: isClosed ? cell(row, 'filled') : '' }),
  };
}

const drawn = (files: Readonly<Record<string, string>>): Picture['masks'] =>
  Object.fromEntries(Object.entries(files).filter(([, file]) => file !== ''));

/** The picture at its true shape, or as the copy of AnnoCerv stores it. */
export async function studyOf(picture: Picture, squeezed = false): Promise<Study> {
  return readPhotograph(
    path(picture, picture.file),
    picture.set === 'annocerv' && !squeezed ? annocervShape : null,
  );
}

/** Stretched to `shape`, width over height, where it is given. */
export async function readPhotograph(file: string, shape: number | null = null): Promise<Study> {
  const source = sharp(file).toColourspace('srgb').removeAlpha();
  const { height } = await source.metadata();
  const sized = shape === null ? source : source.resize(Math.round(height * shape), height, { fit: 'fill' });
  const { data, info } = await sized.raw().toBuffer({ resolveWithObject: true });
  const size = { width: info.width, height: info.height };
  const colour = { ...size, data: new Uint8Array(data) };
  return {
    ...size,
    grey: luminance(colour),
    colour,
    quantity: 'relative',
    bitsStored: 8,
    source: { format: 'jpeg', frames: 1, frame: 0 },
  };
}

/** A drawn outline, filled, at the size of the study. */
export async function maskOf(
  picture: Picture,
  file: string,
  { width, height }: Pick<Study, 'width' | 'height'>,
): Promise<Mask> {
  const pixels = await sharp(path(picture, file))
    .greyscale()
    .resize(width, height, { fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer();
  return { width, height, data: Uint8Array.from(pixels, (value) => (value > 0 ? 1 : 0)) };
}

/** Runs the network of the fold that `fold` names at the time; other networks as shipped. */
export function contextOf(fold: () => string): EngineContext {
  return contextWith('cervix/cervix', () =>
    join(import.meta.dirname, '../checkpoints', `cervix-${fold()}.onnx`),
  );
}
