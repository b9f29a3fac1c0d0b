import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Letterhead } from '@second-read/contract/letterhead';
import { makePdf } from '@second-read/contract/paper/make-pdf';
import { type PdfPicture, placeholderPicture } from '@second-read/contract/paper/pictures/picture';
import type { ReportDocument } from '@second-read/core/report/document';
import sharp from 'sharp';
import { folderAbove } from '../models-root.ts';

/** What the PDF of a report shows. */
export interface PaperTask {
  readonly document: ReportDocument;
  /** Stored PNGs by role. */
  readonly images: Readonly<Record<string, Uint8Array>>;
  readonly letterhead: Letterhead | null | undefined;
}

/** Longest side printed: 60 mm at 600 dots per inch. */
const longestSide = 1440;

/** The PDF on A4, as a browser draws it, but that characters without a font print as code points. */
export async function drawPaper({ document, images, letterhead }: PaperTask): Promise<Uint8Array> {
  const fonts = join(folderAbove('apps/contract'), 'fonts');
  const pdf = await makePdf<Uint8Array>(
    {
      ...{ document, images, paper: 'a4', plainWords: [], letterhead: letterhead ?? undefined },
      // The same report is the same file.
      made: { at: new Date(document.header.createdAt ?? 0), id: digestOf(document).slice(0, 32) },
    },
    {
      font: async (name) => {
        const file = await readFile(join(fonts, `${name}.ttf`)).catch(() => null);
        return file && new Uint8Array(file).buffer;
      },
      picture: pictureOf,
      painter: null,
    },
  );
  return new Uint8Array(pdf);
}

const digestOf = (document: ReportDocument) =>
  createHash('sha256').update(JSON.stringify(document)).digest('hex');

/** A JPEG on white; of a logo that cannot be read the placeholder. */
async function pictureOf(image: Uint8Array | string): Promise<PdfPicture> {
  const bytes =
    typeof image === 'string' ? Buffer.from(image.slice(image.indexOf(',') + 1), 'base64') : image;
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: false })
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: new Uint8Array(data), width: info.width, height: info.height, loaded: true };
  } catch {
    return placeholderPicture;
  }
}
