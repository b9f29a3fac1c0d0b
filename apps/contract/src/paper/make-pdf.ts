import type { ReportDocument } from '@second-read/core/report/document';
import type { Letterhead } from '../letterhead.ts';
import { drawReport, type Paper } from './draw/draw-report.ts';
import type { PdfPicture } from './pictures/picture.ts';
import { shapeArabic } from './text/arabic.ts';
import { documentTexts } from './text/document-texts.ts';
import { neededFonts } from './text/fonts.ts';
import type { TextPainter } from './text/text-painter.ts';

/** What is drawn; `Picture`: by what its pictures are had, an address or a file. */
export interface PdfOrder<Picture> {
  readonly document: ReportDocument;
  /** By role; a missing one prints as failed. */
  readonly images: Readonly<Record<string, Picture | undefined>>;
  readonly paper: Paper;
  /** Sentences for the patient; none: no such section. */
  readonly plainWords: readonly string[];
  readonly letterhead?: Letterhead | undefined;
  /** As of `drawReport`. */
  readonly made?: { readonly at: Date; readonly id: string } | undefined;
}

/** What differs between a browser and a server. */
export interface PdfTools<Picture> {
  /** A TrueType file by its name; null where it cannot be had: its characters print as code points. */
  font(name: string): Promise<ArrayBuffer | null>;
  /** Also of the logo, which is a `data:` address. */
  picture(of: Picture | string): Promise<PdfPicture>;
  readonly painter: TextPainter | null;
}

/** The PDF of a report: the same drawing for a download and for the archive. */
export async function makePdf<Picture>(
  { document, images, letterhead, ...others }: PdfOrder<Picture>,
  { font, picture, painter }: PdfTools<Picture>,
): Promise<ArrayBuffer> {
  const names = neededFonts([...documentTexts(document), ...headTexts(letterhead)]);
  const fonts = await Promise.all([...names].map(async (name) => [name, await font(name)] as const));
  const pictures = await Promise.all(
    [...(document.keyImages ?? []), ...document.images].flatMap(({ role }) => {
      const image = images[role];
      return image === undefined ? [] : [picture(image).then((made) => [role, made] as const)];
    }),
  );
  const head = letterhead && {
    name: letterhead.name,
    address: letterhead.address,
    ...(letterhead.logo !== null && { logo: await picture(letterhead.logo) }),
  };
  return drawReport({
    ...{ document, pictures: Object.fromEntries(pictures), ...others, painter },
    fonts: new Map(fonts.flatMap(([name, data]) => (data ? [[name, data] as const] : []))),
    ...(head && { letterhead: head }),
  }).output('arraybuffer');
}

function headTexts(letterhead: Letterhead | undefined): string[] {
  if (letterhead === undefined) return [];
  return [letterhead.name, ...letterhead.address].map((text) => shapeArabic(text.normalize('NFC')));
}
