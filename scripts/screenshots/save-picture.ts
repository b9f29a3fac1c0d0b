import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { settled } from '../../e2e/support/settled.ts';

/** Where pictures go, and how large one may be. */
export interface Shelf {
  readonly folder: string;
  readonly largestBytes: number;
}

export interface PictureOptions {
  readonly name: string;
  /** Down to the end of the page, not just what the window shows. */
  readonly fullPage: boolean;
}

/** Longer pages are saved in parts, so that each stays small and readable. */
const partHeights: Readonly<Record<number, number>> = { 1440: 1300, 390: 1900, 820: 1900, 2560: 1900 };

/** Takes a picture of the page at rest, in place of the earlier one of this name. */
export async function savePicture(
  page: Page,
  shelf: Shelf,
  { name, fullPage }: PictureOptions,
): Promise<void> {
  await settled(page);
  await page.waitForTimeout(400);
  await removeEarlier(shelf, name);
  const png = await page.screenshot({ fullPage, animations: 'disabled' });
  const { width = 0, height = 0 } = await sharp(png).metadata();
  const parts = Math.ceil(height / (partHeights[width] ?? height));
  for (let part = 0; part < parts; part++) {
    const top = Math.round((part * height) / parts);
    const bottom = Math.round(((part + 1) * height) / parts);
    const piece = sharp(png).extract({ left: 0, top, width, height: bottom - top });
    await writeSmall(piece, shelf, parts === 1 ? name : `${name}-part-${part + 1}`);
  }
}

/** Removes parts of a page that has become shorter. */
async function removeEarlier({ folder }: Shelf, name: string): Promise<void> {
  const earlier = new RegExp(`^${name}(-part-\\d+)?\\.webp$`);
  for (const file of await readdir(folder)) if (earlier.test(file)) await rm(join(folder, file));
}

/** @throws if even the lowest quality is too large: then the picture needs more parts. */
async function writeSmall(picture: Sharp, { folder, largestBytes }: Shelf, name: string): Promise<void> {
  for (const quality of [82, 70, 55, 40, 25, 12]) {
    const webp = await picture.clone().webp({ quality, effort: 5 }).toBuffer();
    if (webp.length > largestBytes) continue;
    await writeFile(join(folder, `${name}.webp`), webp);
    if (quality < 55) console.log(`  ${name}: quality ${quality}`);
    return;
  }
  throw new Error(`${name} does not fit into ${largestBytes} bytes`);
}
