import { readdirSync, readFileSync } from 'node:fs';
import { manifests } from '../../analyses/manifests.ts';

const samples = new URL('../../apps/web/public/samples/', import.meta.url);

export interface Picture {
  readonly module: string;
  readonly apiPath: string;
  readonly name: string;
  readonly blob: Blob;
}

/** The sample pictures of every module (or of those named), one module after the other. */
export function samplePictures(modules: readonly string[] = []): Picture[] {
  const wanted = manifests.filter(({ id }) => modules.length === 0 || modules.includes(id));
  const byModule = wanted.map(({ id, apiPath }) => {
    const names = readdirSync(new URL(`${id}/`, samples)).filter(
      (name) => !name.endsWith('.md') && !name.includes('.thumbnail.'),
    );
    return names.map((name) => ({
      module: id,
      apiPath,
      name,
      blob: new Blob([readFileSync(new URL(`${id}/${name}`, samples))]),
    }));
  });
  const max = Math.max(...byModule.map((pictures) => pictures.length));
  return Array.from({ length: max }, (_, at) =>
    byModule.map((pictures) => pictures[at % pictures.length]).filter((each) => each !== undefined),
  ).flat();
}
