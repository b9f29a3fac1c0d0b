import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ExamModuleId } from '../../analyses/exam-list.ts';

const samples = new URL('../../apps/web/public/samples/', import.meta.url);
/** Whole slices; the others of the chest are cut out. */
const wanted: Readonly<Record<ExamModuleId, RegExp>> = {
  lung: /\.dcm$/,
  'brain-ct': /\.png$/,
  breast: /\.png$/,
};
/** A mammogram of 12 megapixels. */
const mammogram = { width: 3000, height: 4000 };

/** Writes as many pictures as the exam has into a folder: the samples in turn. */
export async function examPictures(module: ExamModuleId, count: number, folder: string): Promise<void> {
  const from = new URL(`${module}/`, samples);
  const names = readdirSync(from).filter((name) => wanted[module].test(name));
  for (let index = 0; index < count; index += 1) {
    const name = names[index % names.length] ?? '';
    const to = join(folder, `${String(index).padStart(3, '0')}-${name}`);
    if (module === 'breast') await enlarged(new URL(name, from).pathname, to);
    else copyFileSync(new URL(name, from), to);
  }
}

/** As large as a detector's, at 16 bit. */
export async function enlarged(from: string, to: string): Promise<void> {
  await sharp(from)
    .resize({ ...mammogram, fit: 'fill' })
    .toColourspace('grey16')
    .png({ compressionLevel: 1 })
    .toFile(to);
}
