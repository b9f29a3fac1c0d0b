import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Row = Readonly<Record<string, string>>;

/** Pictures with outlines that people drew, of one source and one kind of finding. */
interface OutlinedSet {
  readonly name: string;
  readonly folders: readonly string[];
  /** Column that names the mask; a pixel counts from `from` on. */
  readonly mask: string;
  readonly from: number;
  readonly isUsed?: (row: Row) => boolean;
  /** Parts of fewer pixels are left out; of a picture the largest ones are measured. */
  readonly leastPixels: number;
  readonly parts: number;
}

/** The masks of MIAS are circles and those of PHE-SICH's bleedings thresholds: nobody drew them. */
export const outlinedSets: readonly OutlinedSet[] = [
  set('Mass, CESM', ['breast/cesm_dm_test'], 'mask_clean', { leastPixels: 60, parts: 3 }),
  set('Nodule, LIDC', ['lung/lidc_nodules'], 'agreement', {
    ...{ from: 120, leastPixels: 25 },
    isUsed: ({ role, area_2of4 }) => role === 'largest' && Number(area_2of4) >= 30,
  }),
  set('Infection, COVID', ['lung/covid_infnet'], 'mask', { leastPixels: 150 }),
  set('Bleeding, MBH', ['brain/mbh25'], 'mask', { leastPixels: 60, parts: 3 }),
  set('Edema, PHE-SICH', ['brain/phe_sich'], 'oedema_mask'),
  set('Infarct, CPAISD and AISD', ['brain/cpaisd', 'brain/aisd'], 'mask', { parts: 3 }),
  set('Lesion, VIA', ['cervix/via'], 'mask_lesion'),
  set('Acetowhite, AnnoCerv', ['cervix/annocerv'], 'filled'),
];

function set(
  name: string,
  folders: readonly string[],
  mask: string,
  more: Partial<OutlinedSet> = {},
): OutlinedSet {
  return { name, folders, mask, from: 1, leastPixels: 100, parts: 1, ...more };
}

export interface OutlinedPicture {
  readonly file: string;
  readonly mask: string;
  readonly patient: string;
}

export function picturesOf({ folders, mask, isUsed }: OutlinedSet, root: string): OutlinedPicture[] {
  return folders.flatMap((folder) =>
    rowsOf(join(root, folder, 'labels.csv')).flatMap((row) => {
      const [file, drawn] = [row.file ?? '', row[mask] ?? ''];
      const path = join(root, folder, drawn);
      if (drawn === '' || isUsed?.(row) === false || !existsSync(path)) return [];
      return [{ file: join(root, folder, file), mask: path, patient: row.case ?? file }];
    }),
  );
}

function rowsOf(path: string): Row[] {
  const [head = [], ...rows] = readFileSync(path, 'utf8').trim().split('\n').map(cellsOf);
  return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])));
}

/** Cells may be quoted where they hold a comma. */
function cellsOf(line: string): string[] {
  return [...line.trim().matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
}
