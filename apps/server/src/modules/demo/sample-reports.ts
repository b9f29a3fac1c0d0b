import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { manifests } from '@second-read/analyses/manifests';
import type { Sample } from '../analyses/index.ts';

const perModule = 2;

/** The first pictures of each module's gallery, with patient IDs that say what they are. */
export function sampleReports(): Sample[] {
  const folder = samplesFolder();
  if (!folder) return [];
  return manifests.flatMap((manifest) =>
    manifest.gallery.slice(0, perModule).map(({ file }, index) => ({
      manifest,
      path: join(folder, manifest.id, file),
      patientId: `SAMPLE-${manifest.reportIdPrefix.toUpperCase()}-${index + 1}`,
      key: `sample:${manifest.id}:${file}`,
    })),
  );
}

/** Where the gallery is: in the built application or beside its sources. */
export function samplesFolder(): string | undefined {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder)) {
    for (const place of ['dist', 'public']) {
      const candidate = join(folder, 'apps', 'web', place, 'samples');
      if (existsSync(candidate)) return candidate;
    }
  }
  return undefined;
}
