import { describe, expect, it } from 'vitest';
import { droppedFiles } from './dropped-files.ts';

type Entry = FileSystemFileEntry | FileSystemDirectoryEntry;

const file = (name: string) =>
  ({ name, isFile: true, isDirectory: false, file: (done) => done(new File([name], name)) }) as Entry;

/** As a browser does, its entries come in parts of at most a hundred. */
const folder = (name: string, entries: readonly Entry[]) =>
  ({
    name,
    isFile: false,
    isDirectory: true,
    createReader: () => {
      const left = [...entries];
      return { readEntries: (done: (part: Entry[]) => void) => done(left.splice(0, 100)) };
    },
  }) as unknown as Entry;

function drop(entries: readonly Entry[]) {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  const files = entries.map(({ name }) => new File([name], name));
  return droppedFiles({ items, files } as unknown as DataTransfer);
}

const slices = (count: number) => Array.from({ length: count }, (_, index) => file(`IM${index}`));

describe('what was dropped', () => {
  it('is taken as it is where there is no folder', () => {
    expect(drop([file('a'), file('b')])).toEqual([expect.any(File), expect.any(File)]);
  });

  it('is walked to the last folder, past what systems put beside the files', async () => {
    const disc = folder('DISC', [
      file('DICOMDIR'),
      file('.DS_Store'),
      folder('S1', [folder('deep', slices(250))]),
      folder('__MACOSX', [file('IM0')]),
      folder('empty', []),
    ]);
    const names = (await drop([disc, file('beside')])).map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(['beside', 'DICOMDIR', 'IM0']);
    expect(names.length).toBe(252);
  });

  it('may be a thousand files and not one more', async () => {
    expect((await drop([folder('a', slices(1000))])).length).toBe(1000);
    await expect(drop([folder('a', slices(600)), folder('b', slices(401))])).rejects.toThrow(
      'More than 1,000 files were dropped.',
    );
  });
});
