import { manifests } from '@second-read/analyses/manifests';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';

const sign = 'tour';

/** Where the guided first run opens a sample of the module. */
export function tourPath({ route }: Pick<ModuleManifest, 'route'>): string {
  return `${route}?${sign}=1`;
}

export function isTour(search: URLSearchParams): boolean {
  return search.has(sign);
}

/** Modules that have a sample to show, in the order of the dashboard. */
export const tourModules = manifests.filter(({ gallery }) => gallery.length > 0);

/** The module after this one; null after the last. */
export function nextOfTour({ id }: Pick<ModuleManifest, 'id'>): ModuleManifest | null {
  return tourModules[tourModules.findIndex((each) => each.id === id) + 1] ?? null;
}
