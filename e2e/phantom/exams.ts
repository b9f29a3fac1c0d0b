import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  type Attributes,
  greyAttributes,
  wordBytes,
  writeDicom,
} from '@second-read/core/decode/dicom/write-dicom.test-support';
import sharp from 'sharp';
import { samplePath } from '../support/clinician.ts';
import { asOnePatient } from '../support/one-patient.ts';
import { inOrder, readPlain } from '../support/series.ts';

/** What a file field takes: paths, or files with their bytes. */
export type Chosen = readonly string[] | ReturnType<typeof asOnePatient>;

export interface Exam {
  /** Paths in the order of the slices. */
  readonly files: readonly string[];
  /** As its files have it. */
  readonly patientId: string;
}

/**
 * Real exams, which cannot be shipped, where `SECOND_READ_DATA` or the folder beside the repository has them;
 * else exams made of the gallery's pictures, with the headers of a scanner.
 */
const datasets = process.env.SECOND_READ_DATA ?? resolve(import.meta.dirname, '../../../shared/datasets');

function realExam(folder: string, patientId: string): Exam | undefined {
  const at = join(datasets, folder);
  return existsSync(at) ? { patientId, files: readdirSync(at).map((name) => join(at, name)) } : undefined;
}

/** A head CT of 17 slices of 8 mm with a bleeding. */
export const headExam = async (): Promise<Exam> =>
  realExam('brain/aisd_dicom/files', '0019983') ?? made('head', await headSlices());

/** A chest CT of 30 slices of 8 mm, 512 pixels of 0.646 mm, with a mass. */
export const chestExam = async (): Promise<Exam> =>
  realExam('lung/petct_dx/images', 'Lung_Dx-A0002') ?? made('chest', await chestSlices());

/** Four views of a mammography. */
export async function breastExam(): Promise<{ readonly files: Chosen }> {
  const real = realExam('breast/exams/files', '');
  return real ? { files: asOnePatient(real.files) } : made('breast', await breastViews());
}

/** Writes the pictures of an exam; each has what its header says beside what all have. */
function made(name: string, pictures: readonly Attributes[]): Exam {
  const folder = mkdtempSync(join(tmpdir(), `second-read-${name}-`));
  const patientId = `MADE-${name.toUpperCase()}`;
  const series = `1.2.826.0.1.3680043.10.${[...name].map((letter) => letter.charCodeAt(0)).join('.')}`;
  const files = pictures.map((own, at) => {
    const path = join(folder, `IM${String(at + 1).padStart(4, '0')}.dcm`);
    const common: Attributes = {
      '0008,0018': ['UI', `${series}.1.${at + 1}`],
      '0008,0020': ['DA', '20260105'],
      '0010,0010': ['PN', 'Made^By code'],
      '0010,0020': ['LO', patientId],
      '0020,000d': ['UI', series],
      '0020,000e': ['UI', `${series}.1`],
      '0020,0011': ['IS', '1'],
      '0020,0013': ['IS', String(at + 1)],
    };
    writeFileSync(path, writeDicom(inOrder({ ...common, ...own })));
    return path;
  });
  return { files, patientId };
}

const side = 512;

function slice(values: readonly number[], at: { z: number; pixelMm: number; part: string }): Attributes {
  const corner = (-side / 2) * at.pixelMm;
  return {
    '0008,0008': ['CS', 'ORIGINAL\\PRIMARY\\AXIAL'],
    '0008,0016': ['UI', '1.2.840.10008.5.1.4.1.1.2'],
    '0008,0060': ['CS', 'CT'],
    '0018,0015': ['CS', at.part],
    '0018,0050': ['DS', '8'],
    '0018,5100': ['CS', 'HFS'],
    '0020,0032': ['DS', `${corner}\\${corner}\\${at.z}`],
    '0020,0037': ['DS', '1\\0\\0\\0\\1\\0'],
    '0020,0052': ['UI', '1.2.826.0.1.3680043.10.1'],
    ...greyAttributes(side, side, 16, true),
    '0028,0030': ['DS', `${at.pixelMm}\\${at.pixelMm}`],
    '0028,1052': ['DS', '0'],
    '0028,1053': ['DS', '1'],
    '0028,1054': ['LO', 'HU'],
    '7fe0,0010': ['OW', wordBytes([...values])],
  };
}

/** The gallery's slices show 0 to 80 HU: what is black is air, what is white bone. */
async function hounsfield(name: string): Promise<number[]> {
  const grey = await sharp(samplePath(`brain-ct/${name}`))
    .greyscale()
    .raw()
    .toBuffer();
  return Array.from(grey, (value) => {
    if (value === 0) return -1000;
    return value === 255 ? 1000 : Math.round((value / 255) * 80);
  });
}

async function headSlices(): Promise<Attributes[]> {
  const calm = await hounsfield('ct_normal_ventricles_061_12.png');
  const bleeding = await hounsfield('ct_subdural_071_32.png');
  return Array.from({ length: 17 }, (_, at) =>
    slice(at >= 6 && at <= 11 ? bleeding : calm, { z: at * 8, pixelMm: 0.4375, part: 'HEAD' }),
  );
}

/** A ball of 40 mm of soft tissue in the lung that is left in the picture, in slices and pixels. */
const mass = { slice: 14, x: 361, y: 286, radiusMm: 20 };

async function chestSlices(): Promise<Attributes[]> {
  const { values, spacing } = await readPlain(readFileSync(samplePath('lung/ct_a0002_08.dcm')));
  const pixelMm = spacing?.xMm ?? 0.646484375;
  return Array.from({ length: 30 }, (_, at) => {
    const withMass = values.map((value, index) => {
      const [x, y] = [(index % side) - mass.x, Math.floor(index / side) - mass.y];
      const distanceMm = Math.hypot(x * pixelMm, y * pixelMm, (at - mass.slice) * 8);
      // The grain of a scanner, the same in each run.
      return distanceMm <= mass.radiusMm ? 40 + ((index * 7 + at * 13) % 11) - 5 : value;
    });
    return slice(withMass, { z: 312 - at * 8, pixelMm, part: 'CHEST' });
  });
}

/** Right breasts are the left ones, mirrored, and the other way round. */
async function breastViews(): Promise<Attributes[]> {
  const [cc, mlo] = ['cesm_p276_l_dm_cc.png', 'cesm_p188_r_dm_mlo.png'];
  return [
    await view(cc, { laterality: 'L', position: 'CC', isMirrored: false }),
    await view(mlo, { laterality: 'L', position: 'MLO', isMirrored: true }),
    await view(cc, { laterality: 'R', position: 'CC', isMirrored: true }),
    await view(mlo, { laterality: 'R', position: 'MLO', isMirrored: false }),
  ];
}

async function view(
  name: string,
  { laterality, position, isMirrored }: { laterality: string; position: string; isMirrored: boolean },
): Promise<Attributes> {
  const large = sharp(samplePath(`breast/${name}`))
    .greyscale()
    .resize({ height: 1_600 })
    .flop(isMirrored);
  const { data, info } = await large.raw().toBuffer({ resolveWithObject: true });
  return {
    '0008,0008': ['CS', 'ORIGINAL\\PRIMARY'],
    '0008,0016': ['UI', '1.2.840.10008.5.1.4.1.1.1.2'],
    '0008,0060': ['CS', 'MG'],
    '0008,0068': ['CS', 'FOR PRESENTATION'],
    '0018,0015': ['CS', 'BREAST'],
    '0018,1164': ['DS', '0.15\\0.15'],
    '0018,5101': ['CS', position],
    '0020,0062': ['CS', laterality],
    ...greyAttributes(info.width, info.height, 12),
    '7fe0,0010': ['OW', wordBytes(Array.from(data, (value) => value * 16))],
  };
}
