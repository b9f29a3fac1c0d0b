import { basename } from 'node:path';

/** File names of pictures: an input's own name without its extension, a number behind it when given twice. */
export class PictureNames {
  private readonly used = new Map<string, number>();

  next(file: string): string {
    const stem = basename(file).replace(/(.)\.[A-Za-z][A-Za-z0-9]{0,4}$/, '$1') || 'image';
    const times = (this.used.get(stem) ?? 0) + 1;
    this.used.set(stem, times);
    return times === 1 ? `${stem}.png` : `${stem}~${times}.png`;
  }
}
